package org.offloadtck.object.elf.build;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.offloadtck.object.bytes.ByteWriter;
import org.offloadtck.object.bytes.Cursor;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.SymbolTable;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.relocation.RelocationTable;

/// Updates section and symbol indices after sections and symbols were removed, in every section
/// that holds such indices.
final class IndexRemapping {

    /// Offset of the symbol index in an `Elf64_Rel` and an `Elf64_Rela`: the high half of `r_info`.
    private static final int SYMBOL_IN_ROW = 12;

    /// Offset of `st_shndx` in an `Elf64_Sym`.
    private static final int SECTION_IN_SYMBOL = 6;

    private final ElfObject object;
    private final BitSet sections;
    private final BitSet symbols;
    private final int symbolTable;

    /// @param sections indices of the removed sections
    /// @param symbols rows of the removed symbols
    IndexRemapping(ElfObject object, BitSet sections, BitSet symbols) {
        this.object = object;
        this.sections = sections;
        this.symbols = symbols;
        this.symbolTable = indexOfSymbolTable(object.sections());
    }

    private static int indexOfSymbolTable(List<Section> all) {
        for (int index = 0; index < all.size(); index++) {
            if (all.get(index).type().equals(SectionType.SYMTAB)) {
                return index;
            }
        }
        return 0;
    }

    /// The new index of the section at `index`.
    int section(int index) {
        return index - sections.get(0, index).cardinality();
    }

    private int symbol(int row) {
        return row - symbols.get(0, row).cardinality();
    }

    /// A remaining section with its indices updated.
    ///
    /// @throws IllegalArgumentException if it refers to a removed section or symbol
    Section apply(Section section) {
        Section linked = section.withLink(Math.toIntExact(kept(section, section.link())));
        SectionType type = section.type();
        if (type.equals(SectionType.RELA) || type.equals(SectionType.REL)) {
            return relocations(linked, section).withInfo(kept(section, section.info()));
        }
        if (type.equals(SectionType.SYMTAB)) {
            return linked.withBytes(symbolRows(section)).withInfo(locals(section));
        }
        if (type.equals(SectionType.GROUP)) {
            return linked.withBytes(group(section)).withInfo(symbolOf(section, section.info()));
        }
        if (type.equals(SectionType.SYMTAB_SHNDX)) {
            return linked.withBytes(extendedIndices(section.contents()));
        }
        if (type.equals(SectionType.LLVM_ADDRSIG) && refersToSymbols(section)) {
            return linked.withBytes(addressSignificant(section.contents()));
        }
        return section.has(SectionFlag.INFO_LINK)
                ? linked.withInfo(kept(section, section.info()))
                : linked;
    }

    /// An index that is not one of a section stays unchanged.
    private long kept(Section section, long index) {
        if (index >= object.sections().size()) {
            return index;
        }
        int found = Math.toIntExact(index);
        if (sections.get(found)) {
            throw refused(section, "refers to section " + object.sections().get(found).name());
        }
        return section(found);
    }

    private long symbolOf(Section table, long row) {
        if (row >= object.symbols().size()) {
            return row;
        }
        int found = Math.toIntExact(row);
        if (symbols.get(found)) {
            throw refused(table, "refers to symbol %d of a removed section".formatted(found));
        }
        return symbol(found);
    }

    /// `sh_info` of the symbol table: the number of local symbols.
    private int locals(Section table) {
        return symbol(Math.toIntExact(table.info()));
    }

    private boolean refersToSymbols(Section section) {
        return symbolTable != 0 && section.link() == symbolTable;
    }

    private Section relocations(Section linked, Section table) {
        if (!refersToSymbols(table)) {
            return linked;
        }
        var image = new ByteWriter().bytes(table.contents());
        long size =
                table.type().equals(SectionType.RELA)
                        ? RelocationTable.ROW
                        : RelocationTable.ROW_WITHOUT_ADDEND;
        for (long row = 0; row + size <= table.size(); row += size) {
            long at = row + SYMBOL_IN_ROW;
            image.seek(at).u32(symbolOf(table, table.contents().u32(at, "symbol")));
        }
        return linked.withBytes(image.toByteArray());
    }

    private byte[] symbolRows(Section table) {
        var image = new ByteWriter();
        for (int row = 0; row < object.symbols().size(); row++) {
            if (symbols.get(row)) {
                continue;
            }
            long at = (long) row * SymbolTable.ROW;
            long start = image.position();
            image.bytes(table.contents().window(at, SymbolTable.ROW, "symbol"));
            int index = table.contents().u16(at + SECTION_IN_SYMBOL, "st_shndx");
            if (index < SymbolTable.SHN_LORESERVE) {
                image.seek(start + SECTION_IN_SYMBOL).u16(section(index));
            }
            image.seek(start + SymbolTable.ROW);
        }
        return image.toByteArray();
    }

    private byte[] extendedIndices(ObjectBytes indices) {
        var image = new ByteWriter();
        for (int row = 0; (long) row * Integer.BYTES < indices.size(); row++) {
            if (!symbols.get(row)) {
                long index = indices.u32((long) row * Integer.BYTES, "extended section index");
                image.u32(section(Math.toIntExact(index)));
            }
        }
        return image.toByteArray();
    }

    private byte[] addressSignificant(ObjectBytes indices) {
        var image = new ByteWriter();
        Cursor cursor = indices.cursor(0);
        while (cursor.position() < indices.size()) {
            int row = Math.toIntExact(cursor.uleb128("symbol"));
            if (!symbols.get(row)) {
                image.uleb128(symbol(row));
            }
        }
        return image.toByteArray();
    }

    private byte[] group(Section group) {
        var image = new ByteWriter().u32(group.contents().u32(0, "group flags"));
        members(group).stream()
                .filter(member -> !sections.get(member))
                .forEach(member -> image.u32(kept(group, member)));
        return image.toByteArray();
    }

    /// The section indices in a section of type `SHT_GROUP`.
    static List<Integer> members(Section group) {
        var members = new ArrayList<Integer>();
        for (long at = Integer.BYTES; at < group.contents().size(); at += Integer.BYTES) {
            long member = group.contents().u32(at, "group member");
            members.add((int) Math.min(member, Integer.MAX_VALUE));
        }
        return members;
    }

    private IllegalArgumentException refused(Section section, String what) {
        return new IllegalArgumentException(
                "%s: section %s %s".formatted(object.source(), section.name(), what));
    }
}
