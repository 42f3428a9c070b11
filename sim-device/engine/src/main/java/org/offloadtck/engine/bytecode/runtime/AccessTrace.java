package org.offloadtck.engine.bytecode.runtime;

import org.offloadtck.engine.code.Code;

/// Where the accesses of compiled code go, for who is told of them.
public final class AccessTrace {

    private static final int LANES = Code.LANES;

    /// How many addresses are kept at a time: those of more accesses than a phase can have.
    private static final int ROOM = 1 << 12;

    /// For each access of a phase, in a loop round after round, the address of each lane.
    final long[] addresses = new long[ROOM];

    private Listener listener = _ -> false;

    /// Is told of accesses.
    @FunctionalInterface
    public interface Listener {

        /// Lanes have loaded, or are about to store: [AccessTrace#copy] says where.
        ///
        /// @param phase program counter of the phase's first instruction
        /// @return whether the phase is to be carried out; if not, nothing of it is done
        boolean admits(int phase);
    }

    /// Says who is told.
    public void setListener(Listener other) {
        listener = other;
    }

    /// Whether the phase may be carried out, 0 if not.
    int heard(int phase) {
        return listener.admits(phase) ? 1 : 0;
    }

    /// How many rounds of a loop can be told of at a time.
    ///
    /// @param accesses of a round
    public static int maxIterations(int accesses) {
        return accesses == 0 ? Integer.MAX_VALUE : ROOM / (accesses * LANES);
    }

    /// Copies where each lane's access goes, in the flat address space.
    ///
    /// @param access its number in the phase, those of a loop's earlier rounds counted
    public void copy(int access, long[] into) {
        System.arraycopy(addresses, access * LANES, into, 0, LANES);
    }
}
