package org.offloadtck.opencl;

import org.jocl.CL;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceException;

/// One operation on a device, for which status codes are checked.
///
/// @param device id of the device
/// @param operation what was asked of it, `launch of NAME`
record OpenClCall(String device, String operation) {

    /// A call that fills in a status.
    interface WithStatus<T> {
        T call(int[] status);
    }

    /// Refuses a status other than `CL_SUCCESS`.
    void check(int status) {
        if (status != CL.CL_SUCCESS) {
            throw failed(error(status), CL.stringFor_errorCode(status));
        }
    }

    /// Makes a call that reports its status through a parameter.
    <T> T checked(WithStatus<T> call) {
        var status = new int[1];
        T made = call.call(status);
        check(status[0]);
        return made;
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

    /// OpenCL 3.0, appendix F: the error codes, by what they mean to the contract.
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
