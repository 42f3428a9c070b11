package org.offloadtck.emulation.memory;

import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.queue.StreamCommand;
import org.offloadtck.emulation.queue.StreamCommand.Pattern;
import org.offloadtck.emulation.queue.StreamCommand.Rectangle;
import org.offloadtck.emulation.resource.EmulatedStream;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.Invocation;

/// Handlers of fills with 8-, 16- or 32-bit values.
public final class FillHandlers implements DispatchTable.HandlerGroup {

    /// Index of `hStream` after address, value and count.
    private static final int STREAM = 3;

    /// Index of `hStream` after address, pitch, value, width and height.
    private static final int STREAM_2D = 5;

    /// Largest number of rows or elements, so that products stay below 63 bits.
    private static final long MOST = 1L << 40;

    @Override
    public void register(DispatchTable table) {
        table.add(DriverFunction.CU_MEMSET_D8, call -> line(call, 1, legacy(call)));
        table.add(DriverFunction.CU_MEMSET_D8_ASYNC, call -> line(call, 1, call.stream(STREAM)));
        table.add(DriverFunction.CU_MEMSET_D16, call -> line(call, 2, legacy(call)));
        table.add(DriverFunction.CU_MEMSET_D16_ASYNC, call -> line(call, 2, call.stream(STREAM)));
        table.add(DriverFunction.CU_MEMSET_D32, call -> line(call, 4, legacy(call)));
        table.add(DriverFunction.CU_MEMSET_D32_ASYNC, call -> line(call, 4, call.stream(STREAM)));
        table.add(DriverFunction.CU_MEMSET_D2D8, call -> rows(call, 1, legacy(call)));
        table.add(
                DriverFunction.CU_MEMSET_D2D8_ASYNC, call -> rows(call, 1, call.stream(STREAM_2D)));
        table.add(DriverFunction.CU_MEMSET_D2D16, call -> rows(call, 2, legacy(call)));
        table.add(
                DriverFunction.CU_MEMSET_D2D16_ASYNC,
                call -> rows(call, 2, call.stream(STREAM_2D)));
        table.add(DriverFunction.CU_MEMSET_D2D32, call -> rows(call, 4, legacy(call)));
        table.add(
                DriverFunction.CU_MEMSET_D2D32_ASYNC,
                call -> rows(call, 4, call.stream(STREAM_2D)));
    }

    private static EmulatedStream legacy(Invocation call) {
        return call.current().legacy();
    }

    private static DriverReply line(Invocation call, int bytes, EmulatedStream stream) {
        long width = extent(call, 2) * bytes;
        var target = Rectangle.line(call.raw(0), width);
        return fill(call, stream, target, new Pattern(call.number(1), bytes));
    }

    private static DriverReply rows(Invocation call, int bytes, EmulatedStream stream) {
        long width = extent(call, 3) * bytes;
        long height = extent(call, 4);
        long pitch = call.raw(1);
        if (height > 1 && (pitch < width || pitch > MOST / height)) {
            throw call.error(
                    1,
                    DriverResult.INVALID_VALUE,
                    "should be from a row's %d bytes on".formatted(width));
        }
        if (height > 1 && pitch % bytes != 0) {
            throw call.error(1, DriverResult.INVALID_VALUE, "should be a multiple of " + bytes);
        }
        var target = new Rectangle(call.raw(0), pitch, width, height);
        return fill(call, stream, target, new Pattern(call.number(2), bytes));
    }

    private static long extent(Invocation call, int index) {
        long count = call.raw(index);
        if (count < 0 || count > MOST) {
            throw call.error(index, DriverResult.INVALID_VALUE, "is too much");
        }
        return count;
    }

    private static DriverReply fill(
            Invocation call, EmulatedStream stream, Rectangle target, Pattern pattern) {
        if (target.address() % pattern.bytes() != 0) {
            throw call.error(
                    0, DriverResult.INVALID_VALUE, "should be a multiple of " + pattern.bytes());
        }
        MemoryRangeCheck.requireReachable(call, 0, target.extent());
        if (target.extent() > 0) {
            call.submit(stream, new StreamCommand.Fill(stream.context(), target, pattern));
        }
        return DriverReply.success();
    }
}
