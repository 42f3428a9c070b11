package org.offloadtck.cli.calibrate;

import java.util.List;
import java.util.function.IntFunction;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.LaunchSize;

/// A kernel and the sizes it is tried at.
///
/// @param name of the kernel and of the experiment, which differ where one kernel has several
/// @param module of the corpus that has the kernel
/// @param timekeeper by what it is timed
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
