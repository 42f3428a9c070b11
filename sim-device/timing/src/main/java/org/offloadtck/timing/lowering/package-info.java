/// The machine instructions (SASS) that a device executes for an instruction of PTX, their order
/// and latencies, and the registers that a kernel needs.
///
/// The assembler makes none, one or dozens of instructions of one PTX instruction, for example of a
/// division, a square root or 64-bit arithmetic. A row of `sequences.csv` has for each form of an
/// instruction their number, their execution units and the latency, with basis and source.
///
/// The assembler also changes the order of instructions within a basic block: [InstructionOrder]
/// has it, [AccessOrder] puts what a warp's trace says of its accesses in that order.
///
/// The one rule: every instruction that the front end decodes has a sequence.
///
/// Start at [Lowering]; [RegisterEstimate] estimates registers.
@NullMarked
package org.offloadtck.timing.lowering;

import org.jspecify.annotations.NullMarked;
