package org.offloadtck.emulation.resource;

import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.engine.launch.FaultKind;

/// The failure of the contexts of a device: the result of every later call that needs one.
///
/// @param reason for the API trace
public record ContextFailure(DriverResult result, String reason) {

    /// The result that a driver reports for a fault: that of an H200 with driver 580.159, for
    /// misuse of an `mbarrier` of an H100, where the GPU detects the fault, otherwise the nearest
    /// of `CUresult` (CUDA driver API 12.6). Those of a CTA that has exited and of an invalid
    /// tensor map are assumed.
    public static DriverResult result(FaultKind kind) {
        return switch (kind) {
            case OUT_OF_BOUNDS,
                    USE_AFTER_FREE,
                    NULL_POINTER,
                    READ_ONLY,
                    STACK_OVERFLOW,
                    UNMAPPED_CALL ->
                    DriverResult.ILLEGAL_ADDRESS;
            case MISALIGNED -> DriverResult.MISALIGNED_ADDRESS;
            case UNSUPPORTED, INVALID_BARRIER, INVALID_TENSOR_MAP, INVALID_TENSOR_OPERATION ->
                    DriverResult.ILLEGAL_INSTRUCTION;
            case TRAP, INVALID_FREE, INVALID_MBARRIER, EXITED_CTA -> DriverResult.LAUNCH_FAILED;
            case ASSERTION -> DriverResult.ASSERT;
            case DEADLOCK, TOO_LONG, INTERRUPTED -> DriverResult.LAUNCH_TIMEOUT;
            case ADDRESS_SPACE -> DriverResult.INVALID_ADDRESS_SPACE;
            case INVALID_CALL -> DriverResult.INVALID_PC;
        };
    }
}
