package org.offloadtck.calibration.published;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.offloadtck.calibration.benchmark.KernelBenchmark.InitialContents;
import org.offloadtck.calibration.benchmark.KernelBenchmark.InitialContents.Pattern;
import org.offloadtck.calibration.benchmark.KernelBenchmark.LaunchSetup;
import org.offloadtck.calibration.benchmark.KernelBenchmark.Module;
import org.offloadtck.calibration.benchmark.KernelBenchmark.Operand;
import org.offloadtck.calibration.benchmark.KernelBenchmarkSuite;
import org.offloadtck.calibration.benchmark.UnusableMeasurementsException;
import org.offloadtck.calibration.published.PublishedFigure.Launch;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.LaunchSize;

/// What the model runs for a published figure: two launches, of which the second does more. The
/// time between them is that of the additional work, without that of the launch.
final class PublishedExperiments {

    /// Bytes that a stream accesses before it is timed: more than the largest second-level cache of
    /// `devices.csv` (50 MiB), so that the cache is full of the stream's own lines, as after the
    /// many gigabytes of the published runs.
    private static final long SETTLED = 60L << 20;

    /// Bytes that a stream accesses while it is timed.
    private static final long MOVED = 24L << 20;

    private static final int ELEMENT = Double.BYTES;
    private static final int STRIDE = 512;
    private static final int STEPS = 4;
    private static final int LOADS = 8;
    private static final int WARP = 32;
    private static final int KIBI = 1 << 10;

    /// Rounds until warps that missed the cache at first have caught up.
    private static final int WARM = 4;

    private static final int FEW = 64;
    private static final int MANY = 192;

    /// Independent chains of a thread.
    private static final int CHAINS = 4;

    private static final Map<String, Function<Launch, Experiment>> BY_NAME =
            Map.ofEntries(
                    Map.entry("stream_init", launch -> stream("stream_init", launch, 0, 1)),
                    Map.entry("stream_read", launch -> stream("stream_read", launch, 1, 0)),
                    Map.entry("stream_scale", launch -> stream("stream_scale", launch, 1, 1)),
                    Map.entry("stream_triad", launch -> stream("stream_triad", launch, 2, 1)),
                    Map.entry("chase", launch -> chase("chase", launch)),
                    Map.entry("chase_past_l1", launch -> chase("chase_past_l1", launch)),
                    Map.entry("chase_far", PublishedExperiments::far),
                    Map.entry("shared_chase", launch -> chain("shared_chase", launch)),
                    Map.entry("atomic_value_chain", launch -> chain("atomic_value_chain", launch)),
                    Map.entry("read_l1", PublishedExperiments::readL1),
                    Map.entry("read_l2", PublishedExperiments::readL2));

    private PublishedExperiments() {}

    /// Two launches of a kernel.
    ///
    /// @param work what the second does more, in the numerator of the unit for a rate; otherwise
    ///   how many steps
    record Experiment(Part few, Part many, double work) {}

    /// A launch of a kernel.
    record Part(Module module, String kernel, LaunchSetup setup) {}

    /// The name of an experiment.
    ///
    /// @throws UnusableMeasurementsException if there is none of that name
    static String known(String where, String name) {
        if (!BY_NAME.containsKey(name) && MeasuredInstruction.of(name).isEmpty()) {
            throw new UnusableMeasurementsException(
                    "%s: there is no experiment '%s'".formatted(where, name));
        }
        return name;
    }

    static Experiment of(PublishedFigure figure) {
        return MeasuredInstruction.of(figure.experiment())
                .map(instruction -> instructions(instruction, figure))
                .orElseGet(() -> byName(figure));
    }

    private static Experiment byName(PublishedFigure figure) {
        return Objects.requireNonNull(BY_NAME.get(figure.experiment())).apply(figure.launch());
    }

    private static Experiment instructions(
            MeasuredInstruction instruction, PublishedFigure figure) {
        var launch = figure.launch();
        int chains = figure.kind() == FigureKind.THROUGHPUT ? CHAINS : 1;
        double work = MANY - FEW;
        return new Experiment(
                instructions(instruction.module(FEW, chains), launch),
                instructions(instruction.module(MANY, chains), launch),
                figure.kind() == FigureKind.THROUGHPUT
                        ? work * launch.ctas() * launch.threads()
                        : work);
    }

