package org.offloadtck.object.elf.relocation;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.object.bytes.Cursor;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.Relocation;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionType;

/// A section of relocations with addends, of any encoding.
public final class RelocationTable {

    /// Size of an `Elf64_Rela`, in bytes.
    public static final int ROW = 24;

    /// Size of an `Elf64_Rel`, in bytes.
    public static final int ROW_WITHOUT_ADDEND = 16;

    private final ElfMachine machine;
    private final Section table;
    private final int symbols;

    /// @param symbols the number of rows in the symbol table of the section's `sh_link`
    public RelocationTable(ElfMachine machine, Section table, int symbols) {
        this.machine = machine;
        this.table = table;
        this.symbols = symbols;
    }

    /// Whether [#relocations] decodes sections of that type.
    public static boolean decodes(SectionType type) {
        return type.equals(SectionType.RELA)
                || type.equals(SectionType.ANDROID_RELA)
                || type.equals(SectionType.CREL);
    }

    /// The rows of the table; none if it is of a type that [#decodes] rejects.
    ///
    /// @throws org.offloadtck.object.bytes.MalformedObjectException if the bytes break the encoding
    public List<Relocation> relocations() {
        if (table.type().equals(SectionType.ANDROID_RELA)) {
            return new PackedRelocations(this, table.contents()).relocations();
        }
        if (table.type().equals(SectionType.CREL)) {
            return new CompactRelocations(this, table.contents()).relocations();
        }
        return table.type().equals(SectionType.RELA) ? rows() : List.of();
    }

    private List<Relocation> rows() {
        var relocations = new ArrayList<Relocation>();
        for (long row = 0; row < table.size() / ROW; row++) {
            relocations.add(row(table.contents().cursor(row * ROW)));
        }
        return List.copyOf(relocations);
    }

    private Relocation row(Cursor fields) {
        long offset = fields.i64("r_offset");
        long info = fields.i64("r_info");
        var relocation = relocation(fields, offset, info);
        return new Relocation(
                offset, relocation.symbol(), relocation.type(), fields.i64("r_addend"));
    }

    /// A relocation without an addend. `field`, the field that was read last, is at fault if the
    /// symbol does not exist.
    ///
    /// @param info `r_info`, read little-endian
    Relocation relocation(Cursor field, long offset, long info) {
        return machine.equals(ElfMachine.MIPS)
                ? relocation(field, offset, info & 0xffffffffL, mipsType(info))
                : relocation(field, offset, info >>> Integer.SIZE, info & 0xffffffffL);
    }

    /// The types of up to three relocations that are applied one after the other, the first in the
    /// low byte. Source: MIPS, *64-bit ELF Object File Specification*, draft 2.5, "Relocation": the
    /// symbol comes first, then `r_ssym`, `r_type3`, `r_type2` and `r_type` of one byte each.
    private static long mipsType(long info) {
        return Integer.toUnsignedLong(Integer.reverseBytes((int) (info >>> Integer.SIZE)));
    }

    Relocation relocation(Cursor field, long offset, long symbol, long type) {
        if (symbol != 0 && symbol >= symbols) {
            throw field.malformed(
                    FormatRule.INDEX,
                    "relocation refers to symbol %d of %d".formatted(symbol, symbols));
        }
        return new Relocation(offset, Math.toIntExact(symbol), type, 0);
    }
}
