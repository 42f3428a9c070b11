package org.offloadtck.ptx.ir.modifier;

/// Modes of warp-wide instructions, and of those on the launch of clusters.
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

    /// The coordinate of a CTA that `clusterlaunchcontrol.query_cancel` returns (PTX ISA 8.6
    /// §9.7.13.17.2).
    enum LaunchCoordinate implements WarpMode {
        X("get_first_ctaid::x"),
        Y("get_first_ctaid::y"),
        Z("get_first_ctaid::z");

        private final String suffix;

        LaunchCoordinate(String suffix) {
            this.suffix = suffix;
        }

        @Override
        public String suffix() {
            return suffix;
        }
    }
}
