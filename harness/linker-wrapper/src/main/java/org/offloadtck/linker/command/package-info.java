/// `offload-tck link` and `offload-tck wrap`: the linker wrapper on files, with the options of
/// `clang-linker-wrapper` and the tools of the machine.
///
/// [LinkCommandLine] parses the words into [LinkArgument]s; [CommandLineInputs] reads the files
/// that they name; [CommandLineLink] runs the link pipeline on them; [SystemHostLinker] calls the
/// host linker with the wrapper objects.
///
/// The rule: a word that is no option of the wrapper reaches the host linker unchanged and in its
/// place. An option that changes the product and is not supported is rejected, never ignored.
///
/// Start at [CommandLineLink].
///
/// @see "LLVM 22, clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp and LinkerWrapperOpts.td"
@NullMarked
package org.offloadtck.linker.command;

import org.jspecify.annotations.NullMarked;
