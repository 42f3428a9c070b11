package org.offloadtck.object.elf.relocation;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.object.bytes.Cursor;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.model.Relocation;

/// Decodes a section of type `SHT_CREL`, which `clang -Wa,--crel,--allow-experimental-crel` writes:
/// differences of symbol, type and addend, each present if a flag says so.
///
/// Source: LLVM 22, `llvm/include/llvm/Object/ELF.h`, `decodeCrel`.
final class CompactRelocations {

    /// Bit of the header: relocations have addends.
    private static final long HAS_ADDENDS = 4;

    private static final int SYMBOL = 1;
    private static final int TYPE = 2;
    private static final int ADDEND = 4;

    private final RelocationTable table;
    private final ObjectBytes contents;
    private long offset;
    private int symbol;
    private int type;
    private long addend;

    CompactRelocations(RelocationTable table, ObjectBytes contents) {
        this.table = table;
        this.contents = contents;
    }

    List<Relocation> relocations() {
        var fields = contents.cursor(0);
        long header = fields.uleb128("header");
        long count = header >>> 3;
        if (count > contents.size()) {
            throw fields.malformed(
                    FormatRule.BOUNDS,
                    "relocation count is %d when the table has %d bytes"
                            .formatted(count, contents.size()));
        }
        int flags = (header & HAS_ADDENDS) != 0 ? 3 : 2;
        int shift = (int) (header & 3);
        var relocations = new ArrayList<Relocation>();
        for (long i = 0; i < count; i++) {
            step(fields, flags);
            var row = table.relocation(fields, offset << shift, unsigned(symbol), unsigned(type));
            relocations.add(new Relocation(row.offset(), row.symbol(), row.type(), addend));
        }
        return List.copyOf(relocations);
    }

    /// Reads the differences from the relocation before.
    ///
    /// @param flags number of flag bits in the first byte, which also has the low bits of the
    ///   offset
    private void step(Cursor fields, int flags) {
        int first = fields.u8("offset and flags");
        offset += (first & 0x7f) >>> flags;
        if (first >= 0x80) {
            offset += fields.uleb128("offset") << (7 - flags);
        }
        if ((first & SYMBOL) != 0) {
            symbol += (int) fields.sleb128("symbol delta");
        }
        if ((first & TYPE) != 0) {
            type += (int) fields.sleb128("type delta");
        }
        if (flags == 3 && (first & ADDEND) != 0) {
            addend += fields.sleb128("addend delta");
        }
    }

    private static long unsigned(int number) {
        return Integer.toUnsignedLong(number);
    }
}
