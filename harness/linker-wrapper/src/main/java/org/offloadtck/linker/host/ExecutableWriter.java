package org.offloadtck.linker.host;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.linker.host.Chunk.InputSection;
import org.offloadtck.linker.host.HostExecutable.Contribution;
import org.offloadtck.linker.host.Layout.Access;
import org.offloadtck.linker.host.Layout.Placed;
import org.offloadtck.linker.host.Layout.Segment;
import org.offloadtck.linker.host.OutputSection.Piece;
import org.offloadtck.object.bytes.ByteImage;
import org.offloadtck.object.elf.ElfMachine;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.ElfType;
import org.offloadtck.object.elf.ProgramHeader;
import org.offloadtck.object.elf.SectionFlag;
import org.offloadtck.object.elf.SectionType;

/// Writes the executable: headers, sections where the layout put them, symbol and string tables,
/// section headers.
///
/// @see "System V ABI, generic ABI, chapters 4 and 5 (Elf64_Ehdr, Elf64_Phdr, Elf64_Shdr)"
final class ExecutableWriter {

    private static final String NAME = "the executable";

    /// Where execution begins: the start-up code, or the program itself where there is none.
    private static final List<String> ENTRY_SYMBOLS = List.of("_start", "main");

    private static final int ELF_HEADER_SIZE = 64;
    private static final int PROGRAM_HEADER_SIZE = 56;
    private static final int SECTION_HEADER_SIZE = 64;
    private static final int SYMBOL_SIZE = 24;

    /// `e_ident`: the magic number, `ELFCLASS64`, `ELFDATA2LSB`, `EV_CURRENT`, `ELFOSABI_NONE`.
    private static final byte[] IDENTIFICATION = {
        0x7f, 'E', 'L', 'F', 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0
    };

    /// `PT_GNU_STACK`: its flags say what the stack may be used for. Source: Linux Standard Base
    /// 5.0, Core, 11.2.
    private static final long GNU_STACK = 0x6474_e551L;

    /// Between functions: `int3`, so that code which runs past its end stops. As lld does.
    private static final int TRAP = 0xcc;

    private final Resolution resolution;
    private final Layout layout;
    private final Addresses addresses;
    private final Relocator relocator;
    private final ByteImage file = new ByteImage();
    private final List<Header> headers = new ArrayList<>();

    private ExecutableWriter(
            Resolution resolution, Layout layout, Addresses addresses, Relocator relocator) {
        this.resolution = resolution;
        this.layout = layout;
        this.addresses = addresses;
        this.relocator = relocator;
    }

    /// An `Elf64_Shdr`, with its name spelled out.
    private record Header(
            String name,
            SectionType type,
            long flags,
            long address,
            long offset,
            long size,
            int link,
            int info,
            long alignment,
            long entrySize) {

        static Header of(Placed placed) {
            var section = placed.section();
            return new Header(
                    section.name(),
                    section.type(),
                    section.flags(),
                    placed.address(),
                    placed.offset(),
                    section.size(),
                    0,
                    0,
                    section.alignment(),
                    0);
        }
    }

    static HostExecutable write(
            Resolution resolution, Layout layout, Addresses addresses, Relocator relocator) {
        var writer = new ExecutableWriter(resolution, layout, addresses, relocator);
        writer.writeSections();
        writer.writeTables();
        long sectionHeaders = writer.writeSectionHeaders();
        writer.file.seek(0);
        writer.writeElfHeader(sectionHeaders);
        writer.programHeaders().forEach(writer::writeProgramHeader);
        return new HostExecutable(
                ElfObject.parse(NAME, writer.file.toByteArray()), writer.contributions());
    }

    private void writeSections() {
        headers.add(new Header("", SectionType.NULL, 0, 0, 0, 0, 0, 0, 0, 0));
        for (Placed placed : layout.sections()) {
            headers.add(Header.of(placed));
            if (placed.section().type().occupiesFile()) {
                writeContents(placed);
            }
        }
        file.seek(layout.fileSize());
    }

    private void writeContents(Placed placed) {
        int filler = placed.section().has(SectionFlag.EXECINSTR) ? TRAP : 0;
        file.seek(placed.offset());
        for (Piece piece : placed.section().pieces()) {
            while (file.position() < placed.offset() + piece.offset()) {
                file.u8(filler);
            }
            file.bytes(relocator.contents(piece.chunk()));
        }
    }

