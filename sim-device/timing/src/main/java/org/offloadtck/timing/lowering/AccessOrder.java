package org.offloadtck.timing.lowering;

import org.offloadtck.timing.trace.AccessWord;
import org.offloadtck.timing.trace.WarpTrace;

/// The accesses of a warp's trace in the order of machine code.
public final class AccessOrder {

    private final InstructionOrder order;

    /// Whether the warp that was asked for last moves accesses. Threads race to set it; a record is
    /// seen whole or not at all.
    private Known last = new Known(new int[0], false);

    /// @param control of a trace, which warps that took the same path share
    @SuppressWarnings("ArrayRecordComponent")
    private // compared by identity
    record Known(int[] control, boolean moves) {}

    public AccessOrder(InstructionOrder order) {
        this.order = order;
    }

    /// The words of the accesses of a trace, each access where machine code has it. The caller must
    /// not change the array.
    @SuppressWarnings("ReferenceEquality") // warps that took the same path share the array
    public int[] memory(WarpTrace trace) {
        var known = last;
        if (known.control != trace.control()) {
            known = new Known(trace.control(), moves(trace.control()));
            last = known;
        }
        return known.moves ? new Pass(trace.memory()).over(trace.control()) : trace.memory();
    }

    private boolean moves(int[] control) {
        boolean moves = false;
        for (int entry = 0; entry < control.length && !moves; entry += WarpTrace.ENTRY) {
            int from = control[entry];
            int to = from + control[entry + 1];
            moves = from >= 0 && order.areWhole(from, to) && order.movesAccesses(from, to);
        }
        return moves;
    }

    /// One pass over the words of a trace.
    private final class Pass {

        private final int[] source;
        private final int[] moved;
        private int read;
        private int written;
        private int[] starts = new int[1];

        Pass(int[] source) {
            this.source = source;
            this.moved = new int[source.length];
        }

        int[] over(int[] control) {
            for (int entry = 0; entry < control.length; entry += WarpTrace.ENTRY) {
                int from = control[entry];
                if (from >= 0) {
                    int to = from + control[entry + 1];
                    boolean isWhole = order.areWhole(from, to);
                    for (int round = 0; round < control[entry + 2]; round++) {
                        run(from, to, isWhole);
                    }
                }
            }
            return moved;
        }

        private void run(int from, int to, boolean isWhole) {
            if (isWhole) {
                for (int at = from; at < to; at += order.length(at)) {
                    region(order.accesses(at));
                }
            } else {
                for (int count = order.accessCount(from, to); count > 0; count--) {
                    int end = AccessWord.end(source, read);
                    copy(read, end);
                    read = end;
                }
            }
        }

        private void region(int[] accesses) {
            if (starts.length <= accesses.length) {
                starts = new int[2 * accesses.length];
            }
            starts[0] = read;
            for (int i = 0; i < accesses.length; i++) {
                starts[i + 1] = AccessWord.end(source, starts[i]);
            }
            for (int access : accesses) {
                copy(starts[access], starts[access + 1]);
            }
            read = starts[accesses.length];
        }

        private void copy(int from, int to) {
            System.arraycopy(source, from, moved, written, to - from);
            written += to - from;
        }
    }
}
