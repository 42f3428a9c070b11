package org.offloadtck.engine.bytecode.runtime;

import org.offloadtck.engine.code.Code;

/// The addresses of the accesses of an instrumented block.
public final class AccessTrace {

    private static final int LANES = Code.LANES;

    /// Addresses that are kept: more than a phase can have accesses.
    private static final int ROOM = 1 << 12;

    /// For each access of a phase, the address of each lane; of a loop, iteration after iteration.
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

    /// Most iterations of a loop whose accesses fit.
    ///
    /// @param accesses of an iteration
    public static int maxIterations(int accesses) {
        return accesses == 0 ? Integer.MAX_VALUE : ROOM / (accesses * LANES);
    }

    /// Copies the addresses of an access, one for each lane, in the flat address space.
    ///
    /// @param access its index in the phase, the accesses of earlier iterations counted
    public void copy(int access, long[] into) {
        System.arraycopy(addresses, access * LANES, into, 0, LANES);
    }
}
