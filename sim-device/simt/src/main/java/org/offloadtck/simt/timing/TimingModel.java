package org.offloadtck.simt.timing;

import java.util.HashMap;
import java.util.Map;
import org.offloadtck.simt.device.DeviceSpec;
import org.offloadtck.simt.execution.LaunchShape;
import org.offloadtck.simt.image.DeviceFunction;
import org.offloadtck.simt.image.DeviceImage;
import org.offloadtck.simt.lowering.RegisterDemand;

/// Times launches of an image's kernels on a device: what all of them have in common.
///
/// Launches of one model come one after another.
public final class TimingModel {

    private final DeviceImage image;
    private final DeviceSpec spec;
    private final Steps steps;
    private final Map<String, Integer> registers = new HashMap<>();

    private TimingModel(DeviceImage image, DeviceSpec spec) {
        this.image = image;
        this.spec = spec;
        this.steps = new Steps(image, spec);
    }

    public static TimingModel of(DeviceImage image, DeviceSpec spec) {
        return new TimingModel(image, spec);
    }

    /// A timer for one launch.
    public LaunchTimer timer(DeviceFunction kernel, LaunchShape shape) {
        return new LaunchTimer(this, kernel, shape);
    }

    DeviceImage image() {
        return image;
    }

    DeviceSpec spec() {
        return spec;
    }

    Steps steps() {
        return steps;
    }

    /// 32-bit registers of a thread of a kernel, estimated.
    int registers(DeviceFunction kernel) {
        return registers.computeIfAbsent(
                kernel.name(), _ -> RegisterDemand.of(image, kernel, spec));
    }
}
