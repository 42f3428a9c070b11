/// Programs that run on the emulated CUDA driver.
///
/// An [EmulatedRun] starts a program with the driver's library path, reads the driver's
/// [EmulatedReport] when the program ends, and yields an [EmulatedOutcome]. [DeviceQuery] and
/// [KernelSimulation] run a toolchain's device query and the kit's `simulate` command as processes.
///
/// The rule: the driver's report decides whether kernels ran; the program's output decides only
/// whether its results are right.
///
/// Start at [EmulatedRun].
@NullMarked
package org.offloadtck.implementation.emulated;

import org.jspecify.annotations.NullMarked;
