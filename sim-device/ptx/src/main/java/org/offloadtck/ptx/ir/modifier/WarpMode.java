package org.offloadtck.ptx.ir.modifier;

/// Modes of warp-wide instructions.
public sealed interface WarpMode extends Modifier {

    /// The source lane of `shfl`.
    enum Shuffle implements WarpMode {
        UP("up"),
        DOWN("down"),
        BFLY("bfly"),
        IDX("idx");

        private final String suffix;

        Shuffle(String suffix) {
            this.suffix = suffix;
        }

        @Override
        public String suffix() {
            return suffix;
        }
    }

    /// The result of `vote`.
    enum Vote implements WarpMode {
        ALL("all"),
        ANY("any"),
        /// Whether the predicate is the same in all lanes.
        UNI("uni"),
        /// One bit per lane.
        BALLOT("ballot");

        private final String suffix;

        Vote(String suffix) {
            this.suffix = suffix;
        }

        @Override
        public String suffix() {
            return suffix;
        }
    }
}
