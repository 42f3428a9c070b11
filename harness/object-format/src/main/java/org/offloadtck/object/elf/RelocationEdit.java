package org.offloadtck.object.elf;

import java.util.List;
import org.offloadtck.object.bytes.ByteImage;

/// Adds rows to the relocation tables of a [Draft].
final class RelocationEdit {

    private final Draft draft;
    private final int symbolTable;

    RelocationEdit(Draft draft, int symbolTable) {
        this.draft = draft;
        this.symbolTable = symbolTable;
    }

    void add(int section, List<Relocation> added) {
        int table = table(section);
        Section rows = draft.sections().get(table);
        long symbols = draft.sections().get(symbolTable).size() / SymbolTable.ROW;
        var image = new ByteImage().bytes(rows.contents()).seek(rows.size());
        for (Relocation relocation : added) {
            if (relocation.symbol() < 0 || relocation.symbol() >= symbols) {
                throw new IllegalArgumentException(
                        "relocation is by symbol %d of %d".formatted(relocation.symbol(), symbols));
            }
            image.u64(relocation.offset());
            image.u32(relocation.type());
            image.u32(relocation.symbol());
            image.u64(relocation.addend());
        }
        draft.replace(table, rows.withBytes(image.toByteArray()));
    }

    /// Finds the section's relocation table, or makes one.
    private int table(int section) {
        for (int index = 1; index < draft.sections().size(); index++) {
            Section candidate = draft.sections().get(index);
            if (candidate.type().equals(SectionType.RELA)
                    && candidate.link() == symbolTable
                    && candidate.info() == section) {
                return index;
            }
        }
        Section table =
                Section.of(
                        ".rela" + draft.sections().get(section).name(),
                        SectionType.RELA,
                        SectionFlag.mask(SectionFlag.INFO_LINK),
                        Draft.TABLE_ALIGNMENT,
                        new byte[0]);
        return draft.add(
                table.withRows(RelocationTable.ROW).withLink(symbolTable).withInfo(section));
    }
}
