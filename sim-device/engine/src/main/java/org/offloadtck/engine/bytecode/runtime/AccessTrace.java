package org.offloadtck.engine.bytecode.runtime;

import org.offloadtck.engine.code.Code;

/// The addresses of the accesses of an instrumented block.
public final class AccessTrace {

    private static final int LANES = Code.LANES;

    /// Addresses that are kept: more than a phase can have accesses.
    private static final int ROOM = 1 << 12;

    /// The addresses of rows, one for each lane; of a loop, iteration after iteration.
    final long[] addresses = new long[ROOM];

    private Listener listener = _ -> false;

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
    ///
    /// @param width rows of an iteration
    public static int maxIterations(int width) {
        return width == 0 ? Integer.MAX_VALUE : ROOM / (width * LANES);
    }

    /// Copies the addresses of a row, one for each lane, in the flat address space.
    ///
    /// @param row its index in the phase, the rows of earlier iterations counted
    /// @param distance what is added to each address
    public void copy(int row, int distance, long[] into) {
        int from = row * LANES;
        for (int lane = 0; lane < LANES; lane++) {
            into[lane] = addresses[from + lane] + distance;
        }
    }
}
