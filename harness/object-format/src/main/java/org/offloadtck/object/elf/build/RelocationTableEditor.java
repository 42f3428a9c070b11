package org.offloadtck.object.elf.build;

import java.util.List;
import org.offloadtck.object.bytes.ByteWriter;
import org.offloadtck.object.elf.FileLayout;
import org.offloadtck.object.elf.SymbolTable;
import org.offloadtck.object.elf.model.Relocation;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.relocation.RelocationTable;

/// Adds rows to the relocation tables of a [ElfBuilder].
final class RelocationTableEditor {

    private final ElfBuilder object;
    private final int symbolTable;

    RelocationTableEditor(ElfBuilder object, int symbolTable) {
        this.object = object;
        this.symbolTable = symbolTable;
    }

    void add(int section, List<Relocation> added) {
        int table = table(section);
        Section rows = object.sections().get(table);
        long symbols = object.sections().get(symbolTable).size() / SymbolTable.ROW;
        var image = new ByteWriter().bytes(rows.contents()).seek(rows.size());
        for (Relocation relocation : added) {
            if (relocation.symbol() < 0 || relocation.symbol() >= symbols) {
                throw new IllegalArgumentException(
                        "relocation refers to symbol %d of %d"
                                .formatted(relocation.symbol(), symbols));
            }
            image.u64(relocation.offset());
            image.u32(relocation.type());
            image.u32(relocation.symbol());
            image.u64(relocation.addend());
        }
        object.replace(table, rows.withBytes(image.toByteArray()));
    }

    /// Finds the section's relocation table, or creates it.
    private int table(int section) {
        for (int index = 1; index < object.sections().size(); index++) {
            Section candidate = object.sections().get(index);
            if (candidate.type().equals(SectionType.RELA)
                    && candidate.link() == symbolTable
                    && candidate.info() == section) {
                return index;
            }
        }
        Section table =
                Section.of(
                        ".rela" + object.sections().get(section).name(),
                        SectionType.RELA,
                        SectionFlag.mask(SectionFlag.INFO_LINK),
                        FileLayout.TABLE_ALIGNMENT,
                        new byte[0]);
        return object.add(
                table.withRows(RelocationTable.ROW).withLink(symbolTable).withInfo(section));
    }
}
