package org.offloadtck.emulation.resource;

import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.engine.launch.FaultKind;

/// The failure of a context: the result of every later call that needs it.
///
/// @param reason for the API trace
public record ContextFailure(DriverResult result, String reason) {

    /// The result that a driver reports for a fault (CUDA driver API 12.6, `CUresult`).
    public static DriverResult result(FaultKind kind) {
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
