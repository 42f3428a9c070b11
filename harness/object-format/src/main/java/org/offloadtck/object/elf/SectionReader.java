package org.offloadtck.object.elf;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.relocation.RelocationTable;

/// Reads the section header table and rejects indices and row sizes that readers of the sections
/// could not use.
final class SectionReader {

    /// Offset of `e_shstrndx` in an `Elf64_Ehdr`.
    private static final int SHSTRNDX = 62;

    private final ObjectBytes file;
    private final FileHeader header;
    private final List<SectionHeader> headers = new ArrayList<>();

    SectionReader(ObjectBytes file, FileHeader header) {
        this.file = file;
        this.header = header;
        if (header.shoff() != 0) {
            long count = header.shnum() != 0 ? header.shnum() : read(0).size();
            file.requireTable(header.shoff(), count, SectionHeader.SIZE, "section header table");
            for (long index = 0; index < count; index++) {
                headers.add(read(index));
            }
        }
        if (!headers.isEmpty()) {
            SectionHeader first = headers.getFirst();
            requireOverflow(SectionHeader.SH_SIZE, first.size(), header.shnum() == 0);
            requireOverflow(
                    SectionHeader.SH_LINK,
                    first.link(),
                    header.shstrndx() == SymbolTable.SHN_XINDEX);
            requireOverflow(
                    SectionHeader.SH_INFO, first.info(), header.phnum() == FileHeader.PN_XNUM);
        }
    }

    /// Section 0 holds a number if and only if the ELF header refers to it.
    private void requireOverflow(int field, long number, boolean overflows) {
        if ((number != 0) != overflows) {
            throw malformed(
                    0,
                    field,
                    FormatRule.INDEX,
                    "section 0 holds %d when the file header %s"
                            .formatted(
                                    number,
                                    overflows ? "requires a number in it" : "has its own number"));
        }
    }

    /// The number of program headers.
    long programHeaders() {
        boolean extended = header.phnum() == FileHeader.PN_XNUM && !headers.isEmpty();
        return extended ? headers.getFirst().info() : header.phnum();
    }

    /// The index of the section that holds the section names; 0 if there is none.
    int names() {
        boolean extended = header.shstrndx() == SymbolTable.SHN_XINDEX && !headers.isEmpty();
        long index = extended ? headers.getFirst().link() : header.shstrndx();
        if (index != 0 && !isA(index, SectionType.STRTAB)) {
            throw file.malformed(
                    SHSTRNDX,
                    FormatRule.INDEX,
                    "the section names are in section %d of %d, which is not a string table"
                            .formatted(index, headers.size()));
        }
        return Math.toIntExact(index);
    }

    List<FileLayout.Placement> placements() {
        return headers.stream()
                .map(section -> new FileLayout.Placement(section.name(), section.offset()))
                .toList();
    }

    List<Section> sections() {
        int names = names();
        var strings =
                new StringTable(
                        names == 0 ? nothing(0, "section name string table") : contents(names),
                        (long) headers.size() * SectionHeader.SIZE);
        var sections = new ArrayList<Section>();
        long occupied = 0;
        for (int index = 0; index < headers.size(); index++) {
            Section section = section(index, strings);
            sections.add(section);
            occupied += sharesBytes(index) ? 0 : section.contents().size();
            if (occupied > file.size()) {
                throw malformed(
                        index,
                        SectionHeader.SH_SIZE,
                        FormatRule.BOUNDS,
                        "sections 0 to %d have more bytes than the file".formatted(index));
            }
        }
        return List.copyOf(sections);
    }

    private Section section(int index, StringTable names) {
        SectionHeader section = headers.get(index);
        requireLinks(index);
        return new Section(
                names.name(file, at(index), section.name()),
                new SectionType(section.type()),
                section.flags(),
                section.addr(),
                section.size(),
                Math.toIntExact(section.link()),
                section.info(),
                section.addralign(),
                section.entsize(),
                contents(index));
    }

