package org.offloadtck.engine.code;

import org.offloadtck.engine.semantics.LaneFunction;

/// The form of a bulk copy ([Op#BULK_COPY]): shared and global memory, one of which is the source.
///
/// @param targetOffset added to the address of the destination
/// @param sourceOffset added to the address of the source
public record BulkCopy(
        Direction direction, int targetOffset, int sourceOffset, Combination combination) {

    /// In place of the mask of ranks: the destination is where its address says.
    public static final int NO_MULTICAST = 1 << 16;

    /// The memory that a copy reads and the memory that it writes.
    public enum Direction {
        GLOBAL_TO_SHARED,
        SHARED_TO_SHARED,
        SHARED_TO_GLOBAL;

        public boolean readsShared() {
            return this != GLOBAL_TO_SHARED;
        }

        public boolean writesShared() {
            return this != SHARED_TO_GLOBAL;
        }
    }

    /// What becomes of the destination.
    public sealed interface Combination {

        /// The destination becomes equal to the source.
        record Replacement() implements Combination {}

        /// Of each 16 bytes, those of the destination become equal whose bits the mask has, the
        /// operand that a multicast has for its ranks.
        record MaskedReplacement() implements Combination {}

        /// Each element of the destination is combined with that of the source, atomically.
        ///
        /// @param bytes of an element
        /// @param function of the element of the destination and that of the source
        record Reduction(int bytes, LaneFunction function) implements Combination {}
    }

    /// Whether the destination is combined with the source.
    public boolean reduces() {
        return combination instanceof Combination.Reduction;
    }
}
