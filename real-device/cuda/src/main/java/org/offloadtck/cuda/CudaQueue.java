package org.offloadtck.cuda;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import jcuda.Pointer;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.DriverQueue;
import org.offloadtck.plugin.Event;
import org.offloadtck.plugin.Kernel;
import org.offloadtck.plugin.LaunchSize;

/// A stream. A copy to or from the host waits for the stream and then blocks.
final class CudaQueue extends DriverQueue<CudaCall, CudaMemory> {

    private final CudaDevice device;
    private final CUstream stream;

    CudaQueue(CudaDevice device, CUstream stream) {
        super(CudaMemory.class);
        this.device = device;
        this.stream = stream;
    }

    @Override
    protected CudaCall deviceOperation(String name) {
        return device.call(name);
    }

    @Override
    protected void beginHostCopy(CudaCall call) {
        call.check(JCudaDriver.cuStreamSynchronize(stream));
    }

    @Override
    protected void writeChunk(CudaCall call, CudaMemory destination, long offset, byte[] chunk) {
        call.check(
                JCudaDriver.cuMemcpyHtoD(
                        destination.at(call, offset), Pointer.to(chunk), chunk.length));
    }

    @Override
    protected void readChunk(CudaCall call, byte[] chunk, CudaMemory source, long offset) {
        call.check(
                JCudaDriver.cuMemcpyDtoH(Pointer.to(chunk), source.at(call, offset), chunk.length));
    }

    @Override
    protected void copy(
            CudaCall call, Range<CudaMemory> destination, Range<CudaMemory> source, long bytes) {
        call.check(
                JCudaDriver.cuMemcpyDtoDAsync(
                        destination.memory().at(call, destination.offset()),
                        source.memory().at(call, source.offset()),
                        bytes,
                        stream));
    }

    @Override
    protected void fill(CudaCall call, Range<CudaMemory> destination, long bytes, byte value) {
        call.check(
                JCudaDriver.cuMemsetD8Async(
                        destination.memory().at(call, destination.offset()), value, bytes, stream));
    }

    @Override
    public Event launch(Kernel kernel, LaunchSize size, List<Argument> arguments) {
        var call = start("launch of " + kernel.name());
        var opened = call.requireOwn(CudaKernel.class, kernel, "the kernel");
        call.requireLaunchable(opened.parameterSizes().size(), opened, size, arguments);
        var parameters = parameters(call, opened, arguments);
        var begin = CudaEvent.point(call, stream);
        call.check(
                JCudaDriver.cuLaunchKernel(
                        opened.handle(),
                        size.groups().x(),
                        size.groups().y(),
                        size.groups().z(),
                        size.groupSize().x(),
                        size.groupSize().y(),
                        size.groupSize().z(),
                        Math.toIntExact(size.dynamicSharedMemoryBytes()),
                        stream,
                        Pointer.to(parameters),
                        null));
        device.countLaunch();
        return CudaEvent.launch(device, begin, CudaEvent.point(call, stream));
    }

    private static Pointer[] parameters(
            CudaCall call, CudaKernel kernel, List<Argument> arguments) {
        var parameters = new Pointer[arguments.size()];
        for (int index = 0; index < parameters.length; index++) {
            var bytes = bytes(call, arguments.get(index));
            call.requireArgumentSize(index, bytes.length, kernel.parameterSizes().get(index));
            parameters[index] = Pointer.to(bytes);
        }
        return parameters;
    }

    private static byte[] bytes(CudaCall call, Argument argument) {
        return switch (argument) {
            case Argument.Value(var bytes) -> bytes.toArray(ValueLayout.JAVA_BYTE);
            case Argument.Pointer(var memory, var offset) ->
                    MemorySegment.ofArray(
                                    new long[] {
                                        call.requireOwn(CudaMemory.class, memory, "the memory")
                                                .address(call, offset)
                                    })
                            .toArray(ValueLayout.JAVA_BYTE);
        };
    }

    @Override
    public Event record() {
        var call = start("record");
        return CudaEvent.marker(device, CudaEvent.point(call, stream));
    }

    @Override
    public void waitFor(Event event) {
        var call = start("wait");
        var awaited = call.requireOwn(CudaEvent.class, event, "the event");
        call.check(JCudaDriver.cuStreamWaitEvent(stream, awaited.handle(call), 0));
    }

    @Override
    public void synchronize() {
        start("synchronize").check(JCudaDriver.cuStreamSynchronize(stream));
    }

    @Override
    protected void release() {
        JCudaDriver.cuStreamSynchronize(stream);
        JCudaDriver.cuStreamDestroy(stream);
    }
}
