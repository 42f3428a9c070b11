package org.offloadtck.emulation.memory;

import java.util.List;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.queue.StreamCommand;
import org.offloadtck.emulation.queue.StreamCommand.Pattern;
import org.offloadtck.emulation.queue.StreamCommand.Rectangle;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.resource.EmulatedStream;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.Invocation;

/// Handlers of fills with 8-, 16- or 32-bit values.
public final class FillHandlers implements DispatchTable.HandlerGroup {

    /// Index of `hStream` after address, value and count.
    private static final int STREAM = 3;

    /// Index of `hStream` after address, pitch, value, width and height.
    private static final int STREAM_2D = 5;

    /// Index of a field of `CUDA_MEMSET_NODE_PARAMS`, relative to `dst`.
    private static final int NODE_VALUE = 2;

    private static final int NODE_ELEMENT = 3;
    private static final int NODE_WIDTH = 4;

    /// Largest number of rows or elements, so that products stay below 63 bits.
    private static final long MOST = 1L << 40;

    @Override
    public void register(DispatchTable table) {
        table.add(DriverFunction.CU_MEMSET_D8, call -> now(call, line(call, 1, legacy(call))));
        table.add(DriverFunction.CU_MEMSET_D8_ASYNC, call -> line(call, 1, call.stream(STREAM)));
        table.add(DriverFunction.CU_MEMSET_D16, call -> now(call, line(call, 2, legacy(call))));
        table.add(DriverFunction.CU_MEMSET_D16_ASYNC, call -> line(call, 2, call.stream(STREAM)));
        table.add(DriverFunction.CU_MEMSET_D32, call -> now(call, line(call, 4, legacy(call))));
        table.add(DriverFunction.CU_MEMSET_D32_ASYNC, call -> line(call, 4, call.stream(STREAM)));
        table.add(DriverFunction.CU_MEMSET_D2D8, call -> now(call, rows(call, 1, legacy(call))));
        table.add(
                DriverFunction.CU_MEMSET_D2D8_ASYNC, call -> rows(call, 1, call.stream(STREAM_2D)));
        table.add(DriverFunction.CU_MEMSET_D2D16, call -> now(call, rows(call, 2, legacy(call))));
        table.add(
                DriverFunction.CU_MEMSET_D2D16_ASYNC,
                call -> rows(call, 2, call.stream(STREAM_2D)));
        table.add(DriverFunction.CU_MEMSET_D2D32, call -> now(call, rows(call, 4, legacy(call))));
        table.add(
                DriverFunction.CU_MEMSET_D2D32_ASYNC,
                call -> rows(call, 4, call.stream(STREAM_2D)));
    }

    /// Waits for a fill without a stream if the host shares the memory.
    private static DriverReply now(Invocation call, DriverReply reply) {
        call.awaitHostMemory(call.raw(0));
        return reply;
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
        return fill(call, stream, rows(call, 0, 3, bytes), new Pattern(call.number(2), bytes));
    }

    /// The rows of a fill.
    ///
    /// @param address index of the address, before that of the pitch
    /// @param width index of the elements of a row, before that of the number of rows
    /// @param bytes of an element
    private static Rectangle rows(Invocation call, int address, int width, int bytes) {
        long length = extent(call, width) * bytes;
        long height = extent(call, width + 1);
        int pitchIndex = address + 1;
        long pitch = call.raw(pitchIndex);
        if (height > 1 && (pitch < length || pitch > MOST / height)) {
            throw call.error(
                    pitchIndex,
                    DriverResult.INVALID_VALUE,
                    "should be from a row's %d bytes on".formatted(length));
        }
        if (height > 1 && pitch % bytes != 0) {
            throw call.error(
                    pitchIndex, DriverResult.INVALID_VALUE, "should be a multiple of " + bytes);
        }
        return new Rectangle(call.raw(address), pitch, length, height);
    }

    /// Fields of `CUDA_MEMSET_NODE_PARAMS`.
    public static final int FIELDS = 6;

    /// `CUDA_MEMSET_NODE_PARAMS` of a captured fill.
    public static List<Long> fields(StreamCommand command) {
        if (command instanceof StreamCommand.Fill(var _, var target, var pattern)) {
            return List.of(
                    target.address(),
                    target.pitch(),
                    Integer.toUnsignedLong(pattern.bits()),
                    (long) pattern.bytes(),
                    target.width() / pattern.bytes(),
                    target.height());
        }
        throw new IllegalArgumentException("%s is no fill".formatted(command));
    }

    /// Reads a fill from the arguments of a call (CUDA driver API 12.6, `CUDA_MEMSET_NODE_PARAMS`).
    ///
    /// @param first index of `dst`
    public static StreamCommand.Fill node(Invocation call, int first, EmulatedContext context) {
        int bytes = call.number(first + NODE_ELEMENT);
        if (bytes != 1 && bytes != 2 && bytes != 4) {
            throw call.error(
                    first + NODE_ELEMENT, DriverResult.INVALID_VALUE, "should be 1, 2 or 4");
        }
        var target = rows(call, first, first + NODE_WIDTH, bytes);
        require(call, first, target, bytes);
        if (target.extent() == 0) {
            throw call.error(first + NODE_WIDTH, DriverResult.INVALID_VALUE, "should be positive");
        }
        return new StreamCommand.Fill(
                context, target, new Pattern(call.number(first + NODE_VALUE), bytes));
    }

    private static long extent(Invocation call, int index) {
        long count = call.raw(index);
        if (count < 0 || count > MOST) {
            throw call.error(index, DriverResult.INVALID_VALUE, "is too much");
        }
        return count;
    }

    private static void require(Invocation call, int index, Rectangle target, int bytes) {
        if (target.address() % bytes != 0) {
            throw call.error(index, DriverResult.INVALID_VALUE, "should be a multiple of " + bytes);
        }
        MemoryRangeCheck.requireReachable(call, index, target.extent());
    }

    private static DriverReply fill(
            Invocation call, EmulatedStream stream, Rectangle target, Pattern pattern) {
        require(call, 0, target, pattern.bytes());
        if (target.extent() > 0) {
            call.submit(stream, new StreamCommand.Fill(stream.context(), target, pattern));
        }
        return DriverReply.success();
    }
}
