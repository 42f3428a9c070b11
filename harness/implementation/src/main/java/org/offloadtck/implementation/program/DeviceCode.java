package org.offloadtck.implementation.program;

import org.offloadtck.plugin.TargetId;

/// A file with the code of the program's target regions.
///
/// @param deviceAbi the contract between kernel and runtime: `d16`, `d19`, or [#PLAIN]
/// @param optimization `O0`, `O2`; `source` for code that the device's driver compiles
/// @param file in the corpus
public record DeviceCode(TargetId target, String deviceAbi, String optimization, String file) {

    /// Kernels that take exactly the launch's operands and use no OpenMP device runtime.
    public static final String PLAIN = "plain";

    /// The optimization of code that is shipped as source.
    public static final String SOURCE = "source";
}