    private static Part instructions(Module module, Launch launch) {
        return new Part(
                module,
                MeasuredInstruction.KERNEL,
                new LaunchSetup(
                        LaunchSize.of(launch.ctas(), launch.threads()),
                        List.of(buffer(KIBI, Pattern.ZEROS), buffer(KIBI, Pattern.ZEROS))));
    }

    private static Part micro(String kernel, Launch launch, int n, int m, Operand in, long out) {
        var size =
                new LaunchSize(
                        new LaunchSize.Dim3(launch.ctas(), 1, 1),
                        new LaunchSize.Dim3(launch.threads(), 1, 1),
                        launch.sharedBytes());
        return new Part(
                Module.ofCorpus(KernelBenchmarkSuite.MICRO),
                kernel,
                new LaunchSetup(
                        size, List.of(in, buffer(out, Pattern.ZEROS), number(n), number(m))));
    }

    /// @param reads arrays that the stream reads
    /// @param writes arrays that it writes
    private static Experiment stream(String kernel, Launch launch, int reads, int writes) {
        long array = (long) launch.ctas() * launch.threads() * ELEMENT;
        long wave = array * (reads + writes);
        int few = Math.toIntExact(Math.ceilDiv(SETTLED, wave));
        int many = few + Math.toIntExact(Math.ceilDiv(MOVED, wave));
        return new Experiment(
                waves(kernel, launch, few, reads * array, writes * array),
                waves(kernel, launch, many, reads * array, writes * array),
                (double) (many - few) * wave);
    }

    /// @param waves of CTAs, each as many as the device holds
    /// @param in bytes that a wave reads
    /// @param out bytes that it writes
    private static Part waves(String kernel, Launch launch, int waves, long in, long out) {
        int ctas = launch.ctas() * waves;
        return micro(
                kernel,
                new Launch(ctas, launch.threads(), launch.sharedBytes(), 0),
                ctas * launch.threads(),
                0,
                buffer(Math.max(KIBI, waves * in), Pattern.ZEROS),
                Math.max(KIBI, waves * out));
    }

    private static Experiment chase(String kernel, Launch launch) {
        var ring =
                buffer((long) launch.parameter() * KIBI, new InitialContents.PointerChase(STRIDE));
        return new Experiment(
                micro(kernel, launch, FEW, 0, ring, KIBI),
                micro(kernel, launch, MANY, 0, ring, KIBI),
                (double) STEPS * (MANY - FEW));
    }

    private static Experiment far(Launch launch) {
        var ring = buffer((long) STRIDE * MANY, new InitialContents.PointerChase(STRIDE));
        return new Experiment(
                micro("chase_far", launch, FEW, MANY, ring, KIBI),
                micro("chase_far", launch, MANY, MANY, ring, KIBI),
                (double) MANY - FEW);
    }

    private static Experiment chain(String kernel, Launch launch) {
        var in = buffer(KIBI, Pattern.ZEROS);
        int words = launch.parameter();
        return new Experiment(
                micro(kernel, launch, FEW, words, in, KIBI),
                micro(kernel, launch, MANY, words, in, KIBI),
                (double) STEPS * (MANY - FEW));
    }

    /// Of one multiprocessor, in bytes.
    private static Experiment readL1(Launch launch) {
        var in = buffer((long) WARP * launch.parameter() * Float.BYTES, Pattern.ZEROS);
        long out = (long) launch.threads() * Float.BYTES;
        return new Experiment(
                micro("read_l1", launch, FEW, launch.parameter(), in, out),
                micro("read_l1", launch, MANY, launch.parameter(), in, out),
                (double) LOADS * Float.BYTES * launch.threads() * (MANY - FEW));
    }

    private static Experiment readL2(Launch launch) {
        long bytes = (long) launch.parameter() * KIBI;
        long round = (long) LOADS * ELEMENT * launch.ctas() * launch.threads();
        int few = WARM + Math.toIntExact(Math.ceilDiv(Math.min(bytes, SETTLED), round));
        int many = few + 2 * WARM;
        int mask = Math.toIntExact(bytes - 1);
        var in = buffer(bytes, Pattern.ZEROS);
        long out = (long) launch.ctas() * launch.threads() * ELEMENT;
        return new Experiment(
                micro("read_l2", launch, few, mask, in, out),
                micro("read_l2", launch, many, mask, in, out),
                (double) round * (many - few));
    }

    private static Operand buffer(long bytes, InitialContents contents) {
        return new Operand.Buffer(bytes, contents);
    }

    private static Operand number(int value) {
        return new Operand.Constant(Argument.Value.of(value));
    }
}
