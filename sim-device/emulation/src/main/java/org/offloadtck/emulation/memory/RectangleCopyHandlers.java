package org.offloadtck.emulation.memory;

import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.queue.StreamCommand;
import org.offloadtck.emulation.queue.StreamCommand.Rectangle;
import org.offloadtck.emulation.resource.EmulatedStream;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;

/// Copies of rows (CUDA driver API 12.6, `CUDA_MEMCPY2D`).
public final class RectangleCopyHandlers implements DispatchTable.HandlerGroup {

    /// Where the structure's halves begin, and what follows them.
    private static final int SOURCE = 0;

    private static final int TARGET = 7;
    private static final int WIDTH = 14;
    private static final int HEIGHT = 15;
    private static final int STREAM = 16;

    /// Fields of a half: from `…XInBytes`.
    private static final int Y = 1;

    private static final int TYPE = 2;
    private static final int HOST = 3;
    private static final int DEVICE = 4;
    private static final int PITCH = 6;

    /// `CUmemorytype` (CUDA driver API 12.6).
    private static final int TYPE_HOST = 1;

    private static final int TYPE_DEVICE = 2;
    private static final int TYPE_UNIFIED = 4;

    private final DriverState machine;

    public RectangleCopyHandlers(DriverState machine) {
        this.machine = machine;
    }

    @Override
    public void register(DispatchTable table) {
        table.add(DriverFunction.CU_MEMCPY_2D, call -> copy(call, call.current().legacy()));
        table.add(
                DriverFunction.CU_MEMCPY_2D_UNALIGNED, call -> copy(call, call.current().legacy()));
        table.add(DriverFunction.CU_MEMCPY_2D_ASYNC, call -> copy(call, call.stream(STREAM)));
    }

    private DriverReply copy(Invocation call, EmulatedStream stream) {
        var source = rectangle(call, SOURCE);
        var target = rectangle(call, TARGET);
        CopyHandlers.requireNoInjection(call);
        boolean isWithin = machine.isGlobal(source.address()) && machine.isGlobal(target.address());
        if (!isWithin) {
            call.await(stream);
            tell(source, target);
        } else if (source.bytes() > 0) {
            call.submit(stream, new StreamCommand.Copy(stream.context(), target, source));
        }
        return DriverReply.success();
    }

    /// Tells whoever watches memory which end of the copy the client reads or writes.
    private void tell(Rectangle source, Rectangle target) {
        var watch = machine.memory().observer();
        for (long row = 0; row < source.height(); row++) {
            if (machine.isGlobal(source.address())) {
                watch.read(source.row(row), source.width());
            }
            if (machine.isGlobal(target.address())) {
                watch.written(target.row(row), target.width());
            }
        }
    }

    /// One end of the copy, checked where it is device memory.
    private Rectangle rectangle(Invocation call, int half) {
        int field = half + (call.number(half + TYPE) == TYPE_HOST ? HOST : DEVICE);
        long height = call.raw(HEIGHT);
        long width = call.raw(WIDTH);
        long pitch = pitch(call, half);
        requireExtents(call, half, pitch);
        long start = call.raw(field) + call.raw(half + Y) * pitch + call.raw(half);
        var rectangle = new Rectangle(start, pitch, width, height);
        switch (call.number(half + TYPE)) {
            case TYPE_DEVICE -> MemoryRangeCheck.require(call, field, start, rectangle.extent());
            case TYPE_HOST, TYPE_UNIFIED ->
                    MemoryRangeCheck.requireIfGlobal(call, field, start, rectangle.extent());
            default ->
                    throw call.error(
                            half + TYPE,
                            DriverResult.INVALID_VALUE,
                            "should be of host, device or unified memory: there are no arrays");
        }
        return rectangle;
    }

    /// 0 stands for the width of a row that begins at column 0.
    private static long pitch(Invocation call, int half) {
        long pitch = call.raw(half + PITCH);
        return pitch == 0 ? call.raw(half) + call.raw(WIDTH) : pitch;
    }

    /// Rows must not overlap, and no product below must pass 63 bits.
    private static void requireExtents(Invocation call, int half, long pitch) {
        long height = call.raw(HEIGHT);
        for (int index : new int[] {half, half + Y, half + PITCH, WIDTH, HEIGHT}) {
            if (call.raw(index) < 0 || call.raw(index) > Integer.MAX_VALUE) {
                throw call.error(index, DriverResult.INVALID_VALUE, "is too much");
            }
        }
        if (height > 1 && pitch < call.raw(WIDTH) + call.raw(half)) {
            throw call.error(half + PITCH, DriverResult.INVALID_VALUE, "is less than a row takes");
        }
    }
}
