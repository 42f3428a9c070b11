package org.offloadtck.engine.thread;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// The cells of tensor memory that an instruction reads and writes.
///
/// @param reads those that it reads and does not write
/// @param writes those that it writes, and may read
public record TensorMemoryUse(List<Cells> reads, List<Cells> writes) {

    public TensorMemoryUse {
        reads = List.copyOf(reads);
        writes = List.copyOf(writes);
    }

    /// Some lanes of columns that follow each other.
    ///
    /// @param low lanes 0 to 63, a bit for each
    /// @param high lanes 64 to 127
    /// @param column the first column
    public record Cells(Cta cta, long low, long high, int column, int columns) {

        public static Cells of(Cta cta, IntStream lanes, int column, int columns) {
            var halves = new long[2];
            lanes.forEach(lane -> halves[lane / Long.SIZE] |= 1L << lane % Long.SIZE);
            return new Cells(cta, halves[0], halves[1], column, columns);
        }

        /// The lowest lane, or [TensorMemory#LANES] if there is none.
        public int lane() {
            return low != 0
                    ? Long.numberOfTrailingZeros(low)
                    : Long.SIZE + Long.numberOfTrailingZeros(high);
        }

        /// The cells that are also others.
        private Optional<Cells> and(Cells other) {
            int first = Math.max(column, other.column);
            int end = Math.min(column + columns, other.column + other.columns);
            var common = new Cells(cta, low & other.low, high & other.high, first, end - first);
            boolean isEmpty =
                    !cta.equals(other.cta) || end <= first || (common.low | common.high) == 0;
            return isEmpty ? Optional.empty() : Optional.of(common);
        }
    }

    /// Cells that this and another instruction use, and one of them writes.
    public Optional<Cells> conflict(TensorMemoryUse other) {
        return common(writes, other.writes)
                .or(() -> common(writes, other.reads))
                .or(() -> common(reads, other.writes));
    }

    private static Optional<Cells> common(List<Cells> these, List<Cells> those) {
        return these.stream()
                .flatMap(each -> those.stream().flatMap(other -> each.and(other).stream()))
                .findFirst();
    }
}
