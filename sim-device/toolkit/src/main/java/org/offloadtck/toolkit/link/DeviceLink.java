package org.offloadtck.toolkit.link;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.util.List;
import org.offloadtck.plugin.image.DeviceLinkException;
import org.offloadtck.plugin.image.TargetId;
import org.offloadtck.sim.container.PtxImageLinker;
import org.offloadtck.sim.container.PtxTargetId;
import org.offloadtck.toolkit.option.ToolDiagnostics;
import org.offloadtck.toolkit.option.ToolException;

/// Links device objects whose symbols are resolved.
public final class DeviceLink {

    private DeviceLink() {}

    /// The executable container of `objects`.
    ///
    /// @throws ToolException if they contradict each other; the diagnostics have the reason
    public static byte[] link(
            GpuArchitecture gpu, List<DeviceObjectFile> objects, ToolDiagnostics log) {
        var target = new TargetId(PtxTargetId.TRIPLE, gpu.toString());
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
