/// The detection of deadlocks and livelocks.
///
/// A CTA whose threads all wait is deadlocked at once; the scheduler sees that no warp can run. A
/// CTA that spins is livelocked if it returns to an earlier state ([StateRecurrence]) and no other
/// thread changes memory. [LivelockDetector] decides that for a set of CTAs, with the help of the
/// [VirtualClock], and [DeadlockReport] describes what each thread waits for. Where others may
/// change memory during the launch, a [SpinProbe] records what the repeating threads read, and
/// [MbarrierTests] the `mbarrier` objects that they test. A thread that polls one while it reads
/// the clock, as a wait of `cuda::barrier` does, depends on time alone if it reads no other memory.
/// [BusyWait] decides no more than when a turn ends.
///
/// The one rule: no false reports. A launch is reported only if it would run for ever. A time limit
/// is never used.
///
/// Start at [LivelockDetector].
@NullMarked
package org.offloadtck.engine.deadlock;

import org.jspecify.annotations.NullMarked;