    private void writeTables() {
        var names = new StringTable();
        var symbols = ExecutableSymbols.of(resolution, layout, addresses);
        int strings = headers.size() + 1;
        writeTable(".symtab", SectionType.SYMTAB, symbols.write(names));
        headers.set(strings - 1, linked(headers.getLast(), strings, symbols.locals()));
        writeTable(".strtab", SectionType.STRTAB, names.toByteArray());
        var sectionNames = new StringTable();
        headers.forEach(header -> sectionNames.offsetOf(header.name()));
        sectionNames.offsetOf(".shstrtab");
        writeTable(".shstrtab", SectionType.STRTAB, sectionNames.toByteArray());
    }

    private void writeTable(String name, SectionType type, byte[] bytes) {
        file.align(Long.BYTES);
        headers.add(
                new Header(name, type, 0, 0, file.position(), bytes.length, 0, 0, Long.BYTES, 0));
        file.bytes(bytes);
    }

    private static Header linked(Header header, int link, int info) {
        return new Header(
                header.name(),
                header.type(),
                header.flags(),
                header.address(),
                header.offset(),
                header.size(),
                link,
                info,
                header.alignment(),
                SYMBOL_SIZE);
    }

    private long writeSectionHeaders() {
        file.align(Long.BYTES);
        long start = file.position();
        var names = new StringTable();
        for (Header header : headers) {
            file.u32(names.offsetOf(header.name()))
                    .u32(header.type().code())
                    .u64(header.flags())
                    .u64(header.address())
                    .u64(header.offset())
                    .u64(header.size())
                    .u32(header.link())
                    .u32(header.info())
                    .u64(header.alignment())
                    .u64(header.entrySize());
        }
        return start;
    }

    private void writeElfHeader(long sectionHeaders) {
        file.bytes(IDENTIFICATION)
                .u16(ElfType.EXECUTABLE.code())
                .u16(ElfMachine.X86_64.code())
                .u32(1)
                .u64(entry())
                .u64(ELF_HEADER_SIZE)
                .u64(sectionHeaders)
                .u32(0)
                .u16(ELF_HEADER_SIZE)
                .u16(PROGRAM_HEADER_SIZE)
                .u16(programHeaders().size())
                .u16(SECTION_HEADER_SIZE)
                .u16(headers.size())
                .u16(headers.size() - 1);
    }

    private long entry() {
        return ENTRY_SYMBOLS.stream()
                .filter(resolution.globals()::containsKey)
                .map(resolution.globals()::get)
                .flatMap(definition -> addresses.of(definition).stream())
                .findFirst()
                .orElse(0L);
    }

    private List<ProgramHeader> programHeaders() {
        var programHeaders = new ArrayList<ProgramHeader>();
        for (Segment segment : layout.segments()) {
            long address = Layout.BASE + segment.offset();
            programHeaders.add(
                    new ProgramHeader(
                            ProgramHeader.LOAD,
                            segment.access().flags(),
                            segment.offset(),
                            address,
                            address,
                            segment.fileSize(),
                            segment.memorySize(),
                            Layout.PAGE));
        }
        programHeaders.add(
                new ProgramHeader(GNU_STACK, Access.WRITE.flags(), 0, 0, 0, 0, 0, 2 * Long.BYTES));
        return programHeaders;
    }

    private void writeProgramHeader(ProgramHeader header) {
        file.u32(header.type())
                .u32(header.flags())
                .u64(header.offset())
                .u64(header.virtualAddress())
                .u64(header.physicalAddress())
                .u64(header.fileSize())
                .u64(header.memorySize())
                .u64(header.alignment());
    }

    private List<Contribution> contributions() {
        var map = new ArrayList<Contribution>();
        for (Placed placed : layout.sections()) {
            for (Piece piece : placed.section().pieces()) {
                if (piece.chunk() instanceof InputSection section) {
                    map.add(
                            new Contribution(
                                    section.object().source(),
                                    section.name(),
                                    placed.section().name(),
                                    placed.address() + piece.offset(),
                                    section.size()));
                }
            }
        }
        return map;
    }
}
