/// The subset of LLVM's intermediate representation that a wrapper object needs, and its two
/// outputs: the text of `--print-wrapped-module` and an x86-64 object.
///
/// [IrModule] has globals with [IrConstant] initializers, and functions of basic blocks.
/// [ModuleText] prints it; [ModuleObject] makes the object, with [FunctionCode] for the functions.
///
/// The rule: this package does not know what is wrapped or how editions differ. Text and object are
/// made of the same instructions, so they cannot disagree.
///
/// Start at [IrModule].
///
/// @see "LLVM Language Reference Manual, LLVM 16 to 22"
@NullMarked
package org.offloadtck.linker.module;

import org.jspecify.annotations.NullMarked;
