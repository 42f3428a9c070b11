package org.offloadtck.timing.replay;

import java.util.List;
import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.timing.Timing;
import org.offloadtck.timing.TimingDetail;
import org.offloadtck.timing.figures.TimedDevice;
import org.offloadtck.timing.memory.SecondLevelCache;
import org.offloadtck.timing.trace.CtaTrace;
import org.offloadtck.timing.trace.TraceBudget;
import org.offloadtck.timing.trace.TraceRecorder;

/// Times one launch on several devices: records it once, and replays the trace of each CTA on every
/// device, whose caches are empty. A device's cycles are those of a [LaunchTimer] of its own.
///
/// The devices have one architecture, since a trace consists of the instructions of one.
public final class LaunchSweep {

    private final TraceRecorder recorder;
    private final TraceBudget recording = TraceBudget.ofHost();
    private final List<LaunchReplay> replays;

    /// @param image the program, loaded on a device of the same architecture
    public LaunchSweep(
            LoadedProgram image,
            List<TimedDevice> devices,
            DecodedFunction kernel,
            LaunchShape shape) {
        var launch = new LaunchReplay.Launch(kernel, shape, TimingDetail.LAUNCH);
        var team = new ReplayTeam();
        this.replays =
                devices.stream()
                        .map(device -> TimingModel.of(image, device))
                        .map(model ->
                                new LaunchReplay(
                                        model,
                                        launch,
                                        new SecondLevelCache(model.device()),
                                        new LaunchReplay.Host(TraceBudget.ofHost(), team)))
                        .toList();
        this.recorder =
                new TraceRecorder(
                        image, new ReplayQueue(this::replay, team), recording, TimingDetail.LAUNCH);
    }

    /// Each replay accounts for the traces that it holds; the largest device holds the most, and
    /// what others hold is among them.
    private void replay(long number, CtaTrace trace) {
        long bytes = trace.bytes();
        recording.release(bytes);
        for (var replay : replays) {
            if (replay.room().take(bytes)) {
                replay.receiver().ended(number, trace);
            }
        }
    }

    /// The observer of the launch.
    public LaunchObserver observer() {
        return recorder;
    }

    /// How long the launch takes on each device, in their order, once it has ended.
    public List<Timing> timings() {
        return replays.stream().map(replay -> replay.timing(recorder)).toList();
    }
}
