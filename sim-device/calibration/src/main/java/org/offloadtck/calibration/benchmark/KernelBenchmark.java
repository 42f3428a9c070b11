package org.offloadtck.calibration.benchmark;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.LaunchSize;

/// A kernel at several sizes.
///
/// @param name of the benchmark and of its kernel; several benchmarks may share one kernel
/// @param module with the kernel
/// @param method of the measurement
/// @param sizes ascending; the first is the reference for kernels that read the clock
/// @param setup the launch of each size
public record KernelBenchmark(
        Name name,
        Module module,
        Method method,
        List<Integer> sizes,
        IntFunction<LaunchSetup> setup) {

    public KernelBenchmark {
        sizes = List.copyOf(sizes);
    }

    public record Name(String experiment, String kernel) {}

    /// A PTX module.
    ///
    /// @param name tells modules of one [BenchmarkRunner] apart
    public record Module(String name, String text) {

        /// A module of the corpus.
        public static Module ofCorpus(String path) {
            return new Module(path, Corpus.text(path));
        }
    }

    /// How a benchmark is measured.
    ///
    /// @param timeSource the most precise one; events time every benchmark
    public record Method(TimeSource timeSource, Protocol protocol) {}

    /// What happens before and beside the launch that is measured.
    public enum Protocol {
        /// Nothing of the launch is in a cache.
        COLD,
        /// The same launch came before, and left in the caches what it used.
        WARM,
        /// The same kernel starts on other memory in a second queue. The duration is that of the
        /// launch that takes longer: as if it were alone where both fit on the device and need none
        /// of each other's resources, twice as long where one waits for the other.
        PAIRED
    }

    public TimeSource timeSource() {
        return method.timeSource();
    }

    /// The time sources that have points.
    public List<TimeSource> timeSources() {
        return timeSource() == TimeSource.KERNEL
                ? List.of(TimeSource.EVENTS, TimeSource.KERNEL)
                : List.of(TimeSource.EVENTS);
    }

    /// The subset of a size: every second size, from the first, is for the fit.
    public Subset subset(int size) {
        return sizes.indexOf(size) % 2 == 0 ? Subset.FIT : Subset.HELD_OUT;
    }

    /// The subset of a point: that of its size if its sample is steady.
    public Subset subset(MeasuredPoint point) {
        return point.sample().isSteady() ? subset(point.size()) : Subset.UNSTEADY;
    }

    /// The use of a point.
    public enum Subset {
        FIT,
        /// The validation of a fit.
        HELD_OUT,
        /// Neither: its launches differ too much ([Sample#isSteady]).
        UNSTEADY
    }

    /// The same benchmark with only the smallest sizes.
    public KernelBenchmark smallest(int count) {
        var smallest = sizes.subList(0, Math.min(count, sizes.size()));
        return new KernelBenchmark(name, module, method, smallest, setup);
    }

    /// The value of a point; for cycles, the difference from the first size.
    ///
    /// @param readings by size
    public Sample value(Map<Integer, LaunchDuration> readings, int size, TimeSource keeper) {
        var reading = Objects.requireNonNull(readings.get(size));
        return switch (keeper) {
            case EVENTS -> reading.nanoseconds();
            case KERNEL ->
                    reading.cycles()
                            .minus(Objects.requireNonNull(readings.get(sizes.getFirst())).cycles());
        };
    }

    /// The sizes at which a time source has a point: all, or all but the first.
    public List<Integer> sizes(TimeSource keeper) {
        return switch (keeper) {
            case EVENTS -> sizes;
            case KERNEL -> sizes.subList(1, sizes.size());
        };
    }

    /// What measures the duration of a launch.
    public enum TimeSource {
        /// The device's events around the launch, in nanoseconds.
        EVENTS("ns", 1400),
        /// The kernel, which reads the clock of its multiprocessor: cycles beyond those of the
        /// first size.
        KERNEL("cycles", 0);

        private final String unit;
        private final long overhead;

        TimeSource(String unit, long overhead) {
            this.unit = unit;
            this.overhead = overhead;
        }

        /// Overhead that the model does not include, in the unit of the source: of events, the
        /// median, over 15 launches, of their time less the cycles that Nsight Compute counted (650
        /// to 2,170 ns; H200, driver 580.159.04, 2026-11-26: `h200/calibrate.csv` and
        /// `h200/counters.csv`).
        public long overhead() {
            return overhead;
        }

        public String unit() {
            return unit;
        }
    }

    /// A launch with its arguments.
    public record LaunchSetup(LaunchSize size, List<Operand> operands) {

        public LaunchSetup {
            operands = List.copyOf(operands);
        }
    }

    /// An argument of a kernel.
    public sealed interface Operand {

        record Constant(Argument.Value value) implements Operand {}

        /// Device memory of the benchmark.
        record Buffer(long bytes, InitialContents content) implements Operand {}
    }

    /// The initial contents of device memory.
    public sealed interface InitialContents {

        enum Pattern implements InitialContents {
            ZEROS,
            /// 32-bit floating-point numbers in [1, 2), so that no chain of them ends in zero.
            FLOATS,
            /// 32-bit integers below 256.
            BYTES
        }

        /// A ring of 64-bit addresses, each of the next one.
        ///
        /// @param stride bytes between two addresses
        record PointerChase(int stride) implements InitialContents {}
    }
}
