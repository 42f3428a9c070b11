package org.offloadtck.engine.deviceruntime;

import java.util.Arrays;
import java.util.Optional;

/// A result of a function of the device runtime (CUDA 13.0, `driver_types.h`, `cudaError`; the
/// texts are those that `cudaGetErrorString` of `libcudart` returns).
public enum RuntimeError {
    SUCCESS(0, "cudaSuccess", "no error"),
    INVALID_VALUE(1, "cudaErrorInvalidValue", "invalid argument"),
    MEMORY_ALLOCATION(2, "cudaErrorMemoryAllocation", "out of memory"),
    INVALID_CONFIGURATION(9, "cudaErrorInvalidConfiguration", "invalid configuration argument"),
    INVALID_MEMCPY_DIRECTION(
            21, "cudaErrorInvalidMemcpyDirection", "invalid copy direction for memcpy"),
    LAUNCH_MAX_DEPTH_EXCEEDED(
            65,
            "cudaErrorLaunchMaxDepthExceeded",
            "launch would exceed maximum depth of nested launches"),
    LAUNCH_PENDING_COUNT_EXCEEDED(
            69,
            "cudaErrorLaunchPendingCountExceeded",
            "launch failed because launch would exceed cudaLimitDevRuntimePendingLaunchCount"),
    INVALID_DEVICE_FUNCTION(98, "cudaErrorInvalidDeviceFunction", "invalid device function"),
    INVALID_DEVICE(101, "cudaErrorInvalidDevice", "invalid device ordinal"),
    UNSUPPORTED_LIMIT(
            215, "cudaErrorUnsupportedLimit", "limit is not supported on this architecture"),
    INVALID_RESOURCE_HANDLE(400, "cudaErrorInvalidResourceHandle", "invalid resource handle"),
    LAUNCH_OUT_OF_RESOURCES(
            701, "cudaErrorLaunchOutOfResources", "too many resources requested for launch");

    /// What `cudaGetErrorName` and `cudaGetErrorString` return for another number.
    static final String UNRECOGNIZED = "unrecognized error code";

    private final int code;
    private final String symbol;
    private final String text;

    RuntimeError(int code, String symbol, String text) {
        this.code = code;
        this.symbol = symbol;
        this.text = text;
    }

    /// Signals inside the package that a call fails.
    static final class Failure extends RuntimeException {

        private static final long serialVersionUID = 1;

        private final RuntimeError error;

        private Failure(RuntimeError error, String problem) {
            super(problem, null, false, false);
            this.error = error;
        }

        RuntimeError error() {
            return error;
        }
    }

    /// The failure of a call.
    ///
    /// @param problem what is, when it should be what
    Failure failure(String problem) {
        return new Failure(this, problem);
    }

    static Optional<RuntimeError> of(int code) {
        return Arrays.stream(values()).filter(error -> error.code == code).findFirst();
    }

    int code() {
        return code;
    }

    public String symbol() {
        return symbol;
    }

    String text() {
        return text;
    }
}
