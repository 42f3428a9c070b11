package org.offloadtck.opencl;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jocl.CL;
import org.jocl.Pointer;
import org.jocl.Sizeof;
import org.jocl.cl_kernel;
import org.jocl.cl_program;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.Kernel;
import org.offloadtck.plugin.Program;

/// OpenCL C, built for one device.
final class OpenClProgram implements Program {

    private final OpenClDevice device;
    private final cl_program program;
    private final List<OpenClKernel> kernels = new ArrayList<>();
    private boolean closed;

    private OpenClProgram(OpenClDevice device, cl_program program) {
        this.device = device;
        this.program = program;
    }

    static OpenClProgram build(OpenClDevice device, OpenClCall call, String source) {
        var program =
                call.checked(status ->
                        CL.clCreateProgramWithSource(
                                device.context(), 1, new String[] {source}, null, status));
        if (CL.clBuildProgram(program, 0, null, "", null, null) != CL.CL_SUCCESS) {
            var log = device.buildLog(program);
            CL.clReleaseProgram(program);
            throw call.failed(DeviceError.INVALID_BINARY, "the source does not build: " + log);
        }
        return new OpenClProgram(device, program);
    }

    @Override
    public Optional<Kernel> kernel(String name) {
        var call = call("lookup of kernel " + name);
        var status = new int[1];
        var kernel = CL.clCreateKernel(program, name, status);
        if (status[0] == CL.CL_INVALID_KERNEL_NAME) {
            return Optional.empty();
        }
        call.check(status[0]);
        var made =
                new OpenClKernel(
                        name,
                        kernel,
                        argumentCount(call, kernel),
                        Math.toIntExact(info(call, kernel, CL.CL_KERNEL_WORK_GROUP_SIZE, 1)[0]),
                        info(call, kernel, CL.CL_KERNEL_LOCAL_MEM_SIZE, 1)[0],
                        requiredGroup(call, kernel));
        kernels.add(made);
        return Optional.of(made);
    }

    private static int argumentCount(OpenClCall call, cl_kernel kernel) {
        var count = new int[1];
        call.check(
                CL.clGetKernelInfo(
                        kernel, CL.CL_KERNEL_NUM_ARGS, Sizeof.cl_uint, Pointer.to(count), null));
        return count[0];
    }

    /// The three extents; empty if they are 0, which means none (OpenCL 3.0, 5.9.3, table 38).
    private List<Long> requiredGroup(OpenClCall call, cl_kernel kernel) {
        var extents = info(call, kernel, CL.CL_KERNEL_COMPILE_WORK_GROUP_SIZE, 3);
        return extents[0] == 0 ? List.of() : Arrays.stream(extents).boxed().toList();
    }

    /// Numbers of 64 bits about a kernel on this device.
    private long[] info(OpenClCall call, cl_kernel kernel, int parameter, int count) {
        var values = new long[count];
        call.check(
                CL.clGetKernelWorkGroupInfo(
                        kernel,
                        device.id(),
                        parameter,
                        (long) count * Sizeof.cl_ulong,
                        Pointer.to(values),
                        null));
        return values;
    }

    @Override
    public Optional<DeviceMemory> global(String name) {
        throw call("lookup of global " + name)
                .failed(DeviceError.UNSUPPORTED, "OpenCL has no lookup of program variables");
    }

    @Override
    public Optional<Long> functionAddress(String name) {
        throw call("address of function " + name)
                .failed(DeviceError.UNSUPPORTED, "OpenCL functions have no addresses");
    }

    private OpenClCall call(String operation) {
        var call = device.call(operation);
        call.requireOpen(closed, "the program");
        return call;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            kernels.forEach(OpenClKernel::release);
            CL.clReleaseProgram(program);
        }
    }
}
