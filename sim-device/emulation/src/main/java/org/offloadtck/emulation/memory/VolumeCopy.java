package org.offloadtck.emulation.memory;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.queue.StreamCommand;
import org.offloadtck.emulation.queue.StreamCommand.Rectangle;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.session.Invocation;

/// Reads a copy of slices (CUDA driver API 12.6, `CUDA_MEMCPY3D`) from the arguments of a call.
///
/// @param first index of `srcXInBytes`
public record VolumeCopy(Invocation call, int first) {

    /// Most slices of a copy, each of which is a command.
    private static final int MOST_SLICES = 1 << 20;

    /// Index of `dstXInBytes` and of the extents, relative to the first field.
    private static final int TARGET = 10;

    private static final int WIDTH = 20;
    private static final int HEIGHT = 21;
    private static final int DEPTH = 22;

    /// Index of a field in a half, relative to `…XInBytes`.
    private static final int Y = 1;

    private static final int Z = 2;
    private static final int TYPE = 4;
    private static final int HOST = 5;
    private static final int DEVICE = 6;
    private static final int ARRAY = 7;
    private static final int PITCH = 8;
    private static final int ROWS = 9;

    /// Fields of the structure.
    public static final int FIELDS = 23;

    /// `CU_MEMORYTYPE_UNIFIED` (CUDA driver API 13.0, `CUmemorytype`).
    private static final long UNIFIED = 4;

    /// The structure of a captured copy: rows of slices at unified addresses.
    ///
    /// @param slices copies, 1 or more
    public static List<Long> fields(List<? extends StreamCommand> slices) {
        var first = (StreamCommand.Copy) slices.getFirst();
        var second = (StreamCommand.Copy) slices.get(slices.size() == 1 ? 0 : 1);
        var fields = new ArrayList<Long>();
        addHalf(fields, first.source(), second.source());
        addHalf(fields, first.target(), second.target());
        fields.addAll(
                List.of(first.target().width(), first.target().height(), (long) slices.size()));
        return fields;
    }

    private static void addHalf(List<Long> fields, Rectangle first, Rectangle second) {
        long rows =
                second.address() == first.address() || first.pitch() == 0
                        ? first.height()
                        : (second.address() - first.address()) / first.pitch();
        long at = first.address();
        fields.addAll(List.of(0L, 0L, 0L, 0L, UNIFIED, at, at, 0L, first.pitch(), rows));
    }

    /// Whether it has no bytes.
    boolean isEmpty() {
        return call.raw(first + WIDTH) == 0
                || call.raw(first + HEIGHT) == 0
                || call.raw(first + DEPTH) == 0;
    }

    /// The copies of all slices.
    ///
    /// @return 1 or more
    /// @throws DriverCallException if the copy has no bytes, or slices without memory
    public List<StreamCommand.Copy> slices(EmulatedContext context) {
        requireExtent(WIDTH, Integer.MAX_VALUE);
        requireExtent(HEIGHT, Integer.MAX_VALUE);
        requireExtent(DEPTH, MOST_SLICES);
        var slices = new ArrayList<StreamCommand.Copy>();
        for (long z = 0; z < call.raw(first + DEPTH); z++) {
            slices.add(new StreamCommand.Copy(context, slice(first + TARGET, z), slice(first, z)));
        }
        return slices;
    }

    private void requireExtent(int extent, int most) {
        long value = call.raw(first + extent);
        if (value < 1 || value > most) {
            throw call.error(
                    first + extent, DriverResult.INVALID_VALUE, "should be from 1 to " + most);
        }
    }

    private Rectangle slice(int half, long z) {
        if (call.number(half + TYPE) == RectangleCopyHandlers.TYPE_ARRAY) {
            return new ArrayEnd(call, half, half + ARRAY, first + WIDTH).slice(z);
        }
        for (int index : new int[] {half, half + Y, half + Z, half + PITCH, half + ROWS}) {
            if (call.raw(index) < 0 || call.raw(index) > Integer.MAX_VALUE) {
                throw call.error(index, DriverResult.INVALID_VALUE, "is too much");
            }
        }
        int type = half + TYPE;
        int base = half + (call.number(type) == RectangleCopyHandlers.TYPE_HOST ? HOST : DEVICE);
        long pitch =
                call.raw(half + PITCH) == 0
                        ? call.raw(half) + call.raw(first + WIDTH)
                        : call.raw(half + PITCH);
        long row = (call.raw(half + Z) + z) * call.raw(half + ROWS) + call.raw(half + Y);
        if (row > Long.MAX_VALUE / 2 / Math.max(pitch, 1)) {
            throw call.error(half + ROWS, DriverResult.INVALID_VALUE, "is too much");
        }
        long start = call.raw(base) + row * pitch + call.raw(half);
        var slice = new Rectangle(start, pitch, call.raw(first + WIDTH), call.raw(first + HEIGHT));
        RectangleCopyHandlers.require(call, type, base, slice);
        return slice;
    }
}
