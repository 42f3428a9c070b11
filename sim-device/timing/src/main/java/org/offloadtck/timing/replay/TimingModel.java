package org.offloadtck.timing.replay;

import java.util.HashMap;
import java.util.Map;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.timing.TimingDetail;
import org.offloadtck.timing.figures.TimedDevice;
import org.offloadtck.timing.lowering.RegisterEstimate;
import org.offloadtck.timing.memory.SecondLevelCache;
import org.offloadtck.timing.trace.TraceBudget;

/// The timing of an image's kernels on a device: what all launches share.
///
/// Launches of one model run one after another.
public final class TimingModel {

    private final LoadedProgram image;
    private final TimedDevice device;
    private final InstructionCosts steps;
    private final Map<String, Integer> registers = new HashMap<>();

    private TimingModel(LoadedProgram image, TimedDevice device) {
        this.image = image;
        this.device = device;
        this.steps = new InstructionCosts(image, device);
    }

    public static TimingModel of(LoadedProgram image, TimedDevice device) {
        return new TimingModel(image, device);
    }

    /// A timer for one launch as a whole, which starts with empty caches.
    public LaunchTimer timer(DecodedFunction kernel, LaunchShape shape) {
        return timer(kernel, shape, TimingDetail.LAUNCH, new SecondLevelCache(device));
    }

    /// The same for a host whose memory for traces is given.
    public LaunchTimer timer(DecodedFunction kernel, LaunchShape shape, TraceBudget room) {
        return new LaunchTimer(
                this,
                new LaunchReplay.Launch(kernel, shape, TimingDetail.LAUNCH),
                new SecondLevelCache(device),
                room);
    }

    /// A timer for one launch.
    ///
    /// @param cache of the device, with what earlier launches left; first-level caches are empty
    public LaunchTimer timer(
            DecodedFunction kernel,
            LaunchShape shape,
            TimingDetail detail,
            SecondLevelCache cache) {
        return new LaunchTimer(
                this, new LaunchReplay.Launch(kernel, shape, detail), cache, TraceBudget.ofHost());
    }

    LoadedProgram image() {
        return image;
    }

    TimedDevice device() {
        return device;
    }

    InstructionCosts steps() {
        return steps;
    }

    /// 32-bit registers of a thread of a kernel, estimated.
    int registers(DecodedFunction kernel) {
        return registers.computeIfAbsent(
                kernel.name(), _ -> RegisterEstimate.of(image, kernel, device.spec()));
    }
}
