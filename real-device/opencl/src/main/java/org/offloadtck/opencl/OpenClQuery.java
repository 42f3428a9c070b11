package org.offloadtck.opencl;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.List;
import org.jocl.CL;
import org.jocl.Pointer;
import org.jocl.Sizeof;
import org.jocl.cl_device_id;
import org.jocl.cl_platform_id;

/// Reads what a platform and a device say of themselves.
record OpenClQuery(OpenClCall call, cl_platform_id platform, cl_device_id device) {

    /// `CL_DEVICE_IL_VERSION`, which JOCL 2.0.6 has no name for (OpenCL 3.0, `cl.h`).
    private static final int IL_VERSION = 0x105B;

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

    /// `CL_DEVICE_IL_VERSION` of OpenCL 2.1, which has the code of that of `cl_khr_il_program`;
    /// empty for a device that does not know the query.
    String intermediateLanguages() {
        var needed = new long[1];
        int status = CL.clGetDeviceInfo(device, IL_VERSION, 0, new Pointer(), needed);
        return status == CL.CL_INVALID_VALUE ? "" : text(IL_VERSION);
    }

    long number(int parameter) {
        return numbers(parameter, 1).getFirst();
    }

    /// Queries a property that is an array of 64-bit integers. A single integer may be narrower.
    List<Long> numbers(int parameter, int count) {
        var values = new long[count];
        call.check(
                CL.clGetDeviceInfo(
                        device,
                        parameter,
                        (long) count * Sizeof.cl_ulong,
                        Pointer.to(values),
                        null));
        return Arrays.stream(values).boxed().toList();
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
