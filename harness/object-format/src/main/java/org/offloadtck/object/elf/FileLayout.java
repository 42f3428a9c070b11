package org.offloadtck.object.elf;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.build.ElfBuilder;
import org.offloadtck.object.elf.model.Section;

/// Where the parts of an ELF file lie in it; offsets in bytes from its first.
///
/// @param programHeaderSize `e_phentsize`; what a file without program headers says varies
/// @param sectionHeaderSize `e_shentsize`; what a file without section headers says varies
/// @param sections in the order of the section header table
/// @param fillers what lies between the parts and is not zero
public record FileLayout(
        long programHeaders,
        int programHeaderSize,
        long sectionHeaders,
        int sectionHeaderSize,
        List<Placement> sections,
        List<Gap> gaps,
        long fileSize) {

    /// No part but the ELF header.
    public static final FileLayout EMPTY =
            new FileLayout(0, 0, 0, 0, List.of(), List.of(), FileHeader.SIZE);

    /// Sections start at multiples of their alignment, up to this one: no reader maps the file in
    /// larger pages, and a damaged alignment must not blow the file up.
    private static final long MAX_ALIGNMENT = 4096;

    public FileLayout {
        sections = List.copyOf(sections);
        gaps = List.copyOf(gaps);
    }

    /// @param name offset of the section's name in the names' table: `sh_name`
    /// @param offset of the section's bytes: `sh_offset`
    public record Placement(long name, long offset) {}

    /// Bytes that belong to no part, kept because somebody put them there.
    record Gap(long offset, ObjectBytes bytes) {}

    /// Places the sections one after the other and the section header table behind them. What
    /// segments hold stays where `origin` has it, since addresses depend on it.
    public static FileLayout of(
            List<Section> sections,
            List<Long> names,
            List<ProgramHeader> programHeaders,
            FileLayout origin) {
        long next = origin.pinnedEnd(programHeaders);
        List<Gap> fillers = origin.gapsBefore(next);
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
        long headers = aligned(next, ElfBuilder.TABLE_ALIGNMENT);
        return new FileLayout(
                origin.programHeaders(),
                origin.programHeaderSize(),
                headers,
                SectionHeader.SIZE,
                placements,
                fillers,
                headers + (long) sections.size() * SectionHeader.SIZE);
    }

    /// Whether the section at `index` lies in a segment of the file laid out as `origin`.
    public static boolean isPinned(
            int index, Section section, FileLayout origin, List<ProgramHeader> programHeaders) {
        if (index >= origin.sections().size()) {
            return false;
        }
        long offset = origin.sections().get(index).offset();
        return programHeaders.stream().anyMatch(segment -> segment.holds(offset, section));
    }

    FileLayout withGaps(List<Gap> found) {
        return new FileLayout(
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

    private List<Gap> gapsBefore(long end) {
        return gaps.stream()
                .filter(filler -> filler.offset() + filler.bytes().size() <= end)
                .toList();
    }

    private static long aligned(long offset, long alignment) {
        long mask = Math.max(alignment, 1) - 1;
        return (offset + mask) & ~mask;
    }
}
