package org.offloadtck.benchmark;

import java.util.EnumMap;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.offloadtck.benchmark.Sample.Verdict;

/// Launches every kernel some times in this JVM, once it is warm, and prints a [Sample] of each.
public final class Speeds {

    /// CPU time of the launches before the first that is measured, in nanoseconds; the just-in-time
    /// compiler has gone through a kernel by then.
    private static final long WARM_UP = 2_000_000_000L;

    private static final double NANOS = 1e9;

    private final int repetitions;
    private final Consumer<String> out;

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
            speeds.measure(detail);
        }
    }

    /// One thread and two take turns with the same compiled code, so that they can be compared. All
    /// kernels are launched before any is launched again: others on the host's cores, who come and
    /// go, slow some launches of each and not all of one.
    private void measure(Detail detail) {
        var benches = new EnumMap<PeerKernel, Bench>(PeerKernel.class);
        for (var kernel : PeerKernel.values()) {
            benches.put(kernel, Bench.of(kernel));
            long start = CpuClock.nanos();
            while (CpuClock.nanos() - start < WARM_UP) {
                launchAll(detail, kernel, benches.get(kernel));
            }
        }
        for (int i = 0; i < repetitions; i++) {
            int repetition = i;
            benches.forEach((kernel, bench) ->
                    launchAll(detail, kernel, bench)
                            .forEach(sample -> out.accept(sample.line(repetition))));
        }
    }

    private static List<Sample> launchAll(Detail detail, PeerKernel kernel, Bench bench) {
        return IntStream.rangeClosed(1, detail.mostThreads())
                .mapToObj(threads -> launch(detail, kernel, bench, threads))
                .toList();
    }

    private static Sample launch(Detail detail, PeerKernel kernel, Bench bench, int threads) {
        bench.reset();
        long wall = System.nanoTime();
        long cpu = CpuClock.nanos();
        var counters = bench.launch(detail, threads);
        cpu = CpuClock.nanos() - cpu;
        wall = System.nanoTime() - wall;
        bench.verify();
        return new Sample(
                threads == 1 ? detail.title() : detail.title() + " %d threads".formatted(threads),
                kernel.symbol(),
                wall / NANOS,
                cpu / NANOS,
                Verdict.RIGHT,
                counters.threadInstructions());
    }
}
