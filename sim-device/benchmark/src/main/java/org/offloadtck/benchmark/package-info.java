/// Benchmarks of the simulated GPU on seven kernels ([PeerKernel]) that other simulators are
/// measured with, at their usual sizes.
///
/// The one rule: a measurement counts only if the result of the kernel is right. Figures are CPU
/// time of the whole process, since wall time means little on a shared machine.
///
/// `docs/benchmarks.md` describes how to run them. Start at [KernelFixture].
@NullMarked
package org.offloadtck.benchmark;

import org.jspecify.annotations.NullMarked;
