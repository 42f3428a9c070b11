/// What a linker wants to know of LLVM bitcode without understanding it: its symbols.
///
/// A bitcode file is a stream of bits in blocks. Since LLVM 5 two blocks at its end hold bytes: the
/// names, and a table of symbols for linkers ("irsymtab"). [BitcodeSymbolTable] finds the two and
/// reads the table; every other block is skipped by its length.
///
/// The rule: a module without such a table has unknown symbols, not none.
///
/// @see "LLVM 16, docs/BitCodeFormat.rst; llvm/include/llvm/Object/IRSymtab.h"
@NullMarked
package org.offloadtck.object.bitcode;

import org.jspecify.annotations.NullMarked;
