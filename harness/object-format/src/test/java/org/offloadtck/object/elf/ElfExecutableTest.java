package org.offloadtck.object.elf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.offloadtck.object.elf.SectionFlag.ALLOC;
import static org.offloadtck.object.elf.SectionFlag.EXECINSTR;
import static org.offloadtck.object.elf.SectionFlag.WRITE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ElfExecutableTest {

    /// `mov $60, %eax; mov status, %edi; syscall`: leaves with the status that `.data` holds.
    private static final byte[] EXIT = {
        (byte) 0xb8, 60, 0, 0, 0, (byte) 0x8b, 0x3c, 0x25, 0, 0x20, 0x40, 0, 0x0f, 0x05
    };

    private static final long TEXT = 0x401000;
    private static final long DATA = 0x402000;

    private static Section section(
            String name, SectionType type, long flags, long address, byte[] bytes) {
        Section unplaced = Section.of(name, type, flags, 8, bytes);
        return unplaced.at(address);
    }

    private static ElfObject exit() {
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
        return ElfExecutable.of(
                "exit",
                header,
                sections,
                List.of(SymbolDefinition.global("status", 4).in(2, DATA)));
    }

    @Test
    void givesEachSetOfPermissionsASegment() {
        assertThat(exit().programHeaders())
                .extracting(ProgramHeader::virtualAddress, ProgramHeader::flags)
                .contains(
                        tuple(TEXT, ProgramHeader.READ | ProgramHeader.EXECUTE),
                        tuple(DATA, ProgramHeader.READ | ProgramHeader.WRITE));
    }

    @Test
    void leavesTheFileOutOfWhatIsZero() {
        ProgramHeader data = exit().programHeaders().get(1);

        assertThat(data.fileSize()).isEqualTo(4);
        assertThat(data.memorySize()).isEqualTo(8 + 4096);
    }

    @Test
    void readsBackAsItWasMade() {
        byte[] bytes = exit().write();

        assertThat(ElfObject.parse("exit", bytes).write()).isEqualTo(bytes);
    }

    @Test
    void runsWhereTheMachineIsOne(@TempDir Path folder) throws IOException, InterruptedException {
        Path file = folder.resolve("exit");
        Files.write(file, exit().write());
        assertThat(file.toFile().setExecutable(true)).isTrue();
        assumeTrue(
                System.getProperty("os.name").equals("Linux")
                        && System.getProperty("os.arch").equals("amd64"),
                "not an x86-64 Linux");

        String said = new Tool(file.toString()).run(folder);

        assertThat(said).isEmpty();
    }

    @Test
    void isReadByGnuReadelf(@TempDir Path folder) throws IOException, InterruptedException {
        Files.write(folder.resolve("exit"), exit().write());

        String said = new Tool("readelf").run(folder, "-aW", "exit");

        assertThat(said).contains("status").doesNotContain("readelf:");
    }

    @Test
    void refusesSectionsOutOfOrder() {
        Section text = section(".text", SectionType.PROGBITS, SectionFlag.mask(ALLOC), TEXT, EXIT);
        ElfHeader header = ElfHeader.of(ElfType.EXECUTABLE, ElfMachine.X86_64);

        assertThatThrownBy(() -> ElfExecutable.of("twice", header, List.of(text, text), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("section .text at 0x401000 does not follow section .text");
    }
}
