package org.offloadtck.engine.deviceruntime;

import java.util.List;
import org.offloadtck.engine.deviceruntime.DeviceCommand.Rows;
import org.offloadtck.engine.memory.AddressSpace;

/// The copies and fills of a grid (CUDA C++ Programming Guide 13.0, *CUDA dynamic parallelism*,
/// *API reference*): asynchronous, within global memory.
final class DeviceTransfers {

    /// `cudaMemcpyDeviceToDevice` and `cudaMemcpyDefault` (CUDA 13.0, `driver_types.h`).
    private static final int DEVICE_TO_DEVICE = 3;

    private static final int DEFAULT = 4;

    private final DeviceStreams streams;

    DeviceTransfers(DeviceStreams streams) {
        this.streams = streams;
    }

    /// `cudaMemcpyAsync(dst, src, count, kind, stream)`
    CallResult copy(DeviceRuntimeCall call) {
        long bytes = call.argument(2);
        return copy(
                call,
                3,
                new Rows(call.argument(0), bytes, bytes, 1),
                new Rows(call.argument(1), bytes, bytes, 1));
    }

    /// `cudaMemcpy2DAsync(dst, dpitch, src, spitch, width, height, kind, stream)`
    CallResult copyRows(DeviceRuntimeCall call) {
        long width = call.argument(4);
        long height = call.argument(5);
        return copy(
                call,
                6,
                new Rows(call.argument(0), call.argument(1), width, height),
                new Rows(call.argument(2), call.argument(3), width, height));
    }

    /// @param kind index of the argument with the direction, before that with the stream
    private CallResult copy(DeviceRuntimeCall call, int kind, Rows target, Rows source) {
        long direction = call.argument(kind);
        if (direction != DEVICE_TO_DEVICE && direction != DEFAULT) {
            throw RuntimeError.INVALID_MEMCPY_DIRECTION.failure(
                    "the direction is %d when kernels can copy within device memory only"
                            .formatted(direction));
        }
        require(target);
        require(source);
        var order = streams.order(call.argument(kind + 1));
        return isEmpty(target)
                ? CallResult.returned(RuntimeError.SUCCESS.code())
                : CallResult.submitted(new DeviceCommand.Copy(order, target, source), List.of());
    }

    /// `cudaMemsetAsync(ptr, value, count, stream)`
    CallResult fill(DeviceRuntimeCall call) {
        long bytes = call.argument(2);
        return fill(
                new Rows(call.argument(0), bytes, bytes, 1), call.argument(1), call.argument(3));
    }

    /// `cudaMemset2DAsync(ptr, pitch, value, width, height, stream)`
    CallResult fillRows(DeviceRuntimeCall call) {
        return fill(
                new Rows(call.argument(0), call.argument(1), call.argument(3), call.argument(4)),
                call.argument(2),
                call.argument(5));
    }

    private CallResult fill(Rows target, long value, long stream) {
        require(target);
        var order = streams.order(stream);
        return isEmpty(target)
                ? CallResult.returned(RuntimeError.SUCCESS.code())
                : CallResult.submitted(
                        new DeviceCommand.Fill(order, target, (int) value), List.of());
    }

    private static boolean isEmpty(Rows rows) {
        return rows.width() == 0 || rows.height() == 0;
    }

    private static void require(Rows rows) {
        long window = AddressSpace.window(rows.address());
        if (window == AddressSpace.LOCAL || window == AddressSpace.SHARED) {
            throw RuntimeError.INVALID_VALUE.failure(
                    "0x%x is in %s memory when it should be in global memory"
                            .formatted(
                                    rows.address(),
                                    window == AddressSpace.LOCAL ? "local" : "shared"));
        }
        boolean isNegative = rows.width() < 0 || rows.height() < 0 || rows.pitch() < 0;
        if (isNegative || (rows.height() > 1 && rows.pitch() < rows.width())) {
            throw RuntimeError.INVALID_VALUE.failure(
                    "%d rows of %d bytes have a pitch of %d bytes"
                            .formatted(rows.height(), rows.width(), rows.pitch()));
        }
    }
}
