/// The programs of the machine that a link runs, and the files between them.
///
/// [ProgramSearchPath] finds programs as a shell does; [CommandRunner] runs them, or prints them in
/// the form of `clang-linker-wrapper --dry-run`. [ToolImageLinker] links the images of a target
/// with them: bitcode with an installed LLVM ([LtoLink]), images for the CPU with a compiler
/// ([CpuImageLinker]), others with an installed device linker.
///
/// The rule: a program that is missing or fails is a
/// [LinkException][org.offloadtck.linker.input.LinkException] with the program's name and output.
///
/// Start at [LinkTools].
@NullMarked
package org.offloadtck.linker.tool;

import org.jspecify.annotations.NullMarked;
