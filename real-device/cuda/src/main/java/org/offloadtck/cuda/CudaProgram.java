package org.offloadtck.cuda;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Optional;
import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUfunction;
import jcuda.driver.CUfunction_attribute;
import jcuda.driver.CUjit_option;
import jcuda.driver.CUmodule;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;
import jcuda.driver.JITOptions;
import org.offloadtck.object.ptx.PtxSyntaxException;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.Kernel;
import org.offloadtck.plugin.Program;

/// A module that the driver loaded.
final class CudaProgram implements Program {

    /// The longest log that is asked for, in bytes with its NUL.
    private static final int LOG_BYTES = 1 << 13;

    private final CudaDevice device;
    private final CudaImage image;
    private final CUmodule module;
    private boolean closed;

    private CudaProgram(CudaDevice device, CudaImage image, CUmodule module) {
        this.device = device;
        this.image = image;
        this.module = module;
    }

    /// Loads an image; the logs of the driver's compiler are part of the error if it fails.
    static CudaProgram load(CudaDevice device, CudaCall call, CudaImage image) {
        var module = new CUmodule();
        var logs = new JITOptions();
        logs.putBytes(CUjit_option.CU_JIT_ERROR_LOG_BUFFER, new byte[LOG_BYTES]);
        logs.putInt(CUjit_option.CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, LOG_BYTES);
        logs.putBytes(CUjit_option.CU_JIT_INFO_LOG_BUFFER, new byte[LOG_BYTES]);
        logs.putInt(CUjit_option.CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, LOG_BYTES);
        int status = JCudaDriver.cuModuleLoadDataJIT(module, Pointer.to(image.bytes()), logs);
        call.checkBuild(
                status,
                text(logs.getBytes(CUjit_option.CU_JIT_ERROR_LOG_BUFFER)),
                text(logs.getBytes(CUjit_option.CU_JIT_INFO_LOG_BUFFER)));
        return new CudaProgram(device, image, module);
    }

    /// The lines of a log that ends with a NUL, as one line.
    private static String text(byte[] log) {
        return new String(log, UTF_8).split("\0", 2)[0].strip().replaceAll("\\s*\\R\\s*", "; ");
    }

    @Override
    public Optional<Kernel> kernel(String name) {
        var call = call("lookup of kernel " + name);
        var function = new CUfunction();
        int status = JCudaDriver.cuModuleGetFunction(function, module, name);
        if (status == CUresult.CUDA_ERROR_NOT_FOUND) {
            return Optional.empty();
        }
        call.check(status);
        var parameters = parameterSizes(call, name);
        var groupSize = new int[1];
        call.check(
                JCudaDriver.cuFuncGetAttribute(
                        groupSize,
                        CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
                        function));
        return Optional.of(new CudaKernel(name, function, parameters, groupSize[0]));
    }

    private List<Integer> parameterSizes(CudaCall call, String name) {
        try {
            return image.parameterSizes(name)
                    .orElseThrow(() ->
                            call.failed(
                                    DeviceError.UNSUPPORTED,
                                    "the parameters are unknown when PTX, or a section .nv.info of"
                                            + " a cubin, should declare them"));
        } catch (PtxSyntaxException fault) {
            throw call.failed(
                    DeviceError.INVALID_BINARY,
                    "line %d: %s".formatted(fault.span().line(), fault.problem()),
                    fault);
        }
    }

    @Override
    public Optional<DeviceMemory> global(String name) {
        var call = call("lookup of global " + name);
        var pointer = new CUdeviceptr();
        var size = new long[1];
        int status = JCudaDriver.cuModuleGetGlobal(pointer, size, module, name);
        if (status == CUresult.CUDA_ERROR_NOT_FOUND) {
            return Optional.empty();
        }
        call.check(status);
        return Optional.of(new CudaMemory(call, pointer, size[0], CudaMemory.Owner.PROGRAM));
    }

    @Override
    public Optional<Long> functionAddress(String name) {
        throw call("address of function " + name)
                .failed(
                        DeviceError.UNSUPPORTED,
                        "the driver API hands out no addresses of device functions");
    }

    private CudaCall call(String operation) {
        var call = device.call(operation);
        call.requireOpen(closed, "the program");
        return call;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            JCudaDriver.cuModuleUnload(module);
        }
    }
}
