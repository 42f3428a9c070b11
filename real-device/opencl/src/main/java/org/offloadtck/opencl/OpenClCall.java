package org.offloadtck.opencl;

import org.jocl.CL;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceOperation;

/// An operation on an OpenCL device, which checks the status codes of its API calls.
record OpenClCall(String device, String operation) implements DeviceOperation {

    /// A call that writes its status to the array.
    interface WithStatus<T> {
        T call(int[] status);
    }

    /// Rejects a status other than `CL_SUCCESS`.
    void check(int status) {
        if (status != CL.CL_SUCCESS) {
            throw failed(error(status), CL.stringFor_errorCode(status));
        }
    }

    /// The result of a call that reports its status through a parameter.
    <T> T checked(WithStatus<T> call) {
        var status = new int[1];
        T made = call.call(status);
        check(status[0]);
        return made;
    }

    /// The error of the plugin SPI for a status (OpenCL 3.0, appendix F).
    private static DeviceError error(int status) {
        return switch (status) {
            case CL.CL_INVALID_BUFFER_SIZE -> DeviceError.INVALID_SIZE;
            case CL.CL_MEM_OBJECT_ALLOCATION_FAILURE,
                    CL.CL_OUT_OF_RESOURCES,
                    CL.CL_OUT_OF_HOST_MEMORY ->
                    DeviceError.OUT_OF_RESOURCES;
            case CL.CL_BUILD_PROGRAM_FAILURE, CL.CL_INVALID_BINARY, CL.CL_INVALID_PROGRAM ->
                    DeviceError.INVALID_BINARY;
            case CL.CL_INVALID_VALUE,
                    CL.CL_INVALID_ARG_INDEX,
                    CL.CL_INVALID_ARG_SIZE,
                    CL.CL_INVALID_ARG_VALUE,
                    CL.CL_INVALID_KERNEL_ARGS,
                    CL.CL_INVALID_WORK_DIMENSION,
                    CL.CL_INVALID_WORK_GROUP_SIZE,
                    CL.CL_INVALID_WORK_ITEM_SIZE,
                    CL.CL_INVALID_GLOBAL_WORK_SIZE ->
                    DeviceError.INVALID_VALUE;
            case CL.CL_DEVICE_NOT_AVAILABLE -> DeviceError.DEVICE_LOST;
            default -> DeviceError.BACKEND_FAILURE;
        };
    }
}
