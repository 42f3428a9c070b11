package org.offloadtck.benchmark;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.offloadtck.benchmark.LaunchSample.Verdict;
import org.offloadtck.engine.launch.LaunchCounters;

/// The launches of a kernel that are compared with each other, to be made shortly after one
/// another.
///
/// On a host that is shared, two threads are not always twice as fast as one, whatever they do. So
/// beside a launch on two threads there are two launches on a thread each, at the same time, which
/// have nothing to do with each other: what a launch on two threads could reach at best, then and
/// there.
final class MeasurementRound {

    private static final double NANOS = 1e9;

    private final LaunchMode detail;
    private final PeerKernel kernel;
    private final KernelFixture bench;
    private final KernelFixture neighbour;

    MeasurementRound(LaunchMode detail, PeerKernel kernel) {
        this.detail = detail;
        this.kernel = kernel;
        this.bench = KernelFixture.of(kernel);
        this.neighbour = KernelFixture.of(kernel);
    }

    /// Makes the launches.
    ///
    /// @return one of each kind
    List<LaunchSample> run() {
        var one = launch(detail.title(), 1, () -> bench.launch(detail, 1));
        if (detail.mostThreads() == 1) {
            return List.of(one);
        }
        String several = detail.title() + LaunchSample.SEVERAL;
        return List.of(
                one,
                launch(several + "two threads", 1, () -> bench.launch(detail, 2)),
                launch(several + "two launches", 2, this::launchBoth));
    }

    private LaunchCounters launchBoth() {
        var other = CompletableFuture.supplyAsync(() -> neighbour.launch(detail, 1));
        var counters = bench.launch(detail, 1);
        other.join();
        neighbour.verify();
        return counters;
    }

    /// Launches from before one to after the last of `launches`, each of which takes its part.
    private LaunchSample launch(String name, int launches, Supplier<LaunchCounters> launch) {
        bench.reset();
        neighbour.reset();
        long wall = System.nanoTime();
        long cpu = CpuClock.nanos();
        var counters = launch.get();
        cpu = CpuClock.nanos() - cpu;
        wall = System.nanoTime() - wall;
        bench.verify();
        return new LaunchSample(
                name,
                kernel.symbol(),
                wall / NANOS / launches,
                cpu / NANOS / launches,
                Verdict.RIGHT,
                counters.threadInstructions());
    }
}
