package org.offloadtck.benchmark;

import java.util.function.Consumer;
import org.offloadtck.benchmark.Sample.Verdict;

/// Launches every kernel some times in this JVM, once it is warm, and prints a [Sample] of each.
public final class Speeds {

    /// CPU time of the launches before the first that is measured, in nanoseconds; the just-in-time
    /// compiler has gone through a kernel by then.
    private static final long WARM_UP = 2_000_000_000L;

    private static final double NANOS = 1e9;

    private final int repetitions;
    private final Consumer<String> out;

    /// What is measured.
    ///
    /// @param threads host threads of a launch
    private record Setting(String name, Detail detail, int threads) {}

    private Speeds(int repetitions, Consumer<String> out) {
        this.repetitions = repetitions;
        this.out = out;
    }

    /// Measures and prints.
    ///
    /// @param arguments how many launches of a kernel to measure
    public static void main(String[] arguments) {
        var speeds = new Speeds(Integer.parseInt(arguments[0]), System.out::println);
        for (var detail : Detail.values()) {
            speeds.measure(new Setting(detail.title(), detail, 1));
        }
        speeds.measure(new Setting("functional 2 threads", Detail.FUNCTIONAL, 2));
        speeds.measure(new Setting("timing 2 threads", Detail.TIMING, 2));
    }

    private void measure(Setting setting) {
        for (var kernel : PeerKernel.values()) {
            var bench = Bench.of(kernel);
            long start = CpuClock.nanos();
            while (CpuClock.nanos() - start < WARM_UP) {
                launch(setting, kernel, bench);
            }
            for (int i = 0; i < repetitions; i++) {
                out.accept(launch(setting, kernel, bench).line(i));
            }
        }
    }

    private static Sample launch(Setting setting, PeerKernel kernel, Bench bench) {
        bench.reset();
        long wall = System.nanoTime();
        long cpu = CpuClock.nanos();
        var counters = bench.launch(setting.detail(), setting.threads());
        cpu = CpuClock.nanos() - cpu;
        wall = System.nanoTime() - wall;
        bench.verify();
        return new Sample(
                setting.name(),
                kernel.symbol(),
                wall / NANOS,
                cpu / NANOS,
                Verdict.RIGHT,
                counters.threadInstructions());
    }
}
