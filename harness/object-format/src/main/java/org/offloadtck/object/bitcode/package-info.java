/// The symbols of LLVM bitcode, without its code.
///
/// A bitcode file is a bitstream of nested blocks. Since LLVM 5, two blocks at its end hold blobs:
/// the names, and a symbol table for linkers ("irsymtab"). [BitcodeSymbolTable] finds both and
/// reads the table; it skips every other block by its length. The package is small because linkers
/// need no more of the format.
///
/// The rule: the symbols of a module without such a table are unknown, not empty.
///
/// Start at [BitcodeSymbolTable].
///
/// @see "LLVM 16, docs/BitCodeFormat.rst; llvm/include/llvm/Object/IRSymtab.h"
@NullMarked
package org.offloadtck.object.bitcode;

import org.jspecify.annotations.NullMarked;
