package org.offloadtck.calibration.benchmark;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.LaunchSize;

/// A kernel and the sizes it is tried at.
///
/// @param name of the kernel and of the experiment, which differ where one kernel has several
/// @param module of the corpus that has the kernel
/// @param timekeeper the closest that it is timed by: the events of a device time every launch
/// @param sizes ascending; the first is what a kernel that reads the clock is compared with
/// @param arrangement the launch of each size
public record KernelBenchmark(
        Name name,
        String module,
        TimeSource timeSource,
        List<Integer> sizes,
        IntFunction<LaunchSetup> setup) {

    public KernelBenchmark {
        sizes = List.copyOf(sizes);
    }

    public record Name(String experiment, String kernel) {}

    /// Whose points there are.
    public List<TimeSource> timeSources() {
        return timeSource == TimeSource.KERNEL
                ? List.of(TimeSource.EVENTS, TimeSource.KERNEL)
                : List.of(TimeSource.EVENTS);
    }

    /// Whether a fit sees a size: every second one, from the first.
    public Subset subset(int size) {
        return sizes.indexOf(size) % 2 == 0 ? Subset.FIT : Subset.HELD_OUT;
    }

    /// What a point is for.
    public enum Subset {
        FIT,
        /// To see what a fit is worth where it has not looked.
        HELD_OUT
    }

    /// Only the smallest sizes.
    public KernelBenchmark smallest(int count) {
        var smallest = sizes.subList(0, Math.min(count, sizes.size()));
        return new KernelBenchmark(name, module, timeSource, smallest, setup);
    }

    /// What readings say at a size; of a kernel's own account, beyond the first size.
    ///
    /// @param readings by size
    public long value(Map<Integer, LaunchDuration> readings, int size, TimeSource keeper) {
        var reading = Objects.requireNonNull(readings.get(size));
        return switch (keeper) {
            case EVENTS -> reading.nanoseconds();
            case KERNEL ->
                    reading.cycles()
                            - Objects.requireNonNull(readings.get(sizes.getFirst())).cycles();
        };
    }

    /// The sizes at which a timekeeper has a point: all, or those beyond the first.
    public List<Integer> sizes(TimeSource keeper) {
        return switch (keeper) {
            case EVENTS -> sizes;
            case KERNEL -> sizes.subList(1, sizes.size());
        };
    }

    /// What tells how long a launch takes.
    public enum TimeSource {
        /// The device's events around the launch, in nanoseconds.
        EVENTS("ns"),
        /// The kernel itself, which reads the clock of its multiprocessor, in cycles beyond those
        /// of the first size.
        KERNEL("cycles");

        private final String unit;

        TimeSource(String unit) {
            this.unit = unit;
        }

        public String unit() {
            return unit;
        }
    }

    /// A launch.
    public record LaunchSetup(LaunchSize size, List<Operand> operands) {

        public LaunchSetup {
            operands = List.copyOf(operands);
        }
    }

    /// What a kernel is given.
    sealed interface Operand {

        record Constant(Argument.Value value) implements Operand {}

        /// Device memory of its own.
        record Buffer(long bytes, InitialContents content) implements Operand {}
    }

    /// What device memory holds at first.
    sealed interface InitialContents {

        enum Pattern implements InitialContents {
            ZEROS,
            /// 32-bit floating-point numbers in [1, 2), so that no chain of them ends in zero.
            FLOATS,
            /// 32-bit integers below 256.
            BYTES
        }

        /// A ring of addresses in 64-bit words, each of the next word.
        ///
        /// @param stride bytes from one to the next
        record PointerChase(int stride) implements InitialContents {}
    }
}
