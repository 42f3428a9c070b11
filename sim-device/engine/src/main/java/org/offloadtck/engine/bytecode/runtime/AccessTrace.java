package org.offloadtck.engine.bytecode.runtime;

import org.offloadtck.engine.bytecode.analysis.TraceLayout;
import org.offloadtck.engine.code.Code;

/// The addresses of the accesses of an instrumented block.
///
/// A [TraceLayout] says which addresses the trace has. Those of a loop with linear addresses are
/// computed from the addresses of its first two iterations: the distance between these is the step
/// of a lane. The last iteration shows that they are linear indeed, for 32-bit values may wrap.
public final class AccessTrace {

    private static final int LANES = Code.LANES;

    /// Addresses that are kept: more than a phase can have accesses.
    private static final int ROOM = 1 << 12;

    /// The addresses of rows, one for each lane; of a loop, iteration after iteration.
    final long[] addresses = new long[ROOM];

    /// No step is so long: it is not a multiple of the size of a word, as addresses are.
    public static final long NO_STEP = -1;

    private Listener listener = _ -> false;

    /// For each row of a loop with linear addresses the step of all lanes, or [#NO_STEP].
    private final long[] steps = new long[ROOM / LANES];

    /// Admits the accesses of blocks.
    @FunctionalInterface
    public interface Listener {

        /// Lanes have loaded, or are about to store: see [AccessTrace#copy].
        ///
        /// @param phase program counter of the first instruction of the phase
        /// @return whether the phase takes effect; if not, it is undone
        boolean admits(int phase);
    }

    /// Sets the listener.
    public void setListener(Listener other) {
        listener = other;
    }

    /// 1 if the phase takes effect, else 0.
    int heard(int phase) {
        return listener.admits(phase) ? 1 : 0;
    }

    /// Most iterations of a loop whose addresses fit.
    public static int maxIterations(TraceLayout layout) {
        if (layout.width() == 0) {
            return Integer.MAX_VALUE;
        }
        return layout.isLinear()
                ? TraceLayout.MOST_LINEAR_ITERATIONS
                : ROOM / (layout.width() * LANES);
    }

    /// All recorded addresses. Callers must not modify the array.
    public long[] addresses() {
        return addresses;
    }

    /// Copies the addresses of an access, one for each lane, in the flat address space.
    ///
    /// @param access its index in the layout
    /// @param iteration of a loop, counted from 0
    public void copy(TraceLayout layout, int access, int iteration, long[] into) {
        int row = layout.rows()[access];
        int distance = layout.distances()[access];
        if (layout.isLinear()) {
            int first = row * LANES;
            int second = first + layout.width() * LANES;
            for (int lane = 0; lane < LANES; lane++) {
                long start = addresses[first + lane];
                into[lane] = start + iteration * (addresses[second + lane] - start) + distance;
            }
        } else {
            int from = (iteration * layout.width() + row) * LANES;
            for (int lane = 0; lane < LANES; lane++) {
                into[lane] = addresses[from + lane] + distance;
            }
        }
    }

    /// Whether the addresses of the loop that ran last are linear in each lane. Computes the steps.
    ///
    /// @param mask of the lanes that executed the loop
    public boolean isLinear(TraceLayout layout, BlockContext context, int mask) {
        boolean isUniform = context.shortest(mask) > 1;
        for (int row = 0; row < layout.width(); row++) {
            int first = row * LANES;
            int second = first + layout.width() * LANES;
            int last = second + layout.width() * LANES;
            int leader = Integer.numberOfTrailingZeros(mask);
            long step = addresses[second + leader] - addresses[first + leader];
            boolean isSame = isUniform;
            for (int rest = mask; rest != 0; rest &= rest - 1) {
                int lane = Integer.numberOfTrailingZeros(rest);
                long own = addresses[second + lane] - addresses[first + lane];
                int rounds = context.rounds(lane);
                long end = addresses[first + lane] + (rounds - 1) * own;
                if (rounds > 2 && addresses[last + lane] != end) {
                    return false;
                }
                isSame &= own == step;
            }
            steps[row] = isSame ? step : NO_STEP;
        }
        return true;
    }

    /// The step of a row of the loop of the last call of [#isLinear]; [#NO_STEP] if lanes have
    /// different steps or one of them executed a single iteration.
    public long step(int row) {
        return steps[row];
    }
}
