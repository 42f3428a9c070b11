/// Selects how a PTX instruction that computes a register from registers is executed.
///
/// The one rule: the result is a [Computation], either one operation of the interpreter or a
/// function of one lane, and it does not depend on where operands are. An instruction without a
/// meaning is an [UnsupportedInstructionException].
///
/// Start at [Computation]; there is one class for each kind of operand type.
@NullMarked
package org.offloadtck.engine.decode.arithmetic;

import org.jspecify.annotations.NullMarked;
