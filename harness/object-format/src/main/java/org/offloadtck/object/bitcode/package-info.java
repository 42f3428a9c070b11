/// The symbols of LLVM bitcode, without its code.
///
/// A bitcode file is a bitstream of nested blocks ([BitstreamBlock]) of records. [BitcodeFile]
/// reads what modules state about themselves and their functions and variables: names, linkage,
/// visibility, sizes, and which functions are kernels. Since LLVM 5, two blocks at its end hold
/// blobs: the names, and a symbol table for linkers ("irsymtab"), which [BitcodeSymbolTable] reads.
/// Bodies of functions are skipped by their length.
///
/// The rule: the symbols of a file without such a table are unknown, not empty.
///
/// Start at [BitcodeFile].
///
/// @see "LLVM 16, docs/BitCodeFormat.rst; llvm/include/llvm/Object/IRSymtab.h"
@NullMarked
package org.offloadtck.object.bitcode;

import org.jspecify.annotations.NullMarked;
