package org.offloadtck.object.elf.build;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.FileHeader;
import org.offloadtck.object.elf.FileLayout;
import org.offloadtck.object.elf.ProgramHeader;
import org.offloadtck.object.elf.model.ElfHeader;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.Symbol;

/// Assembles an executable from sections whose addresses a linker has chosen.
///
/// Allocated sections come first, in ascending order of address. Neighbours with the same
/// permissions share a loadable segment. Its file offset is congruent to its address modulo the
/// page size, so a loader can map it. Sections that occupy no file space end their segment.
public final class ElfExecutableAssembler {

    /// Page size of x86-64, in bytes. Segments with different permissions should have addresses on
    /// different pages.
    public static final long PAGE = 4096;

    /// `PT_GNU_STACK`. Source: *Linux Standard Base Core*, version 5.0, section 11.2.
    private static final long GNU_STACK = 0x6474e551L;

    private final List<ProgramHeader> programHeaders = new ArrayList<>();
    private final List<Section> loaded = new ArrayList<>();
    private final List<FileLayout.Placement> placements = new ArrayList<>();
    private long next;

    private ElfExecutableAssembler(int segments) {
        next = FileHeader.SIZE + (long) (segments + 1) * ProgramHeader.SIZE;
        loaded.add(Section.of("", SectionType.NULL, 0, 0, new byte[0]));
        placements.add(new FileLayout.Placement(0, 0));
    }

    /// Lays out and assembles an executable.
    ///
    /// @param sections the section at position `i` gets the index `i + 1`, by which symbols refer
    ///   to it
    /// @throws IllegalArgumentException if the allocated sections are not first and ascending
    public static ElfObject assemble(
            String source, ElfHeader header, List<Section> sections, List<Symbol> symbols) {
        List<List<Section>> segments = segments(sections);
        var executable = new ElfExecutableAssembler(segments.size());
        segments.forEach(executable::load);
        executable.programHeaders.add(stack());
        ElfBuilder builder = executable.builder(source, header);
        sections.stream().filter(section -> !section.has(SectionFlag.ALLOC)).forEach(builder::add);
        new SymbolTableEditor(builder).add(symbols);
        return builder.build();
    }

    private ElfBuilder builder(String source, ElfHeader header) {
        var layout =
                new FileLayout(
                        FileHeader.SIZE, ProgramHeader.SIZE, 0, 0, placements, List.of(), next);
        return new ElfBuilder(source, header, programHeaders, loaded, layout);
    }

    private void load(List<Section> segment) {
        long address = segment.getFirst().address();
        long start = next + Math.floorMod(address - next, PAGE);
        next = start;
        for (Section section : segment) {
            if (section.type().occupiesFile()) {
                next = start + (section.address() - address);
            }
            loaded.add(section);
            placements.add(new FileLayout.Placement(ElfBuilder.UNNAMED, next));
            next += section.contents().size();
        }
        Section last = segment.getLast();
        programHeaders.add(
                new ProgramHeader(
                        ProgramHeader.LOAD,
                        permissions(last),
                        start,
                        address,
                        address,
                        next - start,
                        last.address() + last.size() - address,
                        PAGE));
    }

    private static List<List<Section>> segments(List<Section> sections) {
        var segments = new ArrayList<List<Section>>();
        Section previous = Section.of("", SectionType.NULL, 0, 0, new byte[0]);
        for (Section section : sections) {
            if (section.has(SectionFlag.ALLOC)) {
                requireAfter(previous, section);
                if (!sharesSegment(previous, section)) {
                    segments.add(new ArrayList<>());
                }
                segments.getLast().add(section);
            }
            previous = section;
        }
        return segments;
    }

    private static void requireAfter(Section previous, Section section) {
        boolean first = previous.type().equals(SectionType.NULL);
        boolean ascending =
                previous.has(SectionFlag.ALLOC)
                        && section.address() >= previous.address() + previous.size();
        if (!first && !ascending) {
            throw new IllegalArgumentException(
                    "section %s at 0x%x does not follow section %s"
                            .formatted(section.name(), section.address(), previous.name()));
        }
    }

    private static boolean sharesSegment(Section previous, Section section) {
        return previous.has(SectionFlag.ALLOC)
                && permissions(previous) == permissions(section)
                && (previous.type().occupiesFile() || !section.type().occupiesFile());
    }

    private static long permissions(Section section) {
        return ProgramHeader.READ
                | (section.has(SectionFlag.WRITE) ? ProgramHeader.WRITE : 0)
                | (section.has(SectionFlag.EXECINSTR) ? ProgramHeader.EXECUTE : 0);
    }

    /// Requests a stack that is not executable.
    private static ProgramHeader stack() {
        long flags = ProgramHeader.READ | ProgramHeader.WRITE;
        return new ProgramHeader(GNU_STACK, flags, 0, 0, 0, 0, 0, 16);
    }
}
