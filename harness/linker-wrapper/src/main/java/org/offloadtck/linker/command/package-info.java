/// The link as a command, in the spelling of `clang-linker-wrapper`, on files and with the linker
/// of the machine.
///
/// [LinkCommandLine] reads the words; [CommandLineInputs] reads the files they name;
/// [ToolImageLinker] links each target's images, for the CPU with the machine's compiler, bitcode
/// with an installed LLVM; [CommandLineLink] does all of it in order and calls the host linker with
/// the wrapper objects.
///
/// The rule: a word that is not the wrapper's reaches the host linker as it is, in its place, and
/// what cannot be done is refused, never left out.
///
/// Start at [CommandLineLink].
///
/// @see "LLVM 22, clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp and LinkerWrapperOpts.td"
@NullMarked
package org.offloadtck.linker.command;

import org.jspecify.annotations.NullMarked;