    private boolean sharesBytes(int index) {
        return new SectionType(headers.get(index).type()).sharesBytes(machine());
    }

    private ElfMachine machine() {
        return new ElfMachine(header.machine());
    }

    private ObjectBytes contents(int index) {
        SectionHeader section = headers.get(index);
        return new SectionType(section.type()).occupiesFile(machine())
                ? file.window(section.offset(), section.size(), "section " + index)
                : nothing(section.offset(), "section " + index + ", of no bytes in the file,");
    }

    private ObjectBytes nothing(long offset, String part) {
        return file.window(Math.min(offset, file.size()), 0, part);
    }

    private void requireLinks(int index) {
        SectionHeader section = headers.get(index);
        if (section.link() >= headers.size()) {
            throw malformed(
                    index,
                    SectionHeader.SH_LINK,
                    FormatRule.INDEX,
                    "section %d links to section %d of %d"
                            .formatted(index, section.link(), headers.size()));
        }
        if (isSymbolTable(index)) {
            requireRows(index, SymbolTable.ROW);
            requireStrings(index);
        } else if (isA(index, SectionType.RELA)) {
            requireRows(index, RelocationTable.ROW);
            requireSymbols(index);
        } else if (isA(index, SectionType.REL)) {
            requireRows(index, RelocationTable.ROW_WITHOUT_ADDEND);
            requireSymbols(index);
        } else if (RelocationTable.decodes(new SectionType(section.type()))) {
            requireSymbols(index);
        }
    }

    private void requireRows(int index, int row) {
        SectionHeader section = headers.get(index);
        if (section.entsize() != row) {
            throw malformed(
                    index,
                    SectionHeader.SH_ENTSIZE,
                    FormatRule.SIZE,
                    "rows of section %d have %d bytes when they should have %d"
                            .formatted(index, section.entsize(), row));
        }
        if (section.size() % row != 0) {
            throw malformed(
                    index,
                    SectionHeader.SH_SIZE,
                    FormatRule.SIZE,
                    "section %d has %d bytes when it should have a multiple of %d"
                            .formatted(index, section.size(), row));
        }
    }

    private void requireStrings(int index) {
        SectionHeader section = headers.get(index);
        if (!isA(section.link(), SectionType.STRTAB)) {
            throw malformed(
                    index,
                    SectionHeader.SH_LINK,
                    FormatRule.INDEX,
                    "symbol table %d links to section %d, which is not a string table"
                            .formatted(index, section.link()));
        }
        if (section.info() > section.size() / SymbolTable.ROW) {
            throw malformed(
                    index,
                    SectionHeader.SH_INFO,
                    FormatRule.INDEX,
                    "symbol table %d has %d local symbols among %d"
                            .formatted(index, section.info(), section.size() / SymbolTable.ROW));
        }
    }

    private void requireSymbols(int index) {
        long link = headers.get(index).link();
        if (link != 0 && !isSymbolTable(link) && !RelocationTable.mayLackSymbols(machine())) {
            throw malformed(
                    index,
                    SectionHeader.SH_LINK,
                    FormatRule.INDEX,
                    "relocation table %d links to section %d, which is not a symbol table"
                            .formatted(index, link));
        }
    }

    private boolean isSymbolTable(long index) {
        return index < headers.size()
                && SymbolTable.isOne(new SectionType(headers.get((int) index).type()));
    }

    private boolean isA(long index, SectionType type) {
        return index < headers.size() && headers.get((int) index).type() == type.code();
    }

    private SectionHeader read(long index) {
        return SectionHeader.read(file, at(index));
    }

    private long at(long index) {
        return header.shoff() + index * SectionHeader.SIZE;
    }

    private MalformedObjectException malformed(
            int index, int field, FormatRule rule, String problem) {
        return file.malformed(at(index) + field, rule, problem);
    }
}
