/// Decoded instructions: what the interpreter and the bytecode compiler execute.
///
/// An instruction is a few integers in one array ([Code]): an operation ([Op]), rows of the
/// register file, offsets, kinds. The one rule: nothing here depends on the instruction set that
/// the program was written in, except [Code#instructions], which keeps the original instruction for
/// messages, timing and analyses.
///
/// The package has more than 15 types because each kind of instruction with a form of its own has
/// one.
///
/// Start at [Code].
@NullMarked
package org.offloadtck.engine.code;

import org.jspecify.annotations.NullMarked;
