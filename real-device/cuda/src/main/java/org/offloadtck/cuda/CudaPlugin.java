package org.offloadtck.cuda;

import java.util.ArrayList;
import java.util.List;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.Discovery;

/// Every device of the CUDA driver, in the driver's order.
public final class CudaPlugin implements DevicePlugin {

    private static final String REMEDY =
            "install the driver of an NVIDIA GPU; it brings libcuda.so.1";

    @Override
    public String name() {
        return "cuda";
    }

    @Override
    public boolean callsDriver() {
        return true;
    }

    @Override
    public Discovery discover() {
        try {
            JCudaDriver.setExceptionsEnabled(false);
            int status = JCudaDriver.cuInit(0);
            if (status != CUresult.CUDA_SUCCESS) {
                return new Discovery.Absent("cuInit answers " + CudaCall.describe(status), REMEDY);
            }
            var devices = devices();
            return devices.isEmpty()
                    ? new Discovery.Absent("the CUDA driver lists no device", REMEDY)
                    : new Discovery.Found(devices);
        } catch (DeviceException failure) {
            return new Discovery.Failed(failure);
        } catch (LinkageError _) {
            return new Discovery.Absent("there is no CUDA driver (libcuda.so.1)", REMEDY);
        }
    }

    private static List<Device> devices() {
        var count = new int[1];
        new CudaCall("cuda", "discovery").check(JCudaDriver.cuDeviceGetCount(count));
        var devices = new ArrayList<Device>();
        try {
            for (int ordinal = 0; ordinal < count[0]; ordinal++) {
                devices.add(new CudaDevice(ordinal));
            }
        } catch (DeviceException failure) {
            devices.forEach(Device::close);
            throw failure;
        }
        return devices;
    }
}
