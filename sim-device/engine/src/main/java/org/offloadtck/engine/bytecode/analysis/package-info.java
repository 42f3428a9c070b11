/// The analysis of decoded instructions before they are compiled.
///
/// [BasicBlock] finds the blocks of a function, [LanePhase] divides a block into phases that each
/// lane executes as a whole, [DefUse] and [LiveRegisters] compute what an instruction and a phase
/// read and write, and [Liveness] which registers are live.
///
/// The one rule: an instruction that the analysis does not know reads all its operands and defines
/// nothing for certain.
///
/// Start at [BasicBlock].
@NullMarked
package org.offloadtck.engine.bytecode.analysis;

import org.jspecify.annotations.NullMarked;
