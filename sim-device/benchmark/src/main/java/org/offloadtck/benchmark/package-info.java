/// How fast the simulated GPU is, measured on seven kernels of the kind other simulators are
/// measured with ([PeerKernel]), at their usual sizes.
///
/// The one rule: a figure counts only if the kernel's result is right, and it says CPU time of the
/// whole process, for wall time is worth nothing on a machine that is shared.
///
/// `docs/benchmarks.md` says how to run them. Start at [KernelFixture].
@NullMarked
package org.offloadtck.benchmark;

import org.jspecify.annotations.NullMarked;
