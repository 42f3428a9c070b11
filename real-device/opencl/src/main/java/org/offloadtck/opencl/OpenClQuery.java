package org.offloadtck.opencl;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.jocl.CL;
import org.jocl.Pointer;
import org.jocl.Sizeof;
import org.jocl.cl_device_id;
import org.jocl.cl_platform_id;

/// Reads what a platform and a device say of themselves.
record OpenClQuery(OpenClCall call, cl_platform_id platform, cl_device_id device) {

    private interface TextQuery {
        int read(long size, Pointer value, long[] needed);
    }

    String platformText(int parameter) {
        return text((size, value, needed) ->
                CL.clGetPlatformInfo(platform, parameter, size, value, needed));
    }

    String text(int parameter) {
        return text((size, value, needed) ->
                CL.clGetDeviceInfo(device, parameter, size, value, needed));
    }

    long number(int parameter) {
        var value = new long[1];
        call.check(CL.clGetDeviceInfo(device, parameter, Sizeof.cl_ulong, Pointer.to(value), null));
        return value[0];
    }

    /// OpenCL strings end with a NUL, which is dropped.
    private String text(TextQuery info) {
        var needed = new long[1];
        call.check(info.read(0, new Pointer(), needed));
        var bytes = new byte[Math.toIntExact(needed[0])];
        call.check(info.read(bytes.length, Pointer.to(bytes), needed));
        return new String(bytes, 0, Math.max(0, bytes.length - 1), UTF_8).strip();
    }
}
