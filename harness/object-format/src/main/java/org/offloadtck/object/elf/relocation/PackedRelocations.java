package org.offloadtck.object.elf.relocation;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.object.bytes.Cursor;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.model.Relocation;

/// Decodes a section of type `SHT_ANDROID_RELA`, which `ld.lld --pack-dyn-relocs=android` writes:
/// groups of relocations that share fields, as differences in signed LEB128.
///
/// Source: LLVM 22, `llvm/include/llvm/Object/ELF.h`, `android_relas`; `BinaryFormat/ELF.h`,
/// `RELOCATION_GROUPED_BY_INFO_FLAG` and the constants after it.
final class PackedRelocations {

    /// `APS2`, read little-endian.
    private static final long MAGIC = 0x32535041;

    private static final long GROUPED_BY_INFO = 1;
    private static final long GROUPED_BY_OFFSET_DELTA = 2;
    private static final long GROUPED_BY_ADDEND = 4;
    private static final long HAS_ADDEND = 8;

    /// Limit of the relocations per byte. A group may share every field, so that its size states
    /// nothing about its bytes; `ld.lld` writes groups of relative relocations that share all but
    /// the addend, a byte each at least.
    private static final long MOST_PER_BYTE = 64;

    private final RelocationTable table;
    private final ObjectBytes contents;
    private final List<Relocation> relocations = new ArrayList<>();
    private long offset;
    private long addend;

    PackedRelocations(RelocationTable table, ObjectBytes contents) {
        this.table = table;
        this.contents = contents;
    }

    List<Relocation> relocations() {
        var fields = contents.cursor(0);
        long magic = fields.u32("magic");
        if (magic != MAGIC) {
            throw fields.malformed(
                    FormatRule.MAGIC,
                    "magic is 0x%08x when it should be 0x%08x, 'APS2'".formatted(magic, MAGIC));
        }
        long count = fields.sleb128("relocation count");
        if (count < 0 || count > contents.size() * MOST_PER_BYTE) {
            throw fields.malformed(
                    FormatRule.BOUNDS,
                    "relocation count is %d when the table has %d bytes"
                            .formatted(count, contents.size()));
        }
        offset = fields.sleb128("offset");
        while (relocations.size() < count) {
            group(fields, count - relocations.size());
        }
        return List.copyOf(relocations);
    }

    private void group(Cursor fields, long most) {
        long size = fields.sleb128("group size");
        if (size <= 0 || size > most) {
            throw fields.malformed(
                    FormatRule.BOUNDS,
                    "group size is %d when it should be between 1 and %d".formatted(size, most));
        }
        long flags = fields.sleb128("group flags");
        boolean byOffset = (flags & GROUPED_BY_OFFSET_DELTA) != 0;
        boolean byInfo = (flags & GROUPED_BY_INFO) != 0;
        boolean byAddend = (flags & GROUPED_BY_ADDEND) != 0;
        boolean hasAddend = (flags & HAS_ADDEND) != 0;
        long delta = byOffset ? fields.sleb128("offset delta") : 0;
        long info = byInfo ? fields.sleb128("r_info") : 0;
        if (byAddend && hasAddend) {
            addend += fields.sleb128("addend delta");
        }
        for (long i = 0; i < size; i++) {
            offset += byOffset ? delta : fields.sleb128("offset delta");
            long rowInfo = byInfo ? info : fields.sleb128("r_info");
            if (hasAddend && !byAddend) {
                addend += fields.sleb128("addend delta");
            }
            add(fields, rowInfo, hasAddend ? addend : 0);
        }
        if (!hasAddend) {
            addend = 0;
        }
    }

    private void add(Cursor fields, long info, long value) {
        var row = table.relocation(fields, offset, info);
        relocations.add(new Relocation(row.offset(), row.symbol(), row.type(), value));
    }
}
