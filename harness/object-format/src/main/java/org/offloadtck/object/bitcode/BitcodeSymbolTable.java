package org.offloadtck.object.bitcode;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.offloadtck.object.bytes.ObjectBytes;

/// Reads the symbol table that a bitcode file has for linkers.
public final class BitcodeSymbolTable {

    /// Offset of the range of symbols in the header of the table, in bytes: after the version, the
    /// producer, the modules and the comdats. Source: LLVM 16, llvm/include/llvm/Object/IRSymtab.h,
    /// `storage::Header`.
    private static final long SYMBOLS_RANGE = 28;

    /// `sizeof(storage::Symbol)`: name, IR name, comdat, flags.
    private static final long SYMBOL_SIZE = 24;

    private static final long FLAGS_OFFSET = 20;

    private BitcodeSymbolTable() {}

    /// The symbols of `file`; empty if it has no symbol table.
    ///
    /// @throws org.offloadtck.object.bytes.MalformedObjectException if the blocks or the table
    ///   break their format
    public static Optional<List<BitcodeSymbol>> read(ObjectBytes file) {
        return read(BitcodeBlocks.parse(file));
    }

    static Optional<List<BitcodeSymbol>> read(BitcodeBlocks blocks) {
        var names = blocks.blob(BitcodeBlocks.STRTAB, 0);
        var table = blocks.blob(BitcodeBlocks.SYMTAB, 0);
        return names.isPresent() && table.isPresent()
                ? Optional.of(symbols(table.get(), names.get()))
                : Optional.empty();
    }

    private static List<BitcodeSymbol> symbols(ObjectBytes table, ObjectBytes names) {
        long start = table.u32(SYMBOLS_RANGE, "symbols offset");
        long count = table.u32(SYMBOLS_RANGE + Integer.BYTES, "symbols count");
        table.requireTable(start, count, SYMBOL_SIZE, "symbols");
        var symbols = new ArrayList<BitcodeSymbol>();
        for (long row = start; row < start + count * SYMBOL_SIZE; row += SYMBOL_SIZE) {
            long name = table.u32(row, "name offset");
            long length = table.u32(row + Integer.BYTES, "name size");
            symbols.add(
                    new BitcodeSymbol(
                            names.string(name, length, "symbol name"),
                            table.u32(row + FLAGS_OFFSET, "flags")));
        }
        return symbols;
    }
}
