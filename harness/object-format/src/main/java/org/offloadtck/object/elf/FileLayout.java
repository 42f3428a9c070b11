package org.offloadtck.object.elf;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.model.Section;

/// The offsets of the parts of an ELF file, in bytes from its start.
///
/// @param programHeaderSize `e_phentsize`; its value varies in files without program headers
/// @param sectionHeaderSize `e_shentsize`; its value varies in files without section headers
/// @param sections in the order of the section header table
/// @param gaps bytes between the parts that are not zero
public record FileLayout(
        long programHeaders,
        int programHeaderSize,
        long sectionHeaders,
        int sectionHeaderSize,
        List<Placement> sections,
        List<Gap> gaps,
        long fileSize) {

    /// The layout of a file that has an ELF header only.
    public static final FileLayout EMPTY =
            new FileLayout(0, 0, 0, 0, List.of(), List.of(), FileHeader.SIZE);

    /// Upper limit of the alignment in the file, in bytes. No reader maps the file in larger pages,
    /// and the limit keeps a damaged alignment from inflating the file.
    private static final long MAX_ALIGNMENT = 4096;

    /// Alignment of tables of 64-bit fields, in bytes.
    public static final int TABLE_ALIGNMENT = 8;

    public FileLayout {
        sections = List.copyOf(sections);
        gaps = List.copyOf(gaps);
    }

    /// The offsets of a section.
    ///
    /// @param name of the section's name in the section name string table: `sh_name`
    /// @param offset of the section's bytes: `sh_offset`
    public record Placement(long name, long offset) {}

    /// Bytes that belong to no part of the file; a writer keeps them.
    public record Gap(long offset, ObjectBytes bytes) {}

    /// Places the sections one after the other and the section header table at the end. The
    /// contents of segments keep their offsets in `origin`, because addresses depend on them.
    public static FileLayout of(
            List<Section> sections,
            List<Long> names,
            List<ProgramHeader> programHeaders,
            FileLayout origin) {
        long next = origin.pinnedEnd(programHeaders);
        List<Gap> kept = origin.gapsBefore(next);
        var placements = new ArrayList<Placement>();
        for (int index = 0; index < sections.size(); index++) {
            Section section = sections.get(index);
            if (isPinned(index, section, origin, programHeaders)) {
                long offset = origin.sections().get(index).offset();
                placements.add(new Placement(names.get(index), offset));
            } else {
                next = aligned(next, Math.min(section.alignment(), MAX_ALIGNMENT));
                placements.add(new Placement(names.get(index), index == 0 ? 0 : next));
                next += section.contents().size();
            }
        }
        long headers = aligned(next, TABLE_ALIGNMENT);
        return new FileLayout(
                origin.programHeaders(),
                origin.programHeaderSize(),
                headers,
                SectionHeader.SIZE,
                placements,
                kept,
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
        return gaps.stream().filter(gap -> gap.offset() + gap.bytes().size() <= end).toList();
    }

    private static long aligned(long offset, long alignment) {
        long mask = Math.max(alignment, 1) - 1;
        return (offset + mask) & ~mask;
    }
}
