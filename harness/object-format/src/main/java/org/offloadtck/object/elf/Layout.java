package org.offloadtck.object.elf;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.object.bytes.ObjectBytes;

/// Where the parts of an ELF file lie in it; offsets in bytes from its first.
///
/// @param programHeaderSize `e_phentsize`; what a file without program headers says varies
/// @param sectionHeaderSize `e_shentsize`; what a file without section headers says varies
/// @param sections in the order of the section header table
/// @param fillers what lies between the parts and is not zero
record Layout(
        long programHeaders,
        int programHeaderSize,
        long sectionHeaders,
        int sectionHeaderSize,
        List<Placement> sections,
        List<Filler> fillers,
        long fileSize) {

    /// No part but the ELF header.
    static final Layout EMPTY = new Layout(0, 0, 0, 0, List.of(), List.of(), FileHeader.SIZE);

    /// Sections start at multiples of their alignment, up to this one: no reader maps the file in
    /// larger pages, and a damaged alignment must not blow the file up.
    private static final long MAX_ALIGNMENT = 4096;

    Layout {
        sections = List.copyOf(sections);
        fillers = List.copyOf(fillers);
    }

    /// @param name offset of the section's name in the names' table: `sh_name`
    /// @param offset of the section's bytes: `sh_offset`
    record Placement(long name, long offset) {}

    /// Bytes that belong to no part, kept because somebody put them there.
    record Filler(long offset, ObjectBytes bytes) {}

    /// Places the sections one after the other and the section header table behind them. What
    /// segments hold stays where `origin` has it, since addresses depend on it.
    static Layout afresh(
            List<Section> sections,
            List<Long> names,
            List<ProgramHeader> programHeaders,
            Layout origin) {
        long next = origin.pinnedEnd(programHeaders);
        List<Filler> fillers = origin.fillersBefore(next);
        var placements = new ArrayList<Placement>();
        for (int index = 0; index < sections.size(); index++) {
            Section section = sections.get(index);
            if (isPinned(index, section, origin, programHeaders)) {
                long kept = origin.sections().get(index).offset();
                placements.add(new Placement(names.get(index), kept));
            } else {
                next = aligned(next, Math.min(section.alignment(), MAX_ALIGNMENT));
                placements.add(new Placement(names.get(index), index == 0 ? 0 : next));
                next += section.contents().size();
            }
        }
        long headers = aligned(next, Draft.TABLE_ALIGNMENT);
        return new Layout(
                origin.programHeaders(),
                origin.programHeaderSize(),
                headers,
                SectionHeader.SIZE,
                placements,
                fillers,
                headers + (long) sections.size() * SectionHeader.SIZE);
    }

    /// Whether the section at `index` lies in a segment of the file laid out as `origin`.
    static boolean isPinned(
            int index, Section section, Layout origin, List<ProgramHeader> programHeaders) {
        if (index >= origin.sections().size()) {
            return false;
        }
        long offset = origin.sections().get(index).offset();
        return programHeaders.stream().anyMatch(segment -> segment.holds(offset, section));
    }

    Layout withFillers(List<Filler> found) {
        return new Layout(
                programHeaders,
                programHeaderSize,
                sectionHeaders,
                sectionHeaderSize,
                sections,
                found,
                fileSize);
    }

    private long pinnedEnd(List<ProgramHeader> segments) {
        long end = FileHeader.SIZE;
        if (!segments.isEmpty()) {
            end = Math.max(end, programHeaders + (long) segments.size() * ProgramHeader.SIZE);
        }
        for (ProgramHeader segment : segments) {
            end = Math.max(end, segment.offset() + segment.fileSize());
        }
        return end;
    }

    private List<Filler> fillersBefore(long end) {
        return fillers.stream()
                .filter(filler -> filler.offset() + filler.bytes().size() <= end)
                .toList();
    }

    private static long aligned(long offset, long alignment) {
        long mask = Math.max(alignment, 1) - 1;
        return (offset + mask) & ~mask;
    }
}
