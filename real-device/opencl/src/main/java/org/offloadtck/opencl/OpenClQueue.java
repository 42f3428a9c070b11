package org.offloadtck.opencl;

import java.util.List;
import org.jocl.CL;
import org.jocl.Pointer;
import org.jocl.cl_command_queue;
import org.jocl.cl_event;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.DriverQueue;
import org.offloadtck.plugin.Event;
import org.offloadtck.plugin.Kernel;
import org.offloadtck.plugin.LaunchSize;

/// An in-order command queue with profiling. A copy to or from the host blocks.
final class OpenClQueue extends DriverQueue<OpenClCall, OpenClMemory> {

    private final OpenClDevice device;
    private final cl_command_queue queue;

    OpenClQueue(OpenClDevice device, cl_command_queue queue) {
        super(OpenClMemory.class);
        this.device = device;
        this.queue = queue;
    }

    @Override
    protected OpenClCall deviceOperation(String name) {
        return device.call(name);
    }

    @Override
    protected void beginHostCopy(OpenClCall call) {}

    @Override
    protected void writeChunk(
            OpenClCall call, OpenClMemory destination, long offset, byte[] chunk) {
        call.check(
                CL.clEnqueueWriteBuffer(
                        queue,
                        destination.buffer(call),
                        true,
                        offset,
                        chunk.length,
                        Pointer.to(chunk),
                        0,
                        null,
                        null));
    }

    @Override
    protected void readChunk(OpenClCall call, byte[] chunk, OpenClMemory source, long offset) {
        call.check(
                CL.clEnqueueReadBuffer(
                        queue,
                        source.buffer(call),
                        true,
                        offset,
                        chunk.length,
                        Pointer.to(chunk),
                        0,
                        null,
                        null));
    }

    @Override
    protected void copy(
            OpenClCall call,
            Range<OpenClMemory> destination,
            Range<OpenClMemory> source,
            long bytes) {
        call.check(
                CL.clEnqueueCopyBuffer(
                        queue,
                        source.memory().buffer(call),
                        destination.memory().buffer(call),
                        source.offset(),
                        destination.offset(),
                        bytes,
                        0,
                        null,
                        null));
    }

    @Override
    protected void fill(OpenClCall call, Range<OpenClMemory> destination, long bytes, byte value) {
        call.check(
                CL.clEnqueueFillBuffer(
                        queue,
                        destination.memory().buffer(call),
                        Pointer.to(new byte[] {value}),
                        1,
                        destination.offset(),
                        bytes,
                        0,
                        null,
                        null));
    }

    @Override
    public Event launch(Kernel kernel, LaunchSize size, List<Argument> arguments) {
        var call = start("launch of " + kernel.name());
        var opened = call.requireOwn(OpenClKernel.class, kernel, "the kernel");
        var event = new OpenClLaunch(device, call, opened).enqueue(queue, size, arguments);
        device.countLaunch();
        return event;
    }

    @Override
    public Event record() {
        var call = start("record");
        var event = new cl_event();
        call.check(CL.clEnqueueMarkerWithWaitList(queue, 0, null, event));
        return new OpenClEvent(call, OpenClEvent.Kind.MARKER, event);
    }

    @Override
    public void waitFor(Event event) {
        var call = start("wait");
        var awaited = call.requireOwn(OpenClEvent.class, event, "the event");
        call.check(
                CL.clEnqueueBarrierWithWaitList(
                        queue, 1, new cl_event[] {awaited.handle(call)}, null));
    }

    @Override
    public void synchronize() {
        start("synchronize").check(CL.clFinish(queue));
    }

    @Override
    protected void release() {
        CL.clFinish(queue);
        CL.clReleaseCommandQueue(queue);
    }
}
