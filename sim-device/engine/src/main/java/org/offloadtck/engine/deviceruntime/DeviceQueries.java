package org.offloadtck.engine.deviceruntime;

import org.offloadtck.engine.device.CtaDemand;
import org.offloadtck.engine.program.DecodedFunction;

/// The functions of the device runtime that return properties of the device and texts.
final class DeviceQueries {

    /// `CUDART_VERSION` of CUDA 13.0 (`cuda_runtime_api.h`).
    private static final int VERSION = 13_000;

    private final RuntimeDevice device;

    DeviceQueries(RuntimeDevice device) {
        this.device = device;
    }

    /// `cudaGetErrorName(error)`
    CallResult errorName(DeviceRuntimeCall call) {
        return text(
                RuntimeError.of((int) call.argument(0))
                        .map(RuntimeError::symbol)
                        .orElse(RuntimeError.UNRECOGNIZED));
    }

    /// `cudaGetErrorString(error)`
    CallResult errorText(DeviceRuntimeCall call) {
        return text(
                RuntimeError.of((int) call.argument(0))
                        .map(RuntimeError::text)
                        .orElse(RuntimeError.UNRECOGNIZED));
    }

    private CallResult text(String text) {
        return CallResult.returned(device.memory().text(text));
    }

    /// `cudaGetDevice(&device)`
    CallResult device(DeviceRuntimeCall call) {
        return number(call, device.ordinal());
    }

    /// `cudaDeviceGetAttribute(&value, attribute, device)`
    CallResult attribute(DeviceRuntimeCall call) {
        if (call.argument(2) != device.ordinal()) {
            throw RuntimeError.INVALID_DEVICE.failure(
                    "device is %d when it should be %d, on which the kernel runs"
                            .formatted((int) call.argument(2), device.ordinal()));
        }
        int number = (int) call.argument(1);
        return number(
                call,
                device.attribute(number)
                        .orElseThrow(() ->
                                RuntimeError.INVALID_VALUE.failure(
                                        "%d is the number of no attribute".formatted(number))));
    }

    /// `cudaDeviceGetLimit(&value, limit)`
    CallResult limit(DeviceRuntimeCall call) {
        int number = (int) call.argument(1);
        long value =
                device.limit(number)
                        .orElseThrow(() ->
                                RuntimeError.UNSUPPORTED_LIMIT.failure(
                                        "the device has no limit %d".formatted(number)));
        call.store(call.argument(0), Long.BYTES, value);
        return CallResult.returned(RuntimeError.SUCCESS.code());
    }

    /// `cudaDeviceGetCacheConfig(&config)` and `cudaDeviceGetSharedMemConfig(&config)`: no
    /// preference, and the default.
    CallResult preference(DeviceRuntimeCall call) {
        return number(call, 0);
    }

    /// `cudaRuntimeGetVersion(&version)`
    CallResult version(DeviceRuntimeCall call) {
        return number(call, VERSION);
    }

    /// `cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, threads, sharedBytes)`
    CallResult occupancy(DeviceRuntimeCall call) {
        long address = call.argument(1);
        int threads = (int) call.argument(2);
        long shared = call.argument(3);
        var kernel = call.program().functionAt(address).filter(DecodedFunction::isKernel);
        if (kernel.isEmpty()) {
            throw RuntimeError.INVALID_DEVICE_FUNCTION.failure(
                    "0x%x is the address of no kernel".formatted(address));
        }
        if (threads < 1 || shared < 0 || shared > Integer.MAX_VALUE / 2) {
            throw RuntimeError.INVALID_VALUE.failure(
                    "a block has %d threads and %d bytes of shared memory"
                            .formatted(threads, shared));
        }
        int bytes = kernel.get().sharedBytes() + (int) shared;
        return number(call, device.spec().ctasPerMultiprocessor(new CtaDemand(threads, 0, bytes)));
    }

    private static CallResult number(DeviceRuntimeCall call, int value) {
        call.store(call.argument(0), Integer.BYTES, value);
        return CallResult.returned(RuntimeError.SUCCESS.code());
    }
}
