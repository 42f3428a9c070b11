package org.offloadtck.object.elf.relocation;

import java.util.List;
import org.offloadtck.object.bytes.Cursor;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.ObjectBytes;
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

    private static final int R_INFO = 8;
    private static final int R_ADDEND = 16;

    /// The low 32 bits.
    private static final long WORD = 0xffffffffL;

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

    /// Whether tables of files for that machine may link to another section than a symbol table.
    /// Source: the cubins in `libcudf.so` of RAPIDS cuDF 24.12 (CUDA 12.2). Two sections before the
    /// symbol table were removed from them, and the links are those from before.
    public static boolean mayLackSymbols(ElfMachine machine) {
        return machine.equals(ElfMachine.CUDA);
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
        var rows = new Relocation[Math.toIntExact(table.size() / ROW)];
        for (int row = 0; row < rows.length; row++) {
            rows[row] = row((long) row * ROW);
        }
        return List.of(rows);
    }

    private Relocation row(long at) {
        ObjectBytes rows = table.contents();
        long offset = rows.i64(at, "r_offset");
        long info = rows.i64(at + R_INFO, "r_info");
        boolean mips = machine.equals(ElfMachine.MIPS);
        long symbol = mips ? info & WORD : info >>> Integer.SIZE;
        if (isUnknown(symbol)) {
            throw rows.malformed(at + R_INFO, FormatRule.INDEX, unknown(symbol));
        }
        long type = mips ? mipsType(info) : info & WORD;
        return new Relocation(offset, (int) symbol, type, rows.i64(at + R_ADDEND, "r_addend"));
    }

    /// A relocation without an addend. `field`, the field that was read last, is at fault if the
    /// symbol does not exist.
    ///
    /// @param info `r_info`, read little-endian
    Relocation relocation(Cursor field, long offset, long info) {
        return machine.equals(ElfMachine.MIPS)
                ? relocation(field, offset, info & WORD, mipsType(info))
                : relocation(field, offset, info >>> Integer.SIZE, info & WORD);
    }

    /// The types of up to three relocations that are applied one after the other, the first in the
    /// low byte. Source: MIPS, *64-bit ELF Object File Specification*, draft 2.5, "Relocation": the
    /// symbol comes first, then `r_ssym`, `r_type3`, `r_type2` and `r_type` of one byte each.
    private static long mipsType(long info) {
        return Integer.toUnsignedLong(Integer.reverseBytes((int) (info >>> Integer.SIZE)));
    }

    Relocation relocation(Cursor field, long offset, long symbol, long type) {
        if (isUnknown(symbol)) {
            throw field.malformed(FormatRule.INDEX, unknown(symbol));
        }
        return new Relocation(offset, (int) symbol, type, 0);
    }

    private boolean isUnknown(long symbol) {
        return symbol != 0 && symbol >= symbols;
    }

    private String unknown(long symbol) {
        return "relocation refers to symbol %d of %d".formatted(symbol, symbols);
    }
}
