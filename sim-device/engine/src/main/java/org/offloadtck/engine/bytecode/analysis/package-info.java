/// The analysis of decoded instructions before they are compiled.
///
/// [BasicBlock] finds the blocks of a function, [LanePhase] divides a block into phases that each
/// lane executes as a whole, [DefUse] and [LiveRegisters] compute what an instruction and a phase
/// read and write, and [Liveness] which registers are live.
///
/// Of an instrumented block, [TraceLayout] says which addresses are recorded: those of each lane
/// and iteration, or, if [ScalarEvolution] finds that a loop moves all its addresses by constants,
/// those of the first two iterations and of the last one.
///
/// The one rule: an instruction that the analysis does not know reads all its operands and defines
/// nothing for certain.
///
/// Start at [BasicBlock].
@NullMarked
package org.offloadtck.engine.bytecode.analysis;

import org.jspecify.annotations.NullMarked;
