/// What is wrong with a kernel that the simulator can still execute: data races, values that nobody
/// set, barriers that threads come to in ways they must not, device memory that is never freed.
///
/// A [Sanitizer] goes with a [org.offloadtck.engine.memory.GlobalMemory] and keeps a shadow of it:
/// for each word, which bits hold a value, and who wrote and read it last. For each launch it makes
/// a [org.offloadtck.engine.launch.LaunchObserver], which keeps the same of registers, shared and
/// local memory while the launch lasts. Accesses out of bounds need no shadow; they are faults.
///
/// The one rule: what is reported is so. Where a rule of the machine leaves room, the kernel gets
/// the benefit, and the class that decides says so. Findings are deterministic, told once for a
/// place in the code, and bounded in number.
///
/// Most accesses are harmless, and are seen to be for a run of threads or a block of code at a time
/// ([RegularAccessFastPath]); whatever is not is looked at one by one, and only there is a finding
/// made.
///
/// Start at [Sanitizer]; [WarpRaceDetector] says what orders two accesses, [ShadowPropagation] what
/// becomes of a value that nobody set, [BarrierCheck] what a barrier asks.
@NullMarked
package org.offloadtck.checks;

import org.jspecify.annotations.NullMarked;
import org.offloadtck.checks.initcheck.ShadowPropagation;
import org.offloadtck.checks.racecheck.RegularAccessFastPath;
import org.offloadtck.checks.racecheck.WarpRaceDetector;
import org.offloadtck.checks.synccheck.BarrierCheck;
