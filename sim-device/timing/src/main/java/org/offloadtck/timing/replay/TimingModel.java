package org.offloadtck.timing.replay;

import java.util.HashMap;
import java.util.Map;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.timing.lowering.RegisterEstimate;

/// Times launches of an image's kernels on a device: what all of them have in common.
///
/// Launches of one model come one after another.
public final class TimingModel {

    private final LoadedProgram image;
    private final DeviceSpec spec;
    private final InstructionCosts steps;
    private final Map<String, Integer> registers = new HashMap<>();

    private TimingModel(LoadedProgram image, DeviceSpec spec) {
        this.image = image;
        this.spec = spec;
        this.steps = new InstructionCosts(image, spec);
    }

    public static TimingModel of(LoadedProgram image, DeviceSpec spec) {
        return new TimingModel(image, spec);
    }

    /// A timer for one launch.
    public LaunchTimer timer(DecodedFunction kernel, LaunchShape shape) {
        return new LaunchTimer(this, kernel, shape);
    }

    LoadedProgram image() {
        return image;
    }

    DeviceSpec spec() {
        return spec;
    }

    InstructionCosts steps() {
        return steps;
    }

    /// 32-bit registers of a thread of a kernel, estimated.
    int registers(DecodedFunction kernel) {
        return registers.computeIfAbsent(
                kernel.name(), _ -> RegisterEstimate.of(image, kernel, spec));
    }
}
