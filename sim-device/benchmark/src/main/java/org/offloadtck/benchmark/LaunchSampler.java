package org.offloadtck.benchmark;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/// Launches every kernel repeatedly in this JVM after warm-up, and prints a [LaunchSample] for each
/// launch. Messages about the progress go to the error stream.
public final class LaunchSampler {

    /// Share of just-in-time compilation in the CPU time of a round of launches, below which the
    /// warm-up ends.
    private static final double MAX_COMPILATION = 0.02;

    /// Maximum duration of the warm-up in nanoseconds.
    private static final long LONGEST_WARM_UP = 300_000_000_000L;

    private static final CompilationMXBean COMPILER = ManagementFactory.getCompilationMXBean();

    private static final double NANOS_PER_MILLI = 1e6;

    /// Time between two messages about the progress of the measurement in nanoseconds.
    private static final long PROGRESS = 10_000_000_000L;

    private LaunchSampler() {}

    /// Measures and prints.
    ///
    /// @param arguments the number of seconds to measure launches of each [LaunchMode]
    public static void main(String[] arguments) {
        var time = Duration.ofSeconds(Long.parseLong(arguments[0]));
        for (var mode : LaunchMode.values()) {
            var rounds =
                    Arrays.stream(PeerKernel.values())
                            .map(kernel -> new MeasurementRound(mode, kernel))
                            .toList();
            warm(mode, rounds);
            measure(mode, rounds, time);
        }
    }

    /// Launches all kernels until just-in-time compilation has nearly ended: the threads of the
    /// compiler count in the CPU time of a launch.
    private static void warm(LaunchMode mode, List<MeasurementRound> rounds) {
        long start = System.nanoTime();
        double compiled = 1;
        for (int i = 1;
                compiled >= MAX_COMPILATION && System.nanoTime() - start < LONGEST_WARM_UP;
                i++) {
            long cpu = CpuClock.nanos();
            long compilation = COMPILER.getTotalCompilationTime();
            rounds.forEach(MeasurementRound::run);
            compiled =
                    (COMPILER.getTotalCompilationTime() - compilation)
                            * NANOS_PER_MILLI
                            / (CpuClock.nanos() - cpu);
            System.err.printf(
                    "%s: round %d of the warm-up, %.0f %% of it compilation%n",
                    mode.title(), i, 100 * compiled);
        }
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
