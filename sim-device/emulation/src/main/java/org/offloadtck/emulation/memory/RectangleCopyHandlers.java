package org.offloadtck.emulation.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.BiFunction;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.queue.StreamCommand;
import org.offloadtck.emulation.queue.StreamCommand.Rectangle;
import org.offloadtck.emulation.resource.EmulatedStream;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;

/// Handlers of copies of rectangles and of slices of them (CUDA driver API 12.6, `CUDA_MEMCPY2D`,
/// `CUDA_MEMCPY3D`).
public final class RectangleCopyHandlers implements DispatchTable.HandlerGroup {

    /// Index of the first argument of each half of the structure, and of the arguments after them.
    private static final int SOURCE = 0;

    private static final int TARGET = 7;
    private static final int WIDTH = 14;
    private static final int HEIGHT = 15;
    private static final int STREAM = 16;

    /// Index of the stream after `CUDA_MEMCPY3D`.
    private static final int STREAM_3D = 23;

    /// Index of a field in a half, relative to `…XInBytes`.
    private static final int Y = 1;

    private static final int TYPE = 2;
    private static final int HOST = 3;
    private static final int DEVICE = 4;
    private static final int ARRAY = 5;
    private static final int PITCH = 6;

    /// `CUmemorytype` (CUDA driver API 12.6).
    static final int TYPE_HOST = 1;

    static final int TYPE_ARRAY = 3;
    private static final int TYPE_DEVICE = 2;
    private static final int TYPE_UNIFIED = 4;

    private final DriverState state;

    public RectangleCopyHandlers(DriverState state) {
        this.state = state;
    }

    @Override
    public void register(DispatchTable table) {
        table.add(DriverFunction.CU_MEMCPY_2D, call -> copyNow(call, RectangleCopyHandlers::rows));
        table.add(
                DriverFunction.CU_MEMCPY_2D_UNALIGNED,
                call -> copyNow(call, RectangleCopyHandlers::rows));
        table.add(
                DriverFunction.CU_MEMCPY_2D_ASYNC,
                call -> copy(call, call.stream(STREAM), rows(call, call.stream(STREAM))));
        table.add(
                DriverFunction.CU_MEMCPY_3D, call -> copyNow(call, RectangleCopyHandlers::slices));
        table.add(
                DriverFunction.CU_MEMCPY_3D_ASYNC,
                call -> copy(call, call.stream(STREAM_3D), slices(call, call.stream(STREAM_3D))));
    }

    private static List<StreamCommand.Copy> rows(Invocation call, EmulatedStream stream) {
        var source = rectangle(call, SOURCE);
        var target = rectangle(call, TARGET);
        return source.bytes() == 0
                ? List.of()
                : List.of(new StreamCommand.Copy(stream.context(), target, source));
    }

    private static List<StreamCommand.Copy> slices(Invocation call, EmulatedStream stream) {
        var copy = new VolumeCopy(call, 0);
        return copy.isEmpty() ? List.of() : copy.slices(stream.context());
    }

    /// Makes the copies of a function without a stream.
    private DriverReply copyNow(
            Invocation call,
            BiFunction<Invocation, EmulatedStream, List<StreamCommand.Copy>> parts) {
        var stream = call.current().legacy();
        var copies = parts.apply(call, stream);
        var reply = copy(call, stream, copies);
        copies.stream()
                .findFirst()
                .ifPresent(first ->
                        call.awaitHostMemory(first.target().address(), first.source().address()));
        return reply;
    }

    /// Makes copies, or has the client make them if host memory takes part.
    ///
    /// @param parts of the same two memories
    private DriverReply copy(
            Invocation call, EmulatedStream stream, List<StreamCommand.Copy> parts) {
        CopyHandlers.requireNoInjection(call);
        if (parts.stream().allMatch(this::isWithin)
                || state.captures().taking(stream).isPresent()) {
            call.submit(stream, parts);
            return DriverReply.success(0L).withBuffers(new byte[0]);
        }
        call.awaitTurn(stream);
        parts.forEach(part -> tell(part.source(), part.target()));
        return DriverReply.success(1L).withBuffers(ends(parts));
    }

    /// Where the client reads and writes: `ends` of the function.
    private static byte[] ends(List<StreamCommand.Copy> slices) {
        var bytes = ByteBuffer.allocate(6 * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        putEnd(bytes, slices.stream().map(StreamCommand.Copy::source).toList());
        putEnd(bytes, slices.stream().map(StreamCommand.Copy::target).toList());
        return bytes.array();
    }

    private static void putEnd(ByteBuffer bytes, List<Rectangle> slices) {
        var first = slices.getFirst();
        bytes.putLong(first.address());
        bytes.putLong(first.pitch());
        bytes.putLong(slices.size() == 1 ? 0 : slices.get(1).address() - first.address());
    }

    private boolean isWithin(StreamCommand.Copy copy) {
        return state.isGlobal(copy.source().address()) && state.isGlobal(copy.target().address());
    }

    /// Reports to the observer of global memory which rows the client reads or writes.
    private void tell(Rectangle source, Rectangle target) {
        var observer = state.memory().observer();
        if (state.isGlobal(source.address())) {
            observer.readRows(source.address(), source.pitch(), source.width(), source.height());
        }
        for (long row = 0; row < target.height() && state.isGlobal(target.address()); row++) {
            observer.written(target.row(row), target.width());
        }
    }

    /// The source or the target of the copy. Device memory is checked.
    private static Rectangle rectangle(Invocation call, int half) {
        if (call.number(half + TYPE) == TYPE_ARRAY) {
            return new ArrayEnd(call, half, half + ARRAY, WIDTH).rows();
        }
        int field = half + (call.number(half + TYPE) == TYPE_HOST ? HOST : DEVICE);
        long height = call.raw(HEIGHT);
        long width = call.raw(WIDTH);
        long pitch = pitch(call, half);
        requireExtents(call, half, pitch);
        long start = call.raw(field) + call.raw(half + Y) * pitch + call.raw(half);
        var rectangle = new Rectangle(start, pitch, width, height);
        require(call, half + TYPE, field, rectangle);
        return rectangle;
    }

    /// Requires memory of the kind in argument `type`. The error for other memory names argument
    /// `address`.
    static void require(Invocation call, int type, int address, Rectangle rectangle) {
        long start = rectangle.address();
        switch (call.number(type)) {
            case TYPE_DEVICE ->
                    MemoryRangeCheck.requireReachable(call, address, start, rectangle.extent());
            case TYPE_HOST, TYPE_UNIFIED ->
                    MemoryRangeCheck.requireIfGlobal(call, address, start, rectangle.extent());
            default ->
                    throw call.error(
                            type,
                            DriverResult.INVALID_VALUE,
                            "should be host, device, array or unified memory");
        }
    }

    /// The pitch in bytes. 0 means the end of the row.
    private static long pitch(Invocation call, int half) {
        long pitch = call.raw(half + PITCH);
        return pitch == 0 ? call.raw(half) + call.raw(WIDTH) : pitch;
    }

    /// Requires that rows do not overlap and that no product of the arguments exceeds 63 bits.
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
