package org.offloadtck.cuda;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import jcuda.Pointer;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.Event;
import org.offloadtck.plugin.Kernel;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.Queue;

/// A stream. Copies to and from the host wait for the stream first and then block, in pieces, so
/// that host segments of any kind and size can be used.
final class CudaQueue implements Queue {

    /// Bytes of the largest piece a copy is made in: bounds the memory a copy of a heap segment
    /// costs.
    private static final int PIECE_BYTES = 1 << 24;

    private final CudaDevice device;
    private final CUstream stream;
    private boolean closed;

    CudaQueue(CudaDevice device, CUstream stream) {
        this.device = device;
        this.stream = stream;
    }

    @Override
    public void write(DeviceMemory destination, long offset, MemorySegment source) {
        var call = call("write");
        destination.requireRange(call.device(), call.operation(), offset, source.byteSize());
        var memory = memory(call, destination);
        call.check(JCudaDriver.cuStreamSynchronize(stream));
        for (long done = 0; done < source.byteSize(); done += PIECE_BYTES) {
            long size = Math.min(PIECE_BYTES, source.byteSize() - done);
            var piece = source.asSlice(done, size).toArray(ValueLayout.JAVA_BYTE);
            call.check(
                    JCudaDriver.cuMemcpyHtoD(
                            memory.at(call, offset + done), Pointer.to(piece), size));
        }
    }

    @Override
    public void read(MemorySegment destination, DeviceMemory source, long offset) {
        var call = call("read");
        source.requireRange(call.device(), call.operation(), offset, destination.byteSize());
        var memory = memory(call, source);
        call.check(JCudaDriver.cuStreamSynchronize(stream));
        for (long done = 0; done < destination.byteSize(); done += PIECE_BYTES) {
            int size = (int) Math.min(PIECE_BYTES, destination.byteSize() - done);
            var piece = new byte[size];
            call.check(
                    JCudaDriver.cuMemcpyDtoH(
                            Pointer.to(piece), memory.at(call, offset + done), size));
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
                JCudaDriver.cuMemcpyDtoDAsync(
                        memory(call, destination).at(call, destinationOffset),
                        memory(call, source).at(call, sourceOffset),
                        bytes,
                        stream));
    }

    @Override
    public void fill(DeviceMemory destination, long offset, long bytes, byte value) {
        var call = call("fill");
        destination.requireRange(call.device(), call.operation(), offset, bytes);
        call.check(
                JCudaDriver.cuMemsetD8Async(
                        memory(call, destination).at(call, offset), value, bytes, stream));
    }

    @Override
    public Event launch(Kernel kernel, LaunchSize size, List<Argument> arguments) {
        var call = call("launch of " + kernel.name());
        if (!(kernel instanceof CudaKernel opened)) {
            throw call.failed(DeviceError.INVALID_VALUE, "the kernel is another plugin's");
        }
        requireShape(call, opened, size, arguments);
        var parameters =
                arguments.stream()
                        .map(argument -> Pointer.to(bytes(call, argument)))
                        .toArray(Pointer[]::new);
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

    private static void requireShape(
            CudaCall call, CudaKernel kernel, LaunchSize size, List<Argument> arguments) {
        if (arguments.size() != kernel.parameterCount()) {
            throw call.failed(
                    DeviceError.INVALID_VALUE,
                    "%d arguments are given when the kernel has %d parameters"
                            .formatted(arguments.size(), kernel.parameterCount()));
        }
        if (size.groupSize().volume() > kernel.maxGroupSize()) {
            throw call.failed(
                    DeviceError.INVALID_VALUE,
                    "group size is %d when it should be at most %d"
                            .formatted(size.groupSize().volume(), kernel.maxGroupSize()));
        }
    }

    private static byte[] bytes(CudaCall call, Argument argument) {
        return switch (argument) {
            case Argument.Value(var bytes) -> bytes.toArray(ValueLayout.JAVA_BYTE);
            case Argument.Pointer(var memory, var offset) ->
                    MemorySegment.ofArray(new long[] {memory(call, memory).address(call, offset)})
                            .toArray(ValueLayout.JAVA_BYTE);
        };
    }

    @Override
    public Event record() {
        var call = call("record");
        return CudaEvent.marker(device, CudaEvent.point(call, stream));
    }

    @Override
    public void waitFor(Event event) {
        var call = call("wait");
        if (!(event instanceof CudaEvent awaited)) {
            throw call.failed(DeviceError.INVALID_VALUE, "the event is another plugin's");
        }
        call.check(JCudaDriver.cuStreamWaitEvent(stream, awaited.handle(call), 0));
    }

    @Override
    public void synchronize() {
        call("synchronize").check(JCudaDriver.cuStreamSynchronize(stream));
    }

    private static CudaMemory memory(CudaCall call, DeviceMemory memory) {
        if (memory instanceof CudaMemory opened) {
            return opened;
        }
        throw call.failed(DeviceError.INVALID_VALUE, "the memory is another plugin's");
    }

    private CudaCall call(String operation) {
        var call = device.call(operation);
        call.requireOpen(closed, "the queue");
        return call;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            JCudaDriver.cuStreamSynchronize(stream);
            JCudaDriver.cuStreamDestroy(stream);
        }
    }
}
