package org.offloadtck.timing.trace;

import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// What an instruction of an image does to an `mbarrier`, as
/// [org.offloadtck.ptx.pass.MbarrierLowering] leaves it.
enum MbarrierUse {
    NONE,
    INITIALISES,
    /// An arrival or a change of the tx-count, which may complete a phase.
    CHANGES,
    /// The load of a wait.
    POLLS,
    /// The `nanosleep` of the lanes whose wait has failed, which ends a wait.
    ENDS_WAIT;

    static MbarrierUse[] of(LoadedProgram image) {
        var uses = new MbarrierUse[image.code().instructions().size()];
        boolean waits = false;
        for (int pc = 0; pc < uses.length; pc++) {
            uses[pc] = NONE;
            if (image.instruction(pc) instanceof Operation operation) {
                boolean ends = waits && operation.opcode() == Opcode.NANOSLEEP;
                uses[pc] = ends ? ENDS_WAIT : of(operation.opcode());
                waits = (waits && !ends) || uses[pc] == POLLS;
            }
        }
        return uses;
    }

    private static MbarrierUse of(Opcode opcode) {
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
