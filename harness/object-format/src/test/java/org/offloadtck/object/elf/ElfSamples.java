package org.offloadtck.object.elf;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.offloadtck.object.elf.model.SectionFlag.ALLOC;
import static org.offloadtck.object.elf.model.SectionFlag.EXECINSTR;
import static org.offloadtck.object.elf.model.SectionFlag.WRITE;

import java.util.List;
import org.offloadtck.object.elf.build.ElfAssembler;
import org.offloadtck.object.elf.build.ElfExecutableAssembler;
import org.offloadtck.object.elf.build.SymbolDefinition;
import org.offloadtck.object.elf.model.ElfHeader;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;

/// Small ELF files with known bytes.
public final class ElfSamples {

    private ElfSamples() {}

    /// An object with a pointer to the second letter of a string and a pointer to an external
    /// symbol.
    public static ElfObject message() {
        var object = new ElfAssembler(ElfMachine.X86_64);
        object.section(".data", SectionType.PROGBITS, SectionFlag.mask(ALLOC, WRITE), 8)
                .define(SymbolDefinition.global("message", 16))
                .address("greeting", 1)
                .address("elsewhere", 0);
        object.section(".rodata", SectionType.PROGBITS, SectionFlag.mask(ALLOC), 1)
                .define(SymbolDefinition.local("greeting", 6))
                .bytes("hello\0".getBytes(US_ASCII));
        return object.assemble("message.o");
    }

    /// `mov $60, %eax; mov status, %edi; syscall`: exits with the status in `.data`.
    private static final byte[] EXIT = {
        (byte) 0xb8, 60, 0, 0, 0, (byte) 0x8b, 0x3c, 0x25, (byte) 0xf8, 0x10, 0x40, 0, 0x0f, 0x05
    };

    /// Congruent to the offset of the first byte after the headers, so that the file has no gap.
    public static final long TEXT = 0x4000e8;

    public static final long DATA = 0x4010f8;

    public static Section section(
            String name, SectionType type, long flags, long address, byte[] bytes) {
        Section unplaced = Section.of(name, type, flags, 8, bytes);
        return unplaced.withAddress(address);
    }

    /// An executable that exits with status 0.
    public static ElfObject exit() {
        ElfHeader header = ElfHeader.of(ElfType.EXECUTABLE, ElfMachine.X86_64).withEntry(TEXT);
        List<Section> sections =
                List.of(
                        section(
                                ".text",
                                SectionType.PROGBITS,
                                SectionFlag.mask(ALLOC, EXECINSTR),
                                TEXT,
                                EXIT),
                        section(
                                ".data",
                                SectionType.PROGBITS,
                                SectionFlag.mask(ALLOC, WRITE),
                                DATA,
                                new byte[] {0, 0, 0, 0}),
                        section(
                                        ".bss",
                                        SectionType.NOBITS,
                                        SectionFlag.mask(ALLOC, WRITE),
                                        DATA + 8,
                                        new byte[0])
                                .withSize(4096),
                        Section.of(".comment", SectionType.PROGBITS, 0, 1, new byte[] {'x', 0}));
        return ElfExecutableAssembler.assemble(
                "exit",
                header,
                sections,
                List.of(SymbolDefinition.global("status", 4).in(2, DATA)));
    }
}
