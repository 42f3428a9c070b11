package org.offloadtck.object.elf.build;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.FileLayout;
import org.offloadtck.object.elf.ProgramHeader;
import org.offloadtck.object.elf.SymbolTable;
import org.offloadtck.object.elf.model.ElfHeader;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;

/// The sections of an ELF object under construction and the tables that tie them together: section
/// names, file layout and the numbers in section 0.
///
/// Sections are only appended, so an index stays valid.
final class ElfBuilder {

    /// Marks a section whose name is not in the string table yet.
    static final long UNNAMED = -1;

    private final String source;
    private final List<ProgramHeader> programHeaders;
    private final FileLayout origin;
    private final List<Section> sections;
    private final List<Long> nameOffsets;
    private ElfHeader header;

    ElfBuilder(
            String source,
            ElfHeader header,
            List<ProgramHeader> programHeaders,
            List<Section> sections,
            FileLayout origin) {
        this.source = source;
        this.header = header;
        this.programHeaders = programHeaders;
        this.origin = origin;
        this.sections = new ArrayList<>(sections);
        this.nameOffsets =
                new ArrayList<>(
                        origin.sections().stream().map(FileLayout.Placement::name).toList());
        if (sections.isEmpty()) {
            add(Section.of("", SectionType.NULL, 0, 0, new byte[0]));
        }
    }

    List<Section> sections() {
        return sections;
    }

    /// Appends a section and returns its index.
    int add(Section section) {
        if (section.has(SectionFlag.ALLOC) && !programHeaders.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s: section %s would be loaded, but no segment has room for it"
                            .formatted(source, section.name()));
        }
        sections.add(section);
        nameOffsets.add(UNNAMED);
        return sections.size() - 1;
    }

    void replace(int index, Section section) {
        Section replaced = sections.get(index);
        if (FileLayout.isPinned(index, replaced, origin, programHeaders)
                && section.size() != replaced.size()) {
            throw new IllegalArgumentException(
                    "%s: section %s lies in a segment and must keep its %d bytes"
                            .formatted(source, replaced.name(), replaced.size()));
        }
        sections.set(index, section);
        if (!section.name().equals(replaced.name())) {
            nameOffsets.set(index, UNNAMED);
        }
    }

    /// The index of the first section of that type; 0 if there is none.
    int indexOf(SectionType type) {
        for (int index = 1; index < sections.size(); index++) {
            if (sections.get(index).type().equals(type)) {
                return index;
            }
        }
        return 0;
    }

    ElfObject build() {
        nameSections();
        sections.set(0, overflow(sections.getFirst()));
        FileLayout layout = FileLayout.of(sections, nameOffsets, programHeaders, origin);
        return new ElfObject(source, header, programHeaders, sections, layout);
    }

    /// Section 0 holds the numbers that are too large for the ELF header.
    private Section overflow(Section first) {
        boolean many = first.size() != 0 || sections.size() >= SymbolTable.SHN_LORESERVE;
        int names = header.stringTable();
        boolean late = first.link() != 0 || names >= SymbolTable.SHN_LORESERVE;
        Section counted = many ? first.withSize(sections.size()) : first;
        return late ? counted.withLink(names) : counted;
    }

    private void nameSections() {
        if (header.stringTable() == 0) {
            int table = add(Section.of(".shstrtab", SectionType.STRTAB, 0, 1, new byte[0]));
            header = header.withStringTable(table);
        }
        Section table = sections.get(header.stringTable());
        var names = new StringTableBuilder(table.bytes());
        for (int index = 0; index < sections.size(); index++) {
            if (nameOffsets.get(index) == UNNAMED) {
                nameOffsets.set(index, names.offset(sections.get(index).name()));
            }
        }
        replace(header.stringTable(), table.withBytes(names.toByteArray()));
    }
}
