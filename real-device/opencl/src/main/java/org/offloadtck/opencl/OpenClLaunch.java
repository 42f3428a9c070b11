package org.offloadtck.opencl;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jocl.CL;
import org.jocl.Pointer;
import org.jocl.Sizeof;
import org.jocl.cl_buffer_region;
import org.jocl.cl_command_queue;
import org.jocl.cl_event;
import org.jocl.cl_mem;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.Event;
import org.offloadtck.plugin.LaunchSize;

/// One launch: sets the arguments of a kernel and enqueues it.
record OpenClLaunch(OpenClDevice device, OpenClCall call, OpenClKernel kernel) {

    Event enqueue(cl_command_queue queue, LaunchSize size, List<Argument> arguments) {
        requireShape(size, arguments);
        var borrowed = new ArrayList<cl_mem>();
        try {
            for (int i = 0; i < arguments.size(); i++) {
                set(i, arguments.get(i), borrowed);
            }
            var event = new cl_event();
            call.check(
                    CL.clEnqueueNDRangeKernel(
                            queue,
                            kernel.handle(),
                            3,
                            null,
                            global(size),
                            local(size),
                            0,
                            null,
                            event));
            return new OpenClEvent(call, OpenClEvent.Kind.LAUNCH, event);
        } finally {
            borrowed.forEach(CL::clReleaseMemObject);
        }
    }

    private void requireShape(LaunchSize size, List<Argument> arguments) {
        call.requireLaunchable(kernel.argumentCount(), kernel, size, arguments);
        long bytes = arguments.stream().mapToLong(OpenClLaunch::bytes).sum();
        device.limits().requireLaunch(call, kernel, size, bytes);
        if (size.dynamicSharedMemoryBytes() > 0) {
            throw call.failed(
                    DeviceError.UNSUPPORTED,
                    "OpenCL passes group-local memory as an argument, not with the launch");
        }
    }

    private static long bytes(Argument argument) {
        return switch (argument) {
            case Argument.Value(var bytes) -> bytes.byteSize();
            case Argument.Pointer _ -> Sizeof.cl_mem;
        };
    }

    /// Sets argument `index`; a sub-buffer made on the way is added to `borrowed`.
    private void set(int index, Argument argument, List<cl_mem> borrowed) {
        int status =
                switch (argument) {
                    case Argument.Value(var bytes) ->
                            CL.clSetKernelArg(
                                    kernel.handle(),
                                    index,
                                    bytes.byteSize(),
                                    Pointer.to(bytes.toArray(ValueLayout.JAVA_BYTE)));
                    case Argument.Pointer pointer ->
                            CL.clSetKernelArg(
                                    kernel.handle(),
                                    index,
                                    Sizeof.cl_mem,
                                    Pointer.to(buffer(pointer, borrowed)));
                };
        if (status == CL.CL_INVALID_ARG_SIZE) {
            throw call.failed(
                    DeviceError.INVALID_VALUE,
                    "argument %d has %d bytes when it should have the size of its parameter"
                            .formatted(index, bytes(argument)));
        }
        call.check(status);
    }

    private cl_mem buffer(Argument.Pointer pointer, List<cl_mem> borrowed) {
        var memory = call.requireOwn(OpenClMemory.class, pointer.memory(), "the memory");
        long offset = pointer.offset();
        if (offset == 0) {
            return memory.buffer(call);
        }
        if (offset % device.subBufferAlignment() != 0) {
            throw call.failed(
                    DeviceError.UNSUPPORTED,
                    "pointer offset is %d when it should be a multiple of %d"
                            .formatted(offset, device.subBufferAlignment()));
        }
        memory.requireRange(call.device(), call.operation(), offset, 1);
        var region = new cl_buffer_region(offset, memory.size() - offset);
        var part =
                call.checked(status ->
                        CL.clCreateSubBuffer(
                                memory.buffer(call),
                                CL.CL_MEM_READ_WRITE,
                                CL.CL_BUFFER_CREATE_TYPE_REGION,
                                region,
                                status));
        borrowed.add(part);
        return part;
    }

    private static long[] global(LaunchSize size) {
        return new long[] {
            (long) size.groups().x() * size.groupSize().x(),
            (long) size.groups().y() * size.groupSize().y(),
            (long) size.groups().z() * size.groupSize().z()
        };
    }

    private static long[] local(LaunchSize size) {
        return new long[] {size.groupSize().x(), size.groupSize().y(), size.groupSize().z()};
    }
}
