package org.offloadtck.timing.replay;

import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.timing.Timing;
import org.offloadtck.timing.TimingDetail;
import org.offloadtck.timing.trace.TraceBudget;
import org.offloadtck.timing.trace.TraceRecorder;

/// Times one launch: observes it, and computes its cycles after its end.
public final class LaunchTimer {

    private final TraceRecorder recorder;
    private final LaunchReplay replay;

    LaunchTimer(TimingModel model, DecodedFunction kernel, LaunchShape shape, TimingDetail detail) {
        this(model, kernel, shape, detail, TraceBudget.ofHost());
    }

    LaunchTimer(
            TimingModel model,
            DecodedFunction kernel,
            LaunchShape shape,
            TimingDetail detail,
            TraceBudget room) {
        this.replay = new LaunchReplay(model, new LaunchReplay.Launch(kernel, shape, detail), room);
        this.recorder =
                new TraceRecorder(model.image(), new ReplayQueue(replay.receiver()), room, detail);
    }

    /// The observer of the launch.
    public LaunchObserver observer() {
        return recorder;
    }

    /// How long the launch takes, once it has ended; unknown when that was with a fault.
    public Timing timing() {
        return replay.timing(recorder);
    }
}
