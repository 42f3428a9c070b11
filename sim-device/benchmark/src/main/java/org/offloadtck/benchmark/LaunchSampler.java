package org.offloadtck.benchmark;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Launches every kernel repeatedly in this JVM after warm-up, and prints a [LaunchSample] for each
/// launch. Messages about the progress go to the error stream.
public final class LaunchSampler {

    /// CPU time of warm-up launches of a kernel in nanoseconds, after which the just-in-time
    /// compiler is done with it.
    private static final long WARM_UP = 2_000_000_000L;

    /// Time between two messages about the progress of the measurement in nanoseconds.
    private static final long PROGRESS = 10_000_000_000L;

    private LaunchSampler() {}

    /// Measures and prints.
    ///
    /// @param arguments the number of seconds to measure launches of each [LaunchMode]
    public static void main(String[] arguments) {
        var time = Duration.ofSeconds(Long.parseLong(arguments[0]));
        for (var mode : LaunchMode.values()) {
            measure(mode, warm(mode), time);
        }
    }

    private static List<MeasurementRound> warm(LaunchMode mode) {
        var rounds = new ArrayList<MeasurementRound>();
        for (var kernel : PeerKernel.values()) {
            System.err.printf("%s: warm-up of %s%n", mode.title(), kernel.symbol());
            var round = new MeasurementRound(mode, kernel);
            long start = CpuClock.nanos();
            while (CpuClock.nanos() - start < WARM_UP) {
                round.run();
            }
            rounds.add(round);
        }
        return rounds;
    }

    /// All kernels are launched once before any is launched again, so that temporary load on the
    /// host affects some launches of each kernel and not all launches of one.
    private static void measure(LaunchMode mode, List<MeasurementRound> rounds, Duration time) {
        long start = System.nanoTime();
        long shown = start;
        for (int i = 0; System.nanoTime() - start < time.toNanos(); i++) {
            if (i == 0 || System.nanoTime() - shown >= PROGRESS) {
                shown = System.nanoTime();
                System.err.printf(
                        "%s: round %d after %d of %d s%n",
                        mode.title(),
                        i + 1,
                        Duration.ofNanos(shown - start).toSeconds(),
                        time.toSeconds());
            }
            for (var round : rounds) {
                for (var sample : round.run()) {
                    System.out.println(sample.line(i));
                }
            }
        }
    }
}
