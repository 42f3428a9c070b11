package org.offloadtck.object.elf.build;

import java.util.List;
import org.offloadtck.object.bytes.ByteWriter;
import org.offloadtck.object.elf.SymbolTable;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;

/// Renames sections and symbols of an [ElfBuilder]. String tables grow by the new name; of a row,
/// only the offset of its name changes.
final class NameEditor {

    private final ElfBuilder object;

    NameEditor(ElfBuilder object) {
        this.object = object;
    }

    /// Renames every section called `from`, and with each its relocation table, as `objcopy
    /// --rename-section` does.
    void sections(String from, String to) {
        List<Section> sections = List.copyOf(object.sections());
        for (int index = 1; index < sections.size(); index++) {
            Section section = sections.get(index);
            if (section.name().equals(from)) {
                object.replace(index, section.withName(to));
            } else if (isTable(section) && isOf(sections, section, from)) {
                object.replace(index, section.withName(prefix(section) + to));
            }
        }
    }

    private static boolean isTable(Section section) {
        return (section.type().equals(SectionType.RELA) || section.type().equals(SectionType.REL))
                && !section.has(SectionFlag.ALLOC);
    }

    private static boolean isOf(List<Section> sections, Section table, String relocated) {
        return table.info() < sections.size()
                && sections.get(Math.toIntExact(table.info())).name().equals(relocated);
    }

    private static String prefix(Section table) {
        return table.type().equals(SectionType.RELA) ? ".rela" : ".rel";
    }

    /// Renames the symbols in these rows of the table of type `SHT_SYMTAB`.
    void symbols(List<Integer> rows, String to) {
        int table = object.indexOf(SectionType.SYMTAB);
        Section symbols = object.sections().get(table);
        Section strings = object.sections().get(symbols.link());
        var names = new StringTableBuilder(strings.bytes());
        var image = new ByteWriter().bytes(symbols.contents());
        for (int row : rows) {
            image.seek((long) row * SymbolTable.ROW).u32(names.offset(to));
        }
        object.replace(table, symbols.withBytes(image.toByteArray()));
        object.replace(symbols.link(), strings.withBytes(names.toByteArray()));
    }
}
