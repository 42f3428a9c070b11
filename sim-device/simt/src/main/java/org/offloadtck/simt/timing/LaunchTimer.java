package org.offloadtck.simt.timing;

import org.offloadtck.simt.device.CtaDemand;
import org.offloadtck.simt.device.DeviceSpec;
import org.offloadtck.simt.device.Occupancy;
import org.offloadtck.simt.execution.LaunchObserver;
import org.offloadtck.simt.execution.LaunchShape;
import org.offloadtck.simt.image.DeviceFunction;

/// Times one launch: gives it an observer, and says how long it takes when it has ended.
/// [TimingModel#timer] makes one.
public final class LaunchTimer {

    /// Most of the host's memory that traces of the CTAs on a device may take, in bytes, where the
    /// host has four times as much: enough for each of them to execute millions of instructions.
    private static final long MOST_TRACE = 2L << 30;

    private final DeviceSpec spec;
    private final TraceRoom room;
    private final TraceRecorder recorder;
    private final Traffic traffic = new Traffic();
    private final Replay replay;
    private final Occupancy occupancy;

    LaunchTimer(TimingModel model, DeviceFunction kernel, LaunchShape shape) {
        this(
                model,
                kernel,
                shape,
                new TraceRoom(Math.min(MOST_TRACE, Runtime.getRuntime().maxMemory() / 4)));
    }

    LaunchTimer(TimingModel model, DeviceFunction kernel, LaunchShape shape, TraceRoom room) {
        this.spec = model.spec();
        this.room = room;
        int shared = kernel.sharedBytes() + shape.dynamicSharedBytes();
        int threads = (int) shape.cta().volume();
        this.occupancy = spec.occupancy(new CtaDemand(threads, model.registers(kernel), shared));
        int resident = Math.max(1, occupancy.ctas());
        long l1 = spec.l1Bytes(resident * shared);
        this.replay =
                new Replay(
                        model.steps(),
                        new Multiprocessor.Layout(spec, l1, traffic),
                        new Replay.Extents(shape.grid().volume(), resident),
                        room);
        this.recorder = new TraceRecorder(model.image(), new Handover(replay), room);
    }

    /// Who is to watch the launch.
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
                spec,
                stack.cycles(),
                stack,
                occupancy,
                replay.residentWarps(),
                recorder.behaviour(),
                traffic.read(),
                replay.timeline());
    }
}
