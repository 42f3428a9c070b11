package org.offloadtck.object.elf.build;

import java.util.List;
import org.offloadtck.object.bytes.ByteWriter;
import org.offloadtck.object.elf.SymbolTable;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;

/// Gives sections and symbols of a [ElfBuilder] other names. String tables grow by the new name; a
/// row changes in the offset of its name and nowhere else.
public final class NameEditor {

    private final ElfBuilder draft;

    public NameEditor(ElfBuilder draft) {
        this.draft = draft;
    }

    /// Renames every section called `from`, and with each its relocation table, as `objcopy
    /// --rename-section` does.
    public void sections(String from, String to) {
        List<Section> sections = List.copyOf(draft.sections());
        for (int index = 1; index < sections.size(); index++) {
            Section section = sections.get(index);
            if (section.name().equals(from)) {
                draft.replace(index, section.withName(to));
            } else if (isTable(section) && isOf(sections, section, from)) {
                draft.replace(index, section.withName(prefix(section) + to));
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
    public void symbols(List<Integer> rows, String to) {
        int table = draft.indexOf(SectionType.SYMTAB);
        Section symbols = draft.sections().get(table);
        Section strings = draft.sections().get(symbols.link());
        var names = new StringTableBuilder(strings.bytes());
        var image = new ByteWriter().bytes(symbols.contents());
        for (int row : rows) {
            image.seek((long) row * SymbolTable.ROW).u32(names.offset(to));
        }
        draft.replace(table, symbols.withBytes(image.toByteArray()));
        draft.replace(symbols.link(), strings.withBytes(names.toByteArray()));
    }
}
