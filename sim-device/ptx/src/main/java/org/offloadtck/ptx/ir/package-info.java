/// PTX as values: a module, its variables and functions, their instructions.
///
/// The one rule: everything here is resolved. A register is its slot in the function, a label the
/// index of the instruction it stands before, a mnemonic a row of the instruction table ([Opcode])
/// with typed [Modifier]s; nobody downstream looks at text again. What the table does not know is
/// kept as [Instruction.Opaque].
///
/// Start at [PtxModule], then [Instruction] and [Operand]. Words and rules are those of the
/// *Parallel Thread Execution ISA*, releases 6.0 to 9.0; section numbers in this package are those
/// of release 9.0.
@NullMarked
package org.offloadtck.ptx.ir;

import org.jspecify.annotations.NullMarked;
import org.offloadtck.ptx.ir.modifier.Modifier;
import org.offloadtck.ptx.ir.opcode.Opcode;
