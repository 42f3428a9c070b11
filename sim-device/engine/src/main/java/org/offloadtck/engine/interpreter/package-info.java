/// The interpreter: executes decoded instructions over rows of the register file.
///
/// [Interpreter] dispatches each instruction of a lane group. Arithmetic is executed by
/// [RegisterInstructions] over all 32 lanes of a row, barriers by [Barriers] and [ClusterBarriers],
/// shuffles and votes by [Collectives]. Where a compiled block starts, [BlockRunner] executes it
/// instead.
///
/// The one rule: the same launch on the same memory gives the same bits, the same counters and the
/// same faults, on every host and for any number of host threads.
///
/// Launches on different memories may run at the same time. Launches on the same memory share the
/// table of allocations, which has a lock, and the bytes, which have none: their atomics do not
/// exclude each other, so run such launches one after another.
///
/// Start at [Interpreter#run].
@NullMarked
package org.offloadtck.engine.interpreter;

import org.jspecify.annotations.NullMarked;
