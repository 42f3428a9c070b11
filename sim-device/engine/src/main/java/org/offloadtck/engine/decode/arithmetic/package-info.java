/// Selects how a PTX instruction that computes a register from registers is executed.
///
/// The one rule: the result is a [Computation], either one operation of the interpreter or a
/// function of one lane, and it does not depend on where operands are. An instruction without a
/// meaning is an [UnsupportedInstructionException].
///
/// It has more than 15 types because there is one class for each kind of operand type.
///
/// Start at [Computation].
@NullMarked
package org.offloadtck.engine.decode.arithmetic;

import org.jspecify.annotations.NullMarked;
