package org.offloadtck.linker.host;

import static java.util.Comparator.comparingInt;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.linker.host.OutputSection.Piece;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.object.elf.SectionFlag;

/// Where every output section lies in memory and in the file.
///
/// Three loaded segments, each starting on a page of its own: read-only data after the ELF and
/// program headers, code, writable data. Sections without bytes in the file come last, so one rule
/// holds for all that is loaded: *address = [#BASE] + file offset*. What is not loaded follows in
/// the file.
///
/// @param sections in file order
/// @param segments in address order
/// @param fileSize in bytes, without symbol table and section headers
record Layout(List<Placed> sections, List<Segment> segments, long fileSize) {

    /// Where the file's first byte is loaded. Source: GNU ld 2.40, elf_x86_64, `-z text-segment`.
    static final long BASE = 0x40_0000L;

    /// In bytes, of the file and of memory.
    static final long PAGE = 0x1000;

    private static final long ELF_HEADER_SIZE = 64;
    private static final long PROGRAM_HEADER_SIZE = 56;

    Layout {
        sections = List.copyOf(sections);
        segments = List.copyOf(segments);
    }

    /// @param address of the first byte in memory; 0 for a section that is not loaded
    /// @param offset of the first byte in the file
    record Placed(OutputSection section, long address, long offset) {}

    /// A range the loader maps.
    ///
    /// @param offset into the file; the segment's address is [Layout#BASE] further
    record Segment(Access access, long offset, long fileSize, long memorySize) {}

    /// What a segment may be used for; `p_flags` and the order in memory.
    enum Access {
        READ(4),
        EXECUTE(4 | 1),
        WRITE(4 | 2);

        private final int flags;

        Access(int flags) {
            this.flags = flags;
        }

        int flags() {
            return flags;
        }

        static Access of(OutputSection section) {
            if (section.has(SectionFlag.WRITE)) {
                return WRITE;
            }
            return section.has(SectionFlag.EXECINSTR) ? EXECUTE : READ;
        }
    }

    /// @throws LinkException if the sections do not fit the small code model
    static Layout of(List<OutputSection> sections) {
        var placed = new ArrayList<Placed>();
        var segments = new ArrayList<Segment>();
        long offset = headersSize(sections);
        for (Access access : Access.values()) {
            var members = membersOf(access, sections);
            if (members.isEmpty() && access != Access.READ) {
                continue;
            }
            long start = access == Access.READ ? 0 : align(offset, PAGE);
            long end = access == Access.READ ? offset : start;
            long fileEnd = end;
            for (OutputSection section : members) {
                long at = align(end, section.alignment());
                placed.add(new Placed(section, BASE + at, at));
                end = at + section.size();
                fileEnd = section.type().occupiesFile() ? end : fileEnd;
                requireSmall(section, end);
            }
            segments.add(new Segment(access, start, fileEnd - start, end - start));
            offset = access == Access.WRITE ? fileEnd : end;
        }
        return new Layout(placed, segments, placeUnloaded(sections, placed, offset));
    }

    private static long placeUnloaded(
            List<OutputSection> sections, List<Placed> placed, long fileEnd) {
        long offset = fileEnd;
        for (OutputSection section : sections) {
            if (!section.isLoaded()) {
                offset = align(offset, section.alignment());
                placed.add(new Placed(section, 0, offset));
                offset += section.fileSize();
            }
        }
        return offset;
    }

    private static long headersSize(List<OutputSection> sections) {
        long accesses =
                1
                        + sections.stream()
                                .filter(OutputSection::isLoaded)
                                .map(Access::of)
                                .filter(access -> access != Access.READ)
                                .distinct()
                                .count();
        long stackHeader = 1;
        return ELF_HEADER_SIZE + PROGRAM_HEADER_SIZE * (accesses + stackHeader);
    }

    private static List<OutputSection> membersOf(Access access, List<OutputSection> sections) {
        return sections.stream()
                .filter(section -> section.isLoaded() && Access.of(section) == access)
                .sorted(comparingInt(Layout::rank))
                .toList();
    }

    /// The order inside a segment: what the loader or the start-up code walks first, memory without
    /// bytes in the file last.
    private static int rank(OutputSection section) {
        if (!section.type().occupiesFile()) {
            return 6;
        }
        return switch (section.name()) {
            case ".init_array" -> 0;
            case ".fini_array" -> 1;
            case ".data.rel.ro" -> 2;
            case Chunk.GlobalOffsetTable.NAME -> 3;
            case ".text", ".rodata", ".data" -> 4;
            default -> 5;
        };
    }

    private static void requireSmall(OutputSection section, long end) {
        if (end > OutputSections.GREATEST_SIZE) {
            throw new LinkException(
                    "the executable",
                    section.name(),
                    LinkRule.SIZE,
                    "ends 0x%x bytes after the start, when the small code model allows 0x%x"
                            .formatted(end, OutputSections.GREATEST_SIZE));
        }
    }

    /// The next multiple of `alignment`, a power of two.
    static long align(long value, long alignment) {
        return (value + alignment - 1) & -alignment;
    }

    /// The loaded output section of that name.
    Optional<Placed> loaded(String name) {
        return sections.stream()
                .filter(placed -> placed.section().isLoaded())
                .filter(placed -> placed.section().name().equals(name))
                .findFirst();
    }

    /// Where every chunk begins: an address, or for chunks that are not loaded the offset in their
    /// output section.
    Map<Chunk, Long> addresses() {
        var addresses = new HashMap<Chunk, Long>();
        for (Placed placed : sections) {
            for (Piece piece : placed.section().pieces()) {
                addresses.put(piece.chunk(), placed.address() + piece.offset());
            }
        }
        return addresses;
    }

    /// The index of every chunk's output section among the section headers, which follow file order
    /// after the null header.
    Map<Chunk, Integer> headerIndices() {
        var indices = new HashMap<Chunk, Integer>();
        for (int index = 0; index < sections.size(); index++) {
            for (Piece piece : sections.get(index).section().pieces()) {
                indices.put(piece.chunk(), index + 1);
            }
        }
        return indices;
    }

    /// The section header of the loaded output section of that name.
    Optional<Integer> loadedHeader(String name) {
        return loaded(name).map(placed -> sections.indexOf(placed) + 1);
    }
}
