package org.offloadtck.timing.replay;

import java.util.List;
import java.util.stream.IntStream;
import org.offloadtck.engine.device.CtaDemand;
import org.offloadtck.engine.device.Occupancy;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.timing.InstructionProfile;
import org.offloadtck.timing.KernelTiming;
import org.offloadtck.timing.Timing;
import org.offloadtck.timing.TimingDetail;
import org.offloadtck.timing.figures.TimedDevice;
import org.offloadtck.timing.memory.SecondLevelCache;
import org.offloadtck.timing.memory.TrafficCounters;
import org.offloadtck.timing.replay.MultiprocessorReplay.IssueOrder;
import org.offloadtck.timing.trace.TraceBudget;
import org.offloadtck.timing.trace.TraceRecorder;

/// The replay of one launch on one device.
final class LaunchReplay {

    private final TimedDevice device;
    private final TraceBudget room;
    private final TrafficCounters traffic = new TrafficCounters();
    private final GridPartition replay;
    private final CtaDemand demand;
    private final Occupancy occupancy;
    private final IssueProfile profile;
    private final LoadedProgram image;
    private final SecondLevelCache cache;
    private final LaunchShape shape;

    /// Whether the device has room for a cluster.
    private final boolean hasRoom;

    /// What is launched.
    record Launch(DecodedFunction kernel, LaunchShape shape, TimingDetail detail) {}

    /// What the host has for a replay.
    ///
    /// @param room for the traces of CTAs on the device
    record Host(TraceBudget room, ReplayTeam team) {}

    /// @param cache of the device, with what earlier launches left
    LaunchReplay(TimingModel model, Launch launch, SecondLevelCache cache, Host host) {
        this.device = model.device();
        this.room = host.room();
        this.cache = cache;
        int shared = launch.kernel().sharedBytes() + launch.shape().dynamicSharedBytes();
        int threads = (int) launch.shape().cta().volume();
        this.demand = new CtaDemand(threads, model.registers(launch.kernel()), shared);
        this.occupancy = device.spec().occupancy(demand);
        this.image = model.image();
        this.profile =
                switch (launch.detail()) {
                    case LAUNCH -> IssueProfile.OFF;
                    case INSTRUCTIONS -> new IssueProfile(image.code().instructions().size());
                };
        int resident = Math.max(1, occupancy.ctas());
        long l1 = device.l1Bytes(resident * shared);
        this.shape = launch.shape();
        var extents =
                new GridReplay.Extents(shape.grid().volume(), resident, shape.cluster().ctas());
        this.hasRoom = extents.together(device.spec()) > 0;
        this.replay =
                new GridPartition(
                        model.steps(),
                        new MultiprocessorReplay.Layout(
                                device, l1, cache, traffic, IssueOrder.AHEAD, profile, host.team()),
                        extents,
                        room);
    }

    /// The receiver of the traces of all CTAs.
    TraceRecorder.Receiver receiver() {
        return hasRoom ? replay : (_, trace) -> room.release(trace.bytes());
    }

    TraceBudget room() {
        return room;
    }

    /// How long the launch takes, once it has ended; unknown when that was with a fault.
    ///
    /// @param recorder that recorded the traces
    Timing timing(TraceRecorder recorder) {
        if (!hasRoom) {
            return new Timing.Unknown(
                    "the device has no room for a cluster of %d CTAs"
                            .formatted(shape.cluster().ctas()));
        }
        if (room.isExceeded()) {
            cache.clear();
            return new Timing.Unknown(
                    "its trace takes more than the %d MiB of memory there are for it"
                            .formatted(room.most() >> 20));
        }
        if (!replay.hasEnded()) {
            cache.clear();
            return new Timing.Unknown("it did not come to its end");
        }
        var outcome = replay.outcome();
        return new KernelTiming(
                device,
                outcome.stack().cycles(),
                outcome.coverage(),
                outcome.stack(),
                demand,
                occupancy,
                outcome.residentWarps(),
                recorder.statistics(),
                traffic.snapshot(),
                outcome.timeline().numbered(shape::started),
                instructions(recorder));
    }

    private List<InstructionProfile> instructions(TraceRecorder recorder) {
        if (!profile.isOn()) {
            return List.of();
        }
        var counters = recorder.instructions();
        return IntStream.range(0, image.code().instructions().size())
                .filter(pc -> counters.warps(pc) > 0)
                .mapToObj(pc ->
                        new InstructionProfile(
                                InstructionProfile.Place.of(image, pc),
                                counters.warps(pc),
                                counters.threads(pc),
                                counters.memory(pc),
                                profile.cycles(pc)))
                .toList();
    }
}
