package org.offloadtck.cuda;

import static java.util.stream.Collectors.joining;

import java.util.stream.Stream;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceOperation;

/// An operation on a CUDA device, which checks the status codes of its driver calls.
record CudaCall(String device, String operation) implements DeviceOperation {

    /// Rejects a status other than `CUDA_SUCCESS`.
    void check(int status) {
        if (status != CUresult.CUDA_SUCCESS) {
            throw failed(error(status), describe(status));
        }
    }

    /// Rejects a status of a build, with the logs of the compiler that are not empty.
    void checkBuild(int status, String errorLog, String infoLog) {
        if (status != CUresult.CUDA_SUCCESS) {
            throw failed(error(status), problem(describe(status), errorLog, infoLog));
        }
    }

    /// The description of a status and the logs, each of one line.
    static String problem(String status, String errorLog, String infoLog) {
        return Stream.of(status, errorLog, infoLog)
                .filter(text -> !text.isEmpty())
                .collect(joining(": "));
    }

    /// The driver's name and description of a status.
    static String describe(int status) {
        var words = new String[1];
        JCudaDriver.cuGetErrorString(status, words);
        return CUresult.stringFor(status) + " (" + words[0] + ")";
    }

    /// The error of the plugin SPI for a status (CUDA 12.6 driver API, `CUresult`). After a fault
    /// of a kernel, every call of the context returns the same status.
    private static DeviceError error(int status) {
        return switch (status) {
            case CUresult.CUDA_ERROR_OUT_OF_MEMORY, CUresult.CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES ->
                    DeviceError.OUT_OF_RESOURCES;
            case CUresult.CUDA_ERROR_INVALID_IMAGE,
                    CUresult.CUDA_ERROR_INVALID_PTX,
                    CUresult.CUDA_ERROR_NO_BINARY_FOR_GPU,
                    CUresult.CUDA_ERROR_INVALID_SOURCE,
                    CUresult.CUDA_ERROR_UNSUPPORTED_PTX_VERSION ->
                    DeviceError.INVALID_BINARY;
            case CUresult.CUDA_ERROR_INVALID_VALUE, CUresult.CUDA_ERROR_INVALID_HANDLE ->
                    DeviceError.INVALID_VALUE;
            case CUresult.CUDA_ERROR_ILLEGAL_ADDRESS,
                    CUresult.CUDA_ERROR_MISALIGNED_ADDRESS,
                    CUresult.CUDA_ERROR_ILLEGAL_INSTRUCTION,
                    CUresult.CUDA_ERROR_INVALID_ADDRESS_SPACE,
                    CUresult.CUDA_ERROR_INVALID_PC,
                    CUresult.CUDA_ERROR_HARDWARE_STACK_ERROR,
                    CUresult.CUDA_ERROR_ASSERT,
                    CUresult.CUDA_ERROR_LAUNCH_TIMEOUT,
                    CUresult.CUDA_ERROR_LAUNCH_FAILED ->
                    DeviceError.KERNEL_FAULT;
            case CUresult.CUDA_ERROR_DEINITIALIZED, CUresult.CUDA_ERROR_CONTEXT_IS_DESTROYED ->
                    DeviceError.DEVICE_LOST;
            default -> DeviceError.BACKEND_FAILURE;
        };
    }
}
