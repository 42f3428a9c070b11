package org.offloadtck.implementation.program;

import org.offloadtck.object.profile.runtime.DeviceAbi;
import org.offloadtck.plugin.image.TargetId;

/// A file with the code of the program's target regions.
///
/// @param producer the compiler: `clang-16`; `hand` for hand-written code
/// @param optimization the compiler's level: `O0`, `O2`; [#SOURCE] for code that the device's
///   driver compiles
/// @param file in the corpus
public record DeviceCode(
        TargetId target, KernelAbi abi, String producer, String optimization, String file) {

    /// The optimization of device code in source form.
    public static final String SOURCE = "source";

    /// The interface between kernels and the runtime that launches them.
    public sealed interface KernelAbi {

        /// Kernels with an OpenMP device runtime.
        record OpenMp(DeviceAbi abi) implements KernelAbi {
            @Override
            public String toString() {
                return abi.toString();
            }
        }

        /// Kernels whose parameters are the operands of the launch, without a device runtime.
        record Plain() implements KernelAbi {
            @Override
            public String toString() {
                return "PLAIN";
            }
        }
    }

    /// Whether a runtime of `wanted` can launch these kernels, and they were compiled at `level`.
    public boolean suits(DeviceAbi wanted, String level) {
        boolean launchable =
                switch (abi) {
                    case KernelAbi.OpenMp(var own) -> own == wanted;
                    case KernelAbi.Plain() -> true;
                };
        return launchable && (optimization.equals(SOURCE) || optimization.equals(level));
    }

    /// `clang-16-O2`: distinguishes this code from other code for its target.
    public String label() {
        return "%s-%s".formatted(producer, optimization);
    }

    @Override
    public String toString() {
        return "%s %s %s".formatted(target, abi, optimization);
    }
}
