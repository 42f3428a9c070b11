package org.offloadtck.driver.toolkit;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import org.offloadtck.plugin.DeviceLinkException;
import org.offloadtck.plugin.TargetId;
import org.offloadtck.sim.PtxImageLinker;

import java.util.List;

/// The link itself, once names are known to be defined.
final class DeviceLink {

    private static final String TRIPLE = "nvptx64-nvidia-cuda";

    private DeviceLink() {}

    /// The executable container of `objects`.
    ///
    /// @throws ToolFailure if they contradict each other; what about is in the log
    static byte[] link(GpuName gpu, List<DeviceObject> objects, ToolLog log) {
        var target = new TargetId(TRIPLE, gpu.toString());
        var inputs = objects.stream().map(DeviceObject::input).toList();
        try {
            return new PtxImageLinker().link(target, inputs).toArray(JAVA_BYTE);
        } catch (DeviceLinkException fault) {
            log.error(
                    "%s, in '%s' at %s"
                            .formatted(fault.problem(), fault.source(), fault.position()));
            throw new ToolFailure("link aborted due to errors", ToolFailure.INPUT);
        }
    }
}
