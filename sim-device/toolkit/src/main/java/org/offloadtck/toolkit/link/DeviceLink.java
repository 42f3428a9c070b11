package org.offloadtck.toolkit.link;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.util.List;
import org.offloadtck.plugin.image.DeviceLinkException;
import org.offloadtck.plugin.image.TargetId;
import org.offloadtck.sim.container.PtxImageLinker;
import org.offloadtck.toolkit.option.ToolDiagnostics;
import org.offloadtck.toolkit.option.ToolException;

/// The link itself, once names are known to be defined.
public final class DeviceLink {

    private static final String TRIPLE = "nvptx64-nvidia-cuda";

    private DeviceLink() {}

    /// The executable container of `objects`.
    ///
    /// @throws ToolFailure if they contradict each other; what about is in the log
    public static byte[] link(
            GpuArchitecture gpu, List<DeviceObjectFile> objects, ToolDiagnostics log) {
        var target = new TargetId(TRIPLE, gpu.toString());
        var inputs = objects.stream().map(DeviceObjectFile::input).toList();
        try {
            return new PtxImageLinker().link(target, inputs).toArray(JAVA_BYTE);
        } catch (DeviceLinkException fault) {
            log.error(
                    "%s, in '%s' at %s"
                            .formatted(fault.problem(), fault.source(), fault.position()));
            throw new ToolException("link aborted due to errors", ToolException.INPUT);
        }
    }
}
