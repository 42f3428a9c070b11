package org.offloadtck.cli.calibrate;

import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.LaunchSize;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;

/// A kernel and the sizes it is tried at.
///
/// @param name of the kernel and of the experiment, which differ where one kernel has several
/// @param module of the corpus that has the kernel
/// @param timekeeper the closest that it is timed by: the events of a device time every launch
/// @param sizes ascending; the first is what a kernel that reads the clock is compared with
/// @param arrangement the launch of each size
record Experiment(
        Name name,
        String module,
        Timekeeper timekeeper,
        List<Integer> sizes,
        IntFunction<Arrangement> arrangement) {

    Experiment {
        sizes = List.copyOf(sizes);
    }

    record Name(String experiment, String kernel) {}

    /// Whose points there are.
    List<Timekeeper> timekeepers() {
        return timekeeper == Timekeeper.KERNEL
                ? List.of(Timekeeper.EVENTS, Timekeeper.KERNEL)
                : List.of(Timekeeper.EVENTS);
    }

    /// Whether a fit sees a size: every second one, from the first.
    Part part(int size) {
        return sizes.indexOf(size) % 2 == 0 ? Part.FIT : Part.HELD_OUT;
    }

    /// What a point is for.
    enum Part {
        FIT,
        /// To see what a fit is worth where it has not looked.
        HELD_OUT
    }

    /// Only the smallest sizes.
    Experiment first(int count) {
        var smallest = sizes.subList(0, Math.min(count, sizes.size()));
        return new Experiment(name, module, timekeeper, smallest, arrangement);
    }

    /// What readings say at a size; of a kernel's own account, beyond the first size.
    ///
    /// @param readings by size
    long value(Map<Integer, Reading> readings, int size, Timekeeper keeper) {
        var reading = Objects.requireNonNull(readings.get(size));
        return switch (keeper) {
            case EVENTS -> reading.nanoseconds();
            case KERNEL ->
                    reading.cycles()
                            - Objects.requireNonNull(readings.get(sizes.getFirst())).cycles();
        };
    }

    /// The sizes at which a timekeeper has a point: all, or those beyond the first.
    List<Integer> sizes(Timekeeper keeper) {
        return switch (keeper) {
            case EVENTS -> sizes;
            case KERNEL -> sizes.subList(1, sizes.size());
        };
    }

    /// What tells how long a launch takes.
    enum Timekeeper {
        /// The device's events around the launch, in nanoseconds.
        EVENTS("ns"),
        /// The kernel itself, which reads the clock of its multiprocessor, in cycles beyond those
        /// of the first size.
        KERNEL("cycles");

        private final String unit;

        Timekeeper(String unit) {
            this.unit = unit;
        }

        String unit() {
            return unit;
        }
    }

    /// A launch.
    record Arrangement(LaunchSize size, List<Operand> operands) {

        Arrangement {
            operands = List.copyOf(operands);
        }
    }

    /// What a kernel is given.
    sealed interface Operand {

        record Constant(Argument.Value value) implements Operand {}

        /// Device memory of its own.
        record Buffer(long bytes, Content content) implements Operand {}
    }

    /// What device memory holds at first.
    sealed interface Content {

        enum Plain implements Content {
            ZEROS,
            /// 32-bit floating-point numbers in [1, 2), so that no chain of them ends in zero.
            FLOATS,
            /// 32-bit integers below 256.
            BYTES
        }

        /// A ring of addresses in 64-bit words, each of the next word.
        ///
        /// @param stride bytes from one to the next
        record Ring(int stride) implements Content {}
    }
}
