package org.offloadtck.object.elf;

import java.util.List;
import org.offloadtck.object.bytes.ByteWriter;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.model.ElfHeader;
import org.offloadtck.object.elf.model.Section;

/// Writes an ELF file whose [FileLayout] is known.
final class ElfWriter {

    private final ElfHeader header;
    private final List<ProgramHeader> programHeaders;
    private final List<Section> sections;
    private final FileLayout layout;

    ElfWriter(
            ElfHeader header,
            List<ProgramHeader> programHeaders,
            List<Section> sections,
            FileLayout layout) {
        this.header = header;
        this.programHeaders = programHeaders;
        this.sections = sections;
        this.layout = layout;
    }

    byte[] write() {
        var image = new ByteWriter();
        image.zeros(layout.fileSize());
        fileHeader().write(image.seek(0));
        for (int row = 0; row < programHeaders.size(); row++) {
            image.seek(layout.programHeaders() + (long) row * ProgramHeader.SIZE);
            programHeaders.get(row).write(image);
        }
        for (int row = 0; row < sections.size(); row++) {
            image.seek(layout.sectionHeaders() + (long) row * SectionHeader.SIZE);
            sectionHeader(row).write(image);
            ObjectBytes contents = sections.get(row).contents();
            if (contents.size() != 0) {
                image.seek(layout.sections().get(row).offset()).bytes(contents);
            }
        }
        layout.gaps().forEach(filler -> image.seek(filler.offset()).bytes(filler.bytes()));
        return image.toByteArray();
    }

    private FileHeader fileHeader() {
        boolean extended = !sections.isEmpty();
        boolean manySections = extended && sections.getFirst().size() != 0;
        boolean lateNames = extended && sections.getFirst().link() != 0;
        boolean manySegments = extended && sections.getFirst().info() != 0;
        return new FileHeader(
                header.osAbi(),
                header.abiVersion(),
                header.type().code(),
                header.machine().code(),
                header.version(),
                header.entry(),
                layout.programHeaders(),
                layout.sectionHeaders(),
                header.flags(),
                layout.programHeaderSize(),
                manySegments ? FileHeader.PN_XNUM : programHeaders.size(),
                layout.sectionHeaderSize(),
                manySections ? 0 : sections.size(),
                lateNames ? SymbolTable.SHN_XINDEX : header.stringTable());
    }

    private SectionHeader sectionHeader(int index) {
        Section section = sections.get(index);
        FileLayout.Placement placement = layout.sections().get(index);
        return new SectionHeader(
                placement.name(),
                section.type().code(),
                section.flags(),
                section.address(),
                placement.offset(),
                section.size(),
                section.link(),
                section.info(),
                section.alignment(),
                section.entrySize());
    }
}
