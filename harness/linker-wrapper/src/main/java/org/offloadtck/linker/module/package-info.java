/// A module in the terms of LLVM's intermediate representation, as far as a wrapper needs them: the
/// one description from which both the text of `--print-wrapped-module` and the object file are
/// made.
///
/// [IrModule] has globals with their [IrConstant] initializers and functions of basic blocks;
/// [ModuleText] prints it, [ModuleObject] lays it out as an x86-64 object, with [FunctionCode] for
/// the functions.
///
/// The rule: nothing here knows what is wrapped or how editions differ, and what the text says and
/// what the object does cannot come apart, since both are read off the same instructions.
///
/// @see "LLVM Language Reference Manual, LLVM 16 to 22"
@NullMarked
package org.offloadtck.linker.module;

import org.jspecify.annotations.NullMarked;
