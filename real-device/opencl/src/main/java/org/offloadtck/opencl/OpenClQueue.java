package org.offloadtck.opencl;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jocl.CL;
import org.jocl.Pointer;
import org.jocl.cl_command_queue;
import org.jocl.cl_event;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.Event;
import org.offloadtck.plugin.Kernel;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.Queue;

/// An in-order command queue with profiling. Copies to and from the host block, in pieces, so that
/// host segments of any kind and size can be used.
final class OpenClQueue implements Queue {

    /// Bytes of the largest piece a copy is made in: bounds the memory a copy of a heap segment
    /// costs.
    private static final int PIECE_BYTES = 1 << 24;

    private final OpenClDevice device;
    private final cl_command_queue queue;
    private boolean closed;

    OpenClQueue(OpenClDevice device, cl_command_queue queue) {
        this.device = device;
        this.queue = queue;
    }

    @Override
    public void write(DeviceMemory destination, long offset, MemorySegment source) {
        var call = call("write");
        destination.requireRange(call.device(), call.operation(), offset, source.byteSize());
        var buffer = memory(call, destination).buffer(call);
        for (long done = 0; done < source.byteSize(); done += PIECE_BYTES) {
            long size = Math.min(PIECE_BYTES, source.byteSize() - done);
            var piece = source.asSlice(done, size).toArray(ValueLayout.JAVA_BYTE);
            call.check(
                    CL.clEnqueueWriteBuffer(
                            queue,
                            buffer,
                            true,
                            offset + done,
                            size,
                            Pointer.to(piece),
                            0,
                            null,
                            null));
        }
    }

    @Override
    public void read(MemorySegment destination, DeviceMemory source, long offset) {
        var call = call("read");
        source.requireRange(call.device(), call.operation(), offset, destination.byteSize());
        var buffer = memory(call, source).buffer(call);
        for (long done = 0; done < destination.byteSize(); done += PIECE_BYTES) {
            int size = (int) Math.min(PIECE_BYTES, destination.byteSize() - done);
            var piece = new byte[size];
            call.check(
                    CL.clEnqueueReadBuffer(
                            queue,
                            buffer,
                            true,
                            offset + done,
                            size,
                            Pointer.to(piece),
                            0,
                            null,
                            null));
            MemorySegment.copy(piece, 0, destination, ValueLayout.JAVA_BYTE, done, size);
        }
    }

    @Override
    public void copy(
            DeviceMemory destination,
            long destinationOffset,
            DeviceMemory source,
            long sourceOffset,
            long bytes) {
        var call = call("copy");
        destination.requireRange(call.device(), call.operation(), destinationOffset, bytes);
        source.requireRange(call.device(), call.operation(), sourceOffset, bytes);
        call.check(
                CL.clEnqueueCopyBuffer(
                        queue,
                        memory(call, source).buffer(call),
                        memory(call, destination).buffer(call),
                        sourceOffset,
                        destinationOffset,
                        bytes,
                        0,
                        null,
                        null));
    }

    @Override
    public void fill(DeviceMemory destination, long offset, long bytes, byte value) {
        var call = call("fill");
        destination.requireRange(call.device(), call.operation(), offset, bytes);
        call.check(
                CL.clEnqueueFillBuffer(
                        queue,
                        memory(call, destination).buffer(call),
                        Pointer.to(new byte[] {value}),
                        1,
                        offset,
                        bytes,
                        0,
                        null,
                        null));
    }

    @Override
    public Event launch(Kernel kernel, LaunchSize size, List<Argument> arguments) {
        var call = call("launch of " + kernel.name());
        if (!(kernel instanceof OpenClKernel opened)) {
            throw call.failed(DeviceError.INVALID_VALUE, "the kernel is another plugin's");
        }
        var event = new OpenClLaunch(device, call, opened).enqueue(queue, size, arguments);
        device.countLaunch();
        return event;
    }

    @Override
    public Event record() {
        var call = call("record");
        var event = new cl_event();
        call.check(CL.clEnqueueMarkerWithWaitList(queue, 0, null, event));
        return new OpenClEvent(call, OpenClEvent.Kind.MARKER, event);
    }

    @Override
    public void waitFor(Event event) {
        var call = call("wait");
        if (!(event instanceof OpenClEvent awaited)) {
            throw call.failed(DeviceError.INVALID_VALUE, "the event is another plugin's");
        }
        call.check(
                CL.clEnqueueBarrierWithWaitList(
                        queue, 1, new cl_event[] {awaited.handle(call)}, null));
    }

    @Override
    public void synchronize() {
        call("synchronize").check(CL.clFinish(queue));
    }

    static OpenClMemory memory(OpenClCall call, DeviceMemory memory) {
        if (memory instanceof OpenClMemory opened) {
            return opened;
        }
        throw call.failed(DeviceError.INVALID_VALUE, "the memory is another plugin's");
    }

    private OpenClCall call(String operation) {
        var call = device.call(operation);
        call.requireOpen(closed, "the queue");
        return call;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            CL.clFinish(queue);
            CL.clReleaseCommandQueue(queue);
        }
    }
}
