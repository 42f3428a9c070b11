package org.offloadtck.benchmark;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Launches every kernel again and again in this JVM, once it is warm, and prints a [LaunchSample]
/// of each launch.
public final class LaunchSampler {

    /// CPU time of the launches before the first that is measured, in nanoseconds; the just-in-time
    /// compiler has gone through a kernel by then.
    private static final long WARM_UP = 2_000_000_000L;

    private LaunchSampler() {}

    /// Measures and prints.
    ///
    /// @param arguments for how many seconds to measure launches of a [LaunchMode]
    public static void main(String[] arguments) {
        var time = Duration.ofSeconds(Long.parseLong(arguments[0]));
        for (var detail : LaunchMode.values()) {
            measure(warm(detail), time);
        }
    }

    private static List<MeasurementRound> warm(LaunchMode detail) {
        var rounds = new ArrayList<MeasurementRound>();
        for (var kernel : PeerKernel.values()) {
            var round = new MeasurementRound(detail, kernel);
            long start = CpuClock.nanos();
            while (CpuClock.nanos() - start < WARM_UP) {
                round.run();
            }
            rounds.add(round);
        }
        return rounds;
    }

    /// All kernels are launched before any is launched again: others on the host's cores, who come
    /// and go, slow some launches of each and not all of one.
    private static void measure(List<MeasurementRound> rounds, Duration time) {
        long start = System.nanoTime();
        for (int i = 0; System.nanoTime() - start < time.toNanos(); i++) {
            for (var round : rounds) {
                for (var sample : round.run()) {
                    System.out.println(sample.line(i));
                }
            }
        }
    }
}
