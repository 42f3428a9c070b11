/// Programs of the machine that a link calls: the system's linker, compilers, LLVM's tools.
///
/// [ProgramSearchPath] finds them as a shell does; [CommandRunner] runs them, or prints what it
/// would run in the form of `clang-linker-wrapper --dry-run`.
///
/// The rule: a program that is missing or fails is a
/// [LinkException][org.offloadtck.linker.input.LinkException] that names it and says what it said.
@NullMarked
package org.offloadtck.linker.tool;

import org.jspecify.annotations.NullMarked;
