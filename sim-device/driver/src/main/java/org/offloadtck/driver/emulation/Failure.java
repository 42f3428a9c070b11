package org.offloadtck.driver.emulation;

import org.offloadtck.driver.api.DriverResult;
import org.offloadtck.simt.execution.FaultKind;

/// What ended a context: every later call that needs it has this result.
///
/// @param reason for the trace
record Failure(DriverResult result, String reason) {

    /// What a driver reports for a fault (CUDA driver API 12.6, `CUresult`).
    static DriverResult result(FaultKind kind) {
        return switch (kind) {
            case OUT_OF_BOUNDS, USE_AFTER_FREE, NULL_POINTER, READ_ONLY ->
                    DriverResult.ILLEGAL_ADDRESS;
            case MISALIGNED -> DriverResult.MISALIGNED_ADDRESS;
            case UNSUPPORTED, INVALID_BARRIER -> DriverResult.ILLEGAL_INSTRUCTION;
            case TRAP, INVALID_FREE -> DriverResult.LAUNCH_FAILED;
            case ASSERTION -> DriverResult.ASSERT;
            case DEADLOCK, TOO_LONG, INTERRUPTED -> DriverResult.LAUNCH_TIMEOUT;
            case STACK_OVERFLOW -> DriverResult.HARDWARE_STACK_ERROR;
            case INVALID_CALL -> DriverResult.INVALID_PC;
        };
    }
}
