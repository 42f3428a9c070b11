package org.offloadtck.benchmark;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.offloadtck.benchmark.LaunchSample.Verdict;
import org.offloadtck.engine.launch.LaunchCounters;

/// Launches of one kernel that are compared with each other and made in direct succession.
///
/// On a shared host two threads may be less than twice as fast as one, independent of the program.
/// Therefore each launch on two threads is compared with two independent simultaneous launches on
/// one thread each, which is the best that two threads can reach at that time.
final class MeasurementRound {

    private static final double NANOS = 1e9;

    private final LaunchMode mode;
    private final PeerKernel kernel;
    private final KernelFixture fixture;
    private final KernelFixture neighbour;

    MeasurementRound(LaunchMode mode, PeerKernel kernel) {
        this.mode = mode;
        this.kernel = kernel;
        this.fixture = KernelFixture.of(kernel);
        this.neighbour = KernelFixture.of(kernel);
    }

    /// Performs the launches.
    ///
    /// @return one sample of each kind
    List<LaunchSample> run() {
        var one = launch(mode.title(), 1, () -> fixture.launch(mode, 1));
        if (mode.mostThreads() == 1) {
            return List.of(one);
        }
        String several = mode.title() + LaunchSample.SEVERAL;
        return List.of(
                one,
                launch(several + "two threads", 1, () -> fixture.launch(mode, 2)),
                launch(several + "two launches", 2, this::launchBoth));
    }

    private LaunchCounters launchBoth() {
        var other = CompletableFuture.supplyAsync(() -> neighbour.launch(mode, 1));
        var counters = fixture.launch(mode, 1);
        other.join();
        neighbour.verify();
        return counters;
    }

    /// Measures `launches` simultaneous launches; the sample has the time of one.
    private LaunchSample launch(String name, int launches, Supplier<LaunchCounters> launch) {
        fixture.reset();
        neighbour.reset();
        long wall = System.nanoTime();
        long cpu = CpuClock.nanos();
        var counters = launch.get();
        cpu = CpuClock.nanos() - cpu;
        wall = System.nanoTime() - wall;
        fixture.verify();
        return new LaunchSample(
                name,
                kernel.symbol(),
                wall / NANOS / launches,
                cpu / NANOS / launches,
                Verdict.RIGHT,
                counters.threadInstructions());
    }
}
