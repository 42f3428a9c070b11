package org.offloadtck.opencl;

import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.util.ArrayList;
import java.util.List;
import org.jocl.CL;
import org.jocl.cl_device_id;
import org.jocl.cl_platform_id;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.Discovery;

/// Every device of every OpenCL platform, in the order the loader lists them.
public final class OpenClPlugin implements DevicePlugin {

    private static final String REMEDY =
            "install an OpenCL driver, for a CPU for example Debian's pocl-opencl-icd and"
                    + " ocl-icd-libopencl1";

    /// Names of the OpenCL loader (OpenCL ICD loader, `SOVERSION` 1).
    private static final List<String> LOADERS = List.of("libOpenCL.so.1", "libOpenCL.so");

    @Override
    public String name() {
        return "opencl";
    }

    @Override
    public boolean callsDriver() {
        return true;
    }

    @Override
    public Discovery discover() {
        // Where there is no loader, JOCL's native code prints to the terminal.
        if (LOADERS.stream().noneMatch(OpenClPlugin::isHere)) {
            return withoutLoader();
        }
        try {
            CL.setExceptionsEnabled(false);
            var devices = devices();
            return devices.isEmpty()
                    ? new Discovery.Absent("the OpenCL loader lists no device", REMEDY)
                    : new Discovery.Found(devices);
        } catch (DeviceException failure) {
            return new Discovery.Failed(failure);
        } catch (LinkageError _) {
            return withoutLoader();
        }
    }

    private static Discovery withoutLoader() {
        return new Discovery.Absent("there is no OpenCL loader (libOpenCL.so)", REMEDY);
    }

    /// Whether the dynamic linker finds a library of this name.
    @SuppressWarnings("restricted") // The library is opened, and none of its functions is called.
    private static boolean isHere(String library) {
        try (var opened = Arena.ofConfined()) {
            SymbolLookup.libraryLookup(library, opened);
            return true;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    private static List<Device> devices() {
        var devices = new ArrayList<Device>();
        try {
            for (var platform : platforms()) {
                for (var device : devices(platform)) {
                    devices.add(new OpenClDevice("opencl:" + devices.size(), platform, device));
                }
            }
        } catch (DeviceException failure) {
            devices.forEach(Device::close);
            throw failure;
        }
        return devices;
    }

    /// Empty when the loader knows no platform, which it reports as an error of its own.
    private static cl_platform_id[] platforms() {
        var count = new int[1];
        if (CL.clGetPlatformIDs(0, null, count) != CL.CL_SUCCESS) {
            return new cl_platform_id[0];
        }
        var platforms = new cl_platform_id[count[0]];
        CL.clGetPlatformIDs(platforms.length, platforms, null);
        return platforms;
    }

    private static cl_device_id[] devices(cl_platform_id platform) {
        var count = new int[1];
        if (CL.clGetDeviceIDs(platform, CL.CL_DEVICE_TYPE_ALL, 0, null, count) != CL.CL_SUCCESS) {
            return new cl_device_id[0];
        }
        var devices = new cl_device_id[count[0]];
        CL.clGetDeviceIDs(platform, CL.CL_DEVICE_TYPE_ALL, devices.length, devices, null);
        return devices;
    }
}
