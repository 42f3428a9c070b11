package org.offloadtck.object.elf;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.object.bytes.Cursor;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.elf.model.Relocation;
import org.offloadtck.object.elf.model.Section;

/// The rows of a section of type `SHT_RELA`, decoded.
public final class RelocationTable {

    /// Size of an `Elf64_Rela`, in bytes.
    public static final int ROW = 24;

    /// Size of an `Elf64_Rel`, in bytes.
    public static final int ROW_WITHOUT_ADDEND = 16;

    private RelocationTable() {}

    /// Decodes the rows.
    ///
    /// @param symbols the number of rows in the symbol table of the section's `sh_link`
    static List<Relocation> relocations(Section table, int symbols) {
        var relocations = new ArrayList<Relocation>();
        for (long row = 0; row < table.size() / ROW; row++) {
            relocations.add(relocation(table.contents().cursor(row * ROW), symbols));
        }
        return List.copyOf(relocations);
    }

    private static Relocation relocation(Cursor fields, int symbols) {
        long offset = fields.i64("r_offset");
        long type = fields.u32("r_info type");
        long symbol = fields.u32("r_info symbol");
        if (symbol != 0 && symbol >= symbols) {
            throw fields.malformed(
                    FormatRule.INDEX,
                    "relocation refers to symbol %d of %d".formatted(symbol, symbols));
        }
        long addend = fields.i64("r_addend");
        return new Relocation(offset, Math.toIntExact(symbol), type, addend);
    }
}
