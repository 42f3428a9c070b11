package org.offloadtck.timing.trace;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// The numbers of the phases of the `mbarrier` objects of a CTA among the barriers of its trace.
final class MbarrierPhases {

    /// What an instruction of an image does to an `mbarrier`, as
    /// [org.offloadtck.ptx.pass.MbarrierLowering] leaves it.
    enum Use {
        NONE,
        INITIALISES,
        /// An arrival or a change of the tx-count, which may complete a phase.
        CHANGES,
        /// A change of the tx-count by the bytes of a bulk copy, when they have arrived.
        COMPLETES_COPY,
        /// The load of a wait.
        POLLS,
        /// The `nanosleep` of the lanes whose wait has failed, which ends a wait.
        ENDS_WAIT;

        static Use[] of(LoadedProgram image) {
            var uses = new Use[image.code().instructions().size()];
            boolean waits = false;
            for (int pc = 0; pc < uses.length; pc++) {
                uses[pc] = NONE;
                if (image.instruction(pc) instanceof Operation operation) {
                    boolean ends = waits && operation.opcode() == Opcode.NANOSLEEP;
                    uses[pc] = ends ? ENDS_WAIT : of(operation.opcode());
                    boolean counts =
                            pc > 0
                                    && operation.opcode() == Opcode.MBARRIER_COMPLETE_TX
                                    && image.instruction(pc - 1) instanceof Operation before
                                    && (before.opcode().isBulkCopy()
                                            || uses[pc - 1] == COMPLETES_COPY);
                    uses[pc] = counts ? COMPLETES_COPY : uses[pc];
                    waits = (waits && !ends) || uses[pc] == POLLS;
                }
            }
            return uses;
        }

        private static Use of(Opcode opcode) {
            if (!opcode.isOnMbarrier()) {
                return NONE;
            }
            return switch (opcode) {
                case MBARRIER_INIT -> INITIALISES;
                case MBARRIER_TEST_WAIT, MBARRIER_TRY_WAIT -> POLLS;
                default -> CHANGES;
            };
        }
    }

    private final Map<Long, Integer> current = new HashMap<>();
    private final Map<Long, Integer> completed = new HashMap<>();

    void clear() {
        current.clear();
        completed.clear();
    }

    /// An object is initialised.
    void initialise(long address) {
        current.remove(address);
        completed.remove(address);
    }

    /// The number of the current phase; empty if none has arrived in it.
    OptionalInt current(long address) {
        return number(current, address);
    }

    /// Gives the current phase a number.
    void begin(long address, int number) {
        current.put(address, number);
    }

    /// The current phase completes.
    void complete(long address) {
        var number = current.remove(address);
        if (number != null) {
            completed.put(address, number);
        }
    }

    /// The number of the phase that completed last; empty if none has.
    OptionalInt last(long address) {
        return number(completed, address);
    }

    private static OptionalInt number(Map<Long, Integer> phases, long address) {
        var number = phases.get(address);
        return number == null ? OptionalInt.empty() : OptionalInt.of(number);
    }
}
