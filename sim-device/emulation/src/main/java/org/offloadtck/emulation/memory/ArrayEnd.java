package org.offloadtck.emulation.memory;

import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.array.EmulatedArray;
import org.offloadtck.emulation.queue.StreamCommand.Rectangle;
import org.offloadtck.emulation.resource.HandleKind;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;

/// An end of a copy of rows that is in an array.
///
/// @param x index of `…XInBytes`, which `…Y` follows and in `CUDA_MEMCPY3D` `…Z`
/// @param array index of the array
/// @param width index of `WidthInBytes`, which `Height` follows and in `CUDA_MEMCPY3D` `Depth`
record ArrayEnd(Invocation call, int x, int array, int width) {

    /// Index relative to that of `…XInBytes` and to that of `WidthInBytes`.
    private static final int ROWS = 1;

    private static final int SLICES = 2;

    /// The rows of a copy of one slice, which is the first of the array.
    ///
    /// @throws DriverCallException if not all of them are in the array
    Rectangle rows() {
        return rows(find(), 0);
    }

    /// The rows in a slice of a copy of slices.
    ///
    /// @param slice counted from the first of the copy
    /// @throws DriverCallException if not all slices of the copy are in the array
    Rectangle slice(long slice) {
        var found = find();
        requireWithin(SLICES, found.shape().slices(), "slices");
        return rows(found, call.raw(x + SLICES) + slice);
    }

    private EmulatedArray find() {
        var found =
                call.find(array, HandleKind.ARRAY, EmulatedArray.class, DriverResult.INVALID_VALUE);
        DriverState.requireHealthy(found.memory().context());
        return found;
    }

    private Rectangle rows(EmulatedArray found, long z) {
        var shape = found.shape();
        requireWithin(0, shape.rowBytes(), "bytes in a row");
        requireWithin(ROWS, shape.rows(), "rows");
        int element = shape.texel().bytes();
        if (call.raw(x) % element != 0) {
            throw call.error(
                    x,
                    DriverResult.INVALID_VALUE,
                    "is not a multiple of %d, the bytes of an element".formatted(element));
        }
        return new Rectangle(
                found.address()
                        + z * shape.slicePitch()
                        + call.raw(x + ROWS) * shape.rowPitch()
                        + call.raw(x),
                shape.rowPitch(),
                call.raw(width),
                call.raw(width + ROWS));
    }

    private void requireWithin(int dimension, long size, String what) {
        long start = call.raw(x + dimension);
        long extent = call.raw(width + dimension);
        if (start < 0 || extent < 0 || extent > size || start > size - extent) {
            throw call.misuse(
                    width + dimension,
                    DriverResult.INVALID_VALUE,
                    "from %s on is not in the array, which has %d %s"
                            .formatted(Long.toUnsignedString(start), size, what));
        }
    }
}
