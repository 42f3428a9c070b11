package org.offloadtck.object.elf.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.offloadtck.object.elf.model.SectionFlag.ALLOC;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.ElfSamples;
import org.offloadtck.object.elf.ProgramHeader;
import org.offloadtck.object.elf.model.ElfHeader;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.fixture.ExternalTool;

final class ElfExecutableAssemblerTest {

    @Test
    void createsASegmentForEachSetOfPermissions() {
        assertThat(ElfSamples.exit().programHeaders())
                .extracting(ProgramHeader::virtualAddress, ProgramHeader::flags)
                .contains(
                        tuple(ElfSamples.TEXT, ProgramHeader.READ | ProgramHeader.EXECUTE),
                        tuple(ElfSamples.DATA, ProgramHeader.READ | ProgramHeader.WRITE));
    }

    @Test
    void storesNoBytesForZeroedSections() {
        ProgramHeader data = ElfSamples.exit().programHeaders().get(1);

        assertThat(data.fileSize()).isEqualTo(4);
        assertThat(data.memorySize()).isEqualTo(8 + 4096);
    }

    @Test
    void readsBackAsItWasMade() {
        byte[] bytes = ElfSamples.exit().write();

        assertThat(ElfObject.parse("exit", bytes).write()).isEqualTo(bytes);
    }

    @Test
    void runsWhereTheMachineIsOne(@TempDir Path folder) throws IOException, InterruptedException {
        Path file = folder.resolve("exit");
        Files.write(file, ElfSamples.exit().write());
        assertThat(file.toFile().setExecutable(true)).isTrue();
        assumeTrue(
                System.getProperty("os.name").equals("Linux")
                        && System.getProperty("os.arch").equals("amd64"),
                "not an x86-64 Linux");

        String said = new ExternalTool(file.toString()).run(folder);

        assertThat(said).isEmpty();
    }

    @Test
    void isReadByGnuReadelf(@TempDir Path folder) throws IOException, InterruptedException {
        Files.write(folder.resolve("exit"), ElfSamples.exit().write());

        String said = new ExternalTool("readelf").run(folder, "-aW", "exit");

        assertThat(said).contains("status").doesNotContain("readelf:");
    }

    @Test
    void rejectsSectionsOutOfOrder() {
        Section text =
                ElfSamples.section(
                        ".text",
                        SectionType.PROGBITS,
                        SectionFlag.mask(ALLOC),
                        ElfSamples.TEXT,
                        new byte[1]);
        ElfHeader header = ElfHeader.of(ElfType.EXECUTABLE, ElfMachine.X86_64);

        assertThatThrownBy(() ->
                        ElfExecutableAssembler.assemble(
                                "twice", header, List.of(text, text), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("section .text at 0x4000e8 does not follow section .text");
    }
}
