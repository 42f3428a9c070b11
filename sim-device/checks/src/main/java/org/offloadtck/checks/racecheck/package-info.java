/// Racecheck: detects data races on global and shared memory.
///
/// Most accesses race with nothing. [RegularAccessFastPath] and [AtomicFastPath] record such
/// accesses a run of lanes at a time and decline all others.
///
/// The one rule: only [ConflictCheck], which compares one access with one shadow cell, decides that
/// two accesses race, and only [PendingCopies] that an access conflicts with a bulk copy that is
/// pending.
///
/// Start at [Racecheck], then [WarpRaceDetector].
@NullMarked
package org.offloadtck.checks.racecheck;

import org.jspecify.annotations.NullMarked;
