/// The instruction table: which mnemonics exist, with which modifiers and operands.
///
/// The one rule: the table is data. [Opcode] has one row for each form in the notation of the PTX
/// ISA; parsing, checking and printing derive from the rows.
///
/// Start at [Opcode], then [InstructionForm].
@NullMarked
package org.offloadtck.ptx.ir.opcode;

import org.jspecify.annotations.NullMarked;
