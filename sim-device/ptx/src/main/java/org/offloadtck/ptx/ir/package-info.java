/// The intermediate representation of PTX: modules, variables, functions, instructions, operands.
///
/// The one rule: all names are resolved. A register is an index in its function, a label the index
/// of the instruction that follows it, a mnemonic a row of the instruction table
/// ([Opcode][org.offloadtck.ptx.ir.opcode.Opcode]) with typed
/// [modifiers][org.offloadtck.ptx.ir.modifier.Modifier]. Users of this package never parse text. An
/// instruction that the table does not have is kept as [Instruction.Opaque].
///
/// Start at [PtxModule], then [Instruction] and [Operand]. Terms and rules are those of the
/// *Parallel Thread Execution ISA*, releases 6.0 to 9.0; section numbers are those of release 9.0.
/// The package has more types than others because [Operand] and [PtxSymbol] are sealed.
@NullMarked
package org.offloadtck.ptx.ir;

import org.jspecify.annotations.NullMarked;
