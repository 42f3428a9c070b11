package org.offloadtck.object.elf.build;

import org.offloadtck.object.bytes.ByteWriter;
import org.offloadtck.object.bytes.Cursor;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionType;

/// Adds `locals` to the indices of symbols at `first` and beyond, in every section that holds such
/// indices.
final class SymbolIndexShift {

    /// Offset of the symbol index in a relocation: the high half of `r_info`.
    private static final int SYMBOL_IN_ROW = 12;

    private final ElfBuilder object;
    private final int table;
    private final int first;
    private final int locals;
    private final int others;

    /// @param others the number of symbols added at the end of the table
    SymbolIndexShift(ElfBuilder object, int table, int first, int locals, int others) {
        this.object = object;
        this.table = table;
        this.first = first;
        this.locals = locals;
        this.others = others;
    }

    void apply() {
        for (int index = 0; index < object.sections().size(); index++) {
            Section section = object.sections().get(index);
            if (section.link() == table) {
                object.replace(index, shifted(section));
            }
        }
    }

    private Section shifted(Section section) {
        SectionType type = section.type();
        if (type.equals(SectionType.RELA) || type.equals(SectionType.REL)) {
            return section.withBytes(relocations(section));
        }
        if (type.equals(SectionType.GROUP)) {
            return section.withInfo(shifted(section.info()));
        }
        if (type.equals(SectionType.LLVM_ADDRSIG)) {
            return section.withBytes(addressSignificant(section.contents()));
        }
        if (type.equals(SectionType.SYMTAB_SHNDX)) {
            return section.withBytes(extendedIndices(section.contents()));
        }
        return section;
    }

    private long shifted(long symbol) {
        return symbol < first ? symbol : symbol + locals;
    }

    private byte[] relocations(Section section) {
        var image = new ByteWriter().bytes(section.contents());
        for (long row = 0;
                row + section.entrySize() <= section.size();
                row += section.entrySize()) {
            long at = row + SYMBOL_IN_ROW;
            image.seek(at).u32(shifted(section.contents().u32(at, "symbol")));
        }
        return image.toByteArray();
    }

    private byte[] addressSignificant(ObjectBytes indices) {
        var image = new ByteWriter();
        Cursor cursor = indices.cursor(0);
        while (cursor.position() < indices.size()) {
            image.uleb128(shifted(cursor.uleb128("symbol")));
        }
        return image.toByteArray();
    }

    private byte[] extendedIndices(ObjectBytes indices) {
        long split = (long) first * Integer.BYTES;
        return new ByteWriter()
                .bytes(indices.window(0, split, "extended section indices"))
                .zeros((long) locals * Integer.BYTES)
                .bytes(indices.window(split, indices.size() - split, "extended section indices"))
                .zeros((long) others * Integer.BYTES)
                .toByteArray();
    }
}
