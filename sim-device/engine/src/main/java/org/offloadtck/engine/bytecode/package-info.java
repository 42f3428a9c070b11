/// The second executor: straight code of kernels as Java bytecode.
///
/// What a group of threads would execute one instruction after another, up to the next branch,
/// barrier, atomic or call, is a [CompiledBlock]: compiled, it takes each thread through all of it,
/// with registers in local variables. A loop of one block takes each thread through all its rounds.
///
/// The one rule: a block does what the interpreter would, or declines and leaves everything as it
/// was. It never faults; where an access does wrong, it stops before the instruction, and the
/// interpreter finds out what is wrong and who did it. So branches, barriers, calls, atomics,
/// groups, turns, counters and faults exist once, in the interpreter.
///
/// No thread sees what another one stores before it would have: loads of all threads come before
/// the next store of any, so that even racy programs do the same under both executors.
///
/// Blocks for a launch that is watched write down where each thread accesses memory
/// ([AccessTrace]); who watches may refuse what a block is about to do, and is told of it by the
/// interpreter then.
///
/// Start at [CompiledImage].
@NullMarked
package org.offloadtck.engine.bytecode;

import org.jspecify.annotations.NullMarked;
import org.offloadtck.engine.bytecode.runtime.AccessTrace;
import org.offloadtck.engine.bytecode.runtime.CompiledBlock;
