package org.offloadtck.object.elf;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.model.ElfHeader;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.Section;

/// Reads the parts of an ELF file in the order in which they refer to each other: header, sections,
/// segments.
final class ElfReader {

    private ElfReader() {}

    static ElfObject read(ObjectBytes file) {
        FileHeader header = FileHeader.read(file);
        var reader = new SectionReader(file, header);
        List<Section> sections = reader.sections();
        List<ProgramHeader> segments = segments(file, header.phoff(), reader.programHeaders());
        var facts =
                new ElfHeader(
                        header.osAbi(),
                        header.abiVersion(),
                        new ElfType(header.type()),
                        new ElfMachine(header.machine()),
                        header.version(),
                        header.entry(),
                        header.flags(),
                        reader.names());
        var layout =
                new FileLayout(
                        header.phoff(),
                        header.phentsize(),
                        header.shoff(),
                        header.shentsize(),
                        reader.placements(),
                        List.of(),
                        file.size());
        return new ElfObject(
                file.source(),
                facts,
                segments,
                sections,
                layout.withGaps(GapFinder.in(file, sections, layout, segments.size())));
    }

    private static List<ProgramHeader> segments(ObjectBytes file, long at, long count) {
        file.requireTable(at, count, ProgramHeader.SIZE, "program header table");
        var segments = new ArrayList<ProgramHeader>();
        for (long row = 0; row < count; row++) {
            segments.add(ProgramHeader.read(file, at + row * ProgramHeader.SIZE));
        }
        return List.copyOf(segments);
    }
}
