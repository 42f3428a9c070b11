/// Parsers of function bodies: statements, instructions, operands, calls.
///
/// The one rule: names are resolved while they are parsed, scope by scope, except labels, which may
/// be declared after their use. An instruction is checked against its row of the instruction table
/// before it is accepted.
///
/// Start at [BodyParser], then [InstructionParser].
@NullMarked
package org.offloadtck.ptx.text.body;

import org.jspecify.annotations.NullMarked;
