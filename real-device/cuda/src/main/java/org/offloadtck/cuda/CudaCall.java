package org.offloadtck.cuda;

import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceException;

/// One operation on a device, for which status codes are checked.
///
/// @param device id of the device
/// @param operation what was asked of it, `launch of NAME`
record CudaCall(String device, String operation) {

    /// Refuses a status other than `CUDA_SUCCESS`.
    void check(int status) {
        if (status != CUresult.CUDA_SUCCESS) {
            throw failed(error(status), describe(status));
        }
    }

    DeviceException failed(DeviceError error, String problem) {
        return new DeviceException(device, operation, error, problem);
    }

    /// Refuses to go on with something that was closed.
    void requireOpen(boolean closed, String what) {
        if (closed) {
            throw failed(DeviceError.INVALID_VALUE, what + " is closed when it should be open");
        }
    }

    /// The driver's name and words for a status.
    static String describe(int status) {
        var words = new String[1];
        JCudaDriver.cuGetErrorString(status, words);
        return CUresult.stringFor(status) + " (" + words[0] + ")";
    }

    /// CUDA 12.6 driver API, `CUresult`: the codes, by what they mean to the contract. After the
    /// faults of a kernel the driver answers every call of the context with the same code.
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
