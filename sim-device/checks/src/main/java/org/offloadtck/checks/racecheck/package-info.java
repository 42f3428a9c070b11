/// Racecheck: detects data races on global and shared memory, and uses of tensor memory before the
/// operation that has it is complete.
///
/// Most accesses race with nothing. [RegularAccessFastPath], [ScatteredAccessFastPath] and
/// [AtomicFastPath] record such accesses and decline all others.
///
/// The one rule: only [ConflictCheck], which compares one access with one shadow cell, decides that
/// two accesses race, and only [PendingCopies], [PendingProducts] and [PendingTensorOperations]
/// that an access conflicts with a bulk copy or a matrix product that is pending.
///
/// It has more than 15 types because what is pending is kept apart from what has raced.
///
/// Start at [Racecheck], then [WarpRaceDetector].
@NullMarked
package org.offloadtck.checks.racecheck;

import org.jspecify.annotations.NullMarked;
