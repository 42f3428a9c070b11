package org.offloadtck.timing.replay;

import org.offloadtck.engine.device.CtaDemand;
import org.offloadtck.engine.device.Occupancy;
import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.timing.KernelTiming;
import org.offloadtck.timing.Timing;
import org.offloadtck.timing.figures.TimedDevice;
import org.offloadtck.timing.memory.TrafficCounters;
import org.offloadtck.timing.trace.TraceBudget;
import org.offloadtck.timing.trace.TraceRecorder;

/// Times one launch: observes it, and computes its cycles after its end.
public final class LaunchTimer {

    /// Most of the host's memory that traces of the CTAs on a device may take, in bytes, where the
    /// host has four times as much: enough for each of them to execute millions of instructions.
    private static final long MOST_TRACE = 2L << 30;

    private final TimedDevice device;
    private final TraceBudget room;
    private final TraceRecorder recorder;
    private final TrafficCounters traffic = new TrafficCounters();
    private final GridReplay replay;
    private final Occupancy occupancy;

    LaunchTimer(TimingModel model, DecodedFunction kernel, LaunchShape shape) {
        this(
                model,
                kernel,
                shape,
                new TraceBudget(Math.min(MOST_TRACE, Runtime.getRuntime().maxMemory() / 4)));
    }

    LaunchTimer(TimingModel model, DecodedFunction kernel, LaunchShape shape, TraceBudget room) {
        this.device = model.device();
        this.room = room;
        int shared = kernel.sharedBytes() + shape.dynamicSharedBytes();
        int threads = (int) shape.cta().volume();
        this.occupancy =
                device.spec().occupancy(new CtaDemand(threads, model.registers(kernel), shared));
        int resident = Math.max(1, occupancy.ctas());
        long l1 = device.l1Bytes(resident * shared);
        this.replay =
                new GridReplay(
                        model.steps(),
                        new MultiprocessorReplay.Layout(device, l1, traffic, IssueOrder.AHEAD),
                        new GridReplay.Extents(shape.grid().volume(), resident),
                        room);
        this.recorder = new TraceRecorder(model.image(), new ReplayQueue(replay), room);
    }

    /// The observer of the launch.
    public LaunchObserver observer() {
        return recorder;
    }

    /// How long the launch takes, once it has ended; unknown when that was with a fault.
    public Timing timing() {
        if (room.isExceeded()) {
            return new Timing.Unknown(
                    "its trace takes more than the %d MiB of memory there are for it"
                            .formatted(room.most() >> 20));
        }
        if (!replay.hasEnded()) {
            return new Timing.Unknown("it did not come to its end");
        }
        var stack = replay.finish();
        return new KernelTiming(
                device,
                stack.cycles(),
                stack,
                occupancy,
                replay.residentWarps(),
                recorder.statistics(),
                traffic.snapshot(),
                replay.timeline());
    }
}
