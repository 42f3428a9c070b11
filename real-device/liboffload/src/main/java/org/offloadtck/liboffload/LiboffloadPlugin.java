package org.offloadtck.liboffload;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.Discovery;

/// Every device of LLVM's liboffload except the host, in the library's order.
public final class LiboffloadPlugin implements DevicePlugin {

    private static final String REMEDY =
            "install LLVM 22's liboffload, Debian's liboffload-22, and the driver of a device; or set"
                    + " LD_LIBRARY_PATH to their folders";

    @Override
    public String name() {
        return "offload";
    }

    @Override
    public boolean callsDriver() {
        return true;
    }

    @Override
    public Discovery discover() {
        var library = LiboffloadLibrary.open();
        if (library.isEmpty()) {
            return new Discovery.Absent(
                    "there is no liboffload of LLVM 22 (%s)".formatted(LiboffloadLibrary.NAME),
                    REMEDY);
        }
        try {
            var devices = devices(new LiboffloadCall(library.get(), name(), "discovery"));
            return devices.isEmpty()
                    ? new Discovery.Absent("liboffload lists no device but the host", REMEDY)
                    : new Discovery.Found(devices);
        } catch (DeviceException failure) {
            return new Discovery.Failed(failure);
        }
    }

    private List<Device> devices(LiboffloadCall call) {
        call.check(LiboffloadFunction.INIT);
        var handles = call.library().devices(call);
        var host =
                handles.stream()
                        .filter(handle -> new LiboffloadInfo(call, handle).isHost())
                        .findFirst();
        var devices = new ArrayList<Device>();
        for (var handle : handles) {
            var info = new LiboffloadInfo(call, handle);
            if (host.isPresent() && !info.isHost() && info.triple().isPresent()) {
                var id = "%s:%d".formatted(name(), devices.size());
                devices.add(new LiboffloadDevice(id, info, host.get(), info.triple().get()));
            }
        }
        return devices;
    }
}
