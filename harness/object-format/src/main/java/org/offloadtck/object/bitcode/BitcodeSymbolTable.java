package org.offloadtck.object.bitcode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.object.bytes.ObjectBytes;

/// Reads the symbol table that a bitcode file has for linkers.
public final class BitcodeSymbolTable {

    /// `BC C0 DE`, in bytes. Source: LLVM 16, docs/BitCodeFormat.rst, Magic Numbers.
    private static final long MAGIC_SIZE = 4;

    /// Width of an abbreviation id outside every block, in bits. Source: as before, Abbreviation
    /// IDs.
    private static final int TOP_LEVEL_WIDTH = 2;

    private static final long ENTER_SUBBLOCK = 1;
    private static final long DEFINE_ABBREV = 2;

    /// The first abbreviation a block defines.
    private static final long FIRST_DEFINED = 4;

    /// Encoding of a blob operand. Source: LLVM 16, docs/BitCodeFormat.rst, DEFINE_ABBREV Encoding.
    private static final long BLOB_ENCODING = 5;

    /// `STRTAB_BLOCK_ID`. Source: LLVM 16, llvm/include/llvm/Bitcode/LLVMBitCodes.h; as the next.
    private static final long NAMES_BLOCK = 23;

    /// `SYMTAB_BLOCK_ID`.
    private static final long SYMBOLS_BLOCK = 25;

    /// Offset of the range of symbols in the header of the table, in bytes: after the version, the
    /// producer, the modules and the comdats. Source: LLVM 16, llvm/include/llvm/Object/IRSymtab.h,
    /// `storage::Header`.
    private static final long SYMBOLS_RANGE = 28;

    /// `sizeof(storage::Symbol)`: name, IR name, comdat, flags.
    private static final long SYMBOL_SIZE = 24;

    private static final long FLAGS_OFFSET = 20;

    private final BitstreamReader stream;
    private final ObjectBytes file;
    private final Map<Long, ObjectBytes> blobs = new HashMap<>();

    private BitcodeSymbolTable(ObjectBytes file) {
        this.file = file;
        this.stream = new BitstreamReader(file, MAGIC_SIZE);
    }

    /// The symbols of `file`; empty if it has no symbol table.
    ///
    /// @throws org.offloadtck.object.bytes.MalformedObjectException if the blocks or the table
    ///   break their format
    public static Optional<List<BitcodeSymbol>> read(ObjectBytes file) {
        var reader = new BitcodeSymbolTable(file);
        reader.blocks();
        var names = Optional.ofNullable(reader.blobs.get(NAMES_BLOCK));
        var table = Optional.ofNullable(reader.blobs.get(SYMBOLS_BLOCK));
        return names.isPresent() && table.isPresent()
                ? Optional.of(symbols(table.get(), names.get()))
                : Optional.empty();
    }

    private void blocks() {
        while (!stream.isAtEnd()) {
            long id = stream.fixed(TOP_LEVEL_WIDTH, "abbreviation id");
            if (id != ENTER_SUBBLOCK) {
                throw stream.malformed(
                        "abbreviation id is %d when it should be %d, a block"
                                .formatted(id, ENTER_SUBBLOCK));
            }
            block();
        }
    }

    private void block() {
        long block = stream.variable(8, "block id");
        int width = (int) stream.variable(4, "width of abbreviation ids");
        stream.align();
        long size = stream.fixed(Integer.SIZE, "block length") * Integer.BYTES;
        long start = stream.offset();
        file.requireTable(start, size, 1, "block");
        if (block == NAMES_BLOCK || block == SYMBOLS_BLOCK) {
            blobs.put(block, blob(width));
        }
        stream.skip(start + size - stream.offset());
    }

    /// The blob of a block with one record, and the abbreviation that defines the record.
    private ObjectBytes blob(int width) {
        long id = stream.fixed(width, "abbreviation id");
        if (id == DEFINE_ABBREV) {
            abbreviation();
            id = stream.fixed(width, "abbreviation id");
        }
        if (id != FIRST_DEFINED) {
            throw stream.malformed("the block has no record of a blob");
        }
        long length = stream.variable(6, "length of bytes");
        stream.align();
        var bytes = file.window(stream.offset(), length, "symbols");
        stream.skip(length);
        stream.align();
        return bytes;
    }

    /// Reads the abbreviation of a literal code and a blob, the only one in these blocks.
    private void abbreviation() {
        long operands = stream.variable(5, "operands");
        for (long operand = 0; operand < operands; operand++) {
            boolean isLiteral = stream.fixed(1, "is literal") == 1;
            if (isLiteral) {
                long _ = stream.variable(8, "literal");
            } else if (stream.fixed(3, "encoding") != BLOB_ENCODING) {
                throw stream.malformed("an operand is not encoded as a blob");
            }
        }
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
