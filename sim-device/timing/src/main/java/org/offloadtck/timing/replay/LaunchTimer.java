package org.offloadtck.timing.replay;

import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.timing.Timing;
import org.offloadtck.timing.memory.SecondLevelCache;
import org.offloadtck.timing.trace.TraceBudget;
import org.offloadtck.timing.trace.TraceRecorder;

/// Times one launch: observes it, and computes its cycles after its end.
public final class LaunchTimer {

    private final TraceRecorder recorder;
    private final LaunchReplay replay;

    LaunchTimer(
            TimingModel model,
            LaunchReplay.Launch launch,
            SecondLevelCache cache,
            TraceBudget room) {
        var team = new ReplayTeam();
        this.replay = new LaunchReplay(model, launch, cache, new LaunchReplay.Host(room, team));
        this.recorder =
                new TraceRecorder(
                        model.image(),
                        new ReplayQueue(replay.receiver(), team),
                        room,
                        launch.detail());
    }

    /// The observer of the launch.
    public LaunchObserver observer() {
        return recorder;
    }

    /// How long the launch takes, once it has ended; unknown when that was with a fault. Called
    /// once.
    public Timing timing() {
        return replay.timing(recorder);
    }
}
