package org.offloadtck.linker.executable;

import static java.util.Comparator.comparing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.offloadtck.linker.executable.OutputSection.Piece;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.linker.resolution.OutputSectionPart;
import org.offloadtck.object.elf.build.ElfExecutableAssembler;
import org.offloadtck.object.elf.model.SectionFlag;

/// The addresses of the output sections: read-only data, code and writable data, each starting on a
/// new page, then the sections that are not loaded, which have no address.
///
/// @param sections in the executable's order
public record ExecutableLayout(List<Placed> sections) {

    /// The lowest address. Source: GNU ld 2.40, elf_x86_64, `-z text-segment`.
    static final long BASE = 0x40_0000L;

    /// The first reserved section index: `SHN_LORESERVE`. Source: generic ABI, chapter 4, Special
    /// Section Indexes.
    private static final int RESERVED_INDICES = 0xff00;

    public ExecutableLayout {
        sections = List.copyOf(sections);
    }

    /// An output section with its address.
    ///
    /// @param address of the first byte in memory; 0 for a section that is not loaded
    record Placed(OutputSection section, long address) {}

    /// The access rights of a page, in the order of addresses.
    private enum Access {
        READ,
        EXECUTE,
        WRITE;

        static Access of(OutputSection section) {
            if (section.has(SectionFlag.WRITE)) {
                return WRITE;
            }
            return section.has(SectionFlag.EXECINSTR) ? EXECUTE : READ;
        }
    }

    /// The order among sections with one access right: first arrays and read-only-after-relocation
    /// data, then sections with bytes in the file, then those without.
    private enum Rank {
        CONSTRUCTORS,
        DESTRUCTORS,
        RELOCATED_CONSTANTS,
        OFFSET_TABLE,
        PROGRAM,
        ORPHAN,
        ZEROED;

        static Rank of(OutputSection section) {
            if (!section.type().occupiesFile()) {
                return ZEROED;
            }
            return switch (section.name()) {
                case ".init_array" -> CONSTRUCTORS;
                case ".fini_array" -> DESTRUCTORS;
                case ".data.rel.ro" -> RELOCATED_CONSTANTS;
                case OutputSectionPart.GlobalOffsetTable.NAME -> OFFSET_TABLE;
                case ".text", ".rodata", ".data" -> PROGRAM;
                default -> ORPHAN;
            };
        }
    }

    /// Assigns addresses.
    ///
    /// @throws LinkException if the sections do not fit the small code model
    static ExecutableLayout of(List<OutputSection> sections) {
        var placed = new ArrayList<Placed>();
        long end = BASE;
        for (Access access : Access.values()) {
            end = OutputSectionPart.aligned(end, ElfExecutableAssembler.PAGE);
            for (OutputSection section : loaded(sections, access)) {
                long address = OutputSectionPart.aligned(end, section.alignment());
                placed.add(new Placed(section, address));
                end = address + section.size();
                requireSmall(section, end);
            }
        }
        sections.stream()
                .filter(section -> !section.isLoaded())
                .forEach(section -> placed.add(new Placed(section, 0)));
        requireFewer(placed);
        return new ExecutableLayout(placed);
    }

    private static List<OutputSection> loaded(List<OutputSection> sections, Access access) {
        return sections.stream()
                .filter(section -> section.isLoaded() && Access.of(section) == access)
                .sorted(comparing(Rank::of))
                .toList();
    }

    private static void requireSmall(OutputSection section, long end) {
        if (end > OutputSections.GREATEST_SIZE) {
            throw new LinkException(
                    "the executable",
                    section.name(),
                    LinkRule.SIZE,
                    "ends at 0x%x, when the small code model allows addresses up to 0x%x"
                            .formatted(end, OutputSections.GREATEST_SIZE));
        }
    }

    private static void requireFewer(List<Placed> placed) {
        if (placed.size() >= RESERVED_INDICES) {
            throw new LinkException(
                    "the executable",
                    "sections",
                    LinkRule.SIZE,
                    "are %d, when a symbol can name fewer than %d"
                            .formatted(placed.size(), RESERVED_INDICES));
        }
    }

    /// The loaded output section with this name.
    Optional<Placed> loaded(String name) {
        return sections.stream().filter(placed -> isLoaded(placed, name)).findFirst();
    }

    /// The section index of [#loaded] in the executable, whose null section is first.
    OptionalInt loadedIndex(String name) {
        return IntStream.range(0, sections.size())
                .filter(index -> isLoaded(sections.get(index), name))
                .map(index -> index + 1)
                .findFirst();
    }

    private static boolean isLoaded(Placed placed, String name) {
        return placed.section().isLoaded() && placed.section().name().equals(name);
    }

    /// The start of every part: an address, or for parts that are not loaded the offset in their
    /// output section.
    Map<OutputSectionPart, Long> addresses() {
        var addresses = new HashMap<OutputSectionPart, Long>();
        for (Placed placed : sections) {
            for (Piece piece : placed.section().pieces()) {
                addresses.put(piece.part(), placed.address() + piece.offset());
            }
        }
        return addresses;
    }

    /// The index of every part's output section in the executable.
    Map<OutputSectionPart, Integer> sectionIndices() {
        var indices = new HashMap<OutputSectionPart, Integer>();
        for (int index = 0; index < sections.size(); index++) {
            for (Piece piece : sections.get(index).section().pieces()) {
                indices.put(piece.part(), index + 1);
            }
        }
        return indices;
    }
}
