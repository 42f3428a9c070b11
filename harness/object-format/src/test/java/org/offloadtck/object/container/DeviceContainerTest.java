package org.offloadtck.object.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.container.ContainerSymbol.Kind;
import org.offloadtck.object.container.ContainerSymbol.Linkage;
import org.offloadtck.object.container.DeviceContainer.Form;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.fixture.ByteDamage;
import org.offloadtck.object.fixture.ExternalTool;

class DeviceContainerTest {

    private static final String PTX = ".version 6.4\n.target sm_75\n.address_size 64\n";

    private static final ContainerSymbol MODE =
            new ContainerSymbol(
                    "kernel_exec_mode",
                    Kind.VARIABLE,
                    Linkage.WEAK,
                    2,
                    ByteBuffer.wrap(new byte[] {2, 7}));

    private static DeviceContainer container(Form form) {
        return new DeviceContainer(
                form,
                75,
                PTX,
                List.of(
                        new ContainerSymbol("kernel", Kind.FUNCTION, Linkage.DEFINED, 0),
                        new ContainerSymbol("shared_helper", Kind.FUNCTION, Linkage.WEAK, 0),
                        MODE,
                        new ContainerSymbol("table", Kind.VARIABLE, Linkage.DEFINED, 16),
                        new ContainerSymbol("vprintf", Kind.FUNCTION, Linkage.UNDEFINED, 0)));
    }

    @ParameterizedTest
    @EnumSource
    void readsBackWhatItWrote(Form form) {
        assertThat(DeviceContainer.parse("a.cubin", container(form).write()))
                .isEqualTo(container(form));
    }

    @Test
    void isAnElfFileAsLibomptargetWantsIt() {
        var header = ElfObject.parse("a", container(Form.EXECUTABLE).write()).header();

        assertThat(header.machine().code()).isEqualTo(190);
        assertThat(header.osAbi()).isEqualTo(0x33);
        assertThat(header.abiVersion()).isEqualTo(7);
        assertThat(header.flags()).isEqualTo(75 | 0x500 | 75 << 16);
    }

    /// As LLVM 16 to 22 find a kernel's execution mode.
    @Test
    void hasInitialValuesWhereTheSymbolsPoint() {
        byte[] file = container(Form.EXECUTABLE).write();
        var object = ElfObject.parse("a", file);
        var symbol = object.symbol("kernel_exec_mode").orElseThrow();
        var section = object.section(".data").orElseThrow();

        assertThat(symbol.place()).isEqualTo(new SymbolPlace.InSection(2));
        assertThat(section.bytes()).startsWith(2, 7);
        assertThat(section.address()).isZero();
        assertThat(symbol.value()).isZero();
    }

    @Test
    void anInitialValueIsAsLongAsItsVariable() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() ->
                        new ContainerSymbol(
                                "v", Kind.VARIABLE, Linkage.WEAK, 4, ByteBuffer.allocate(3)))
                .withMessage("v has 3 initial bytes when its size is 4 bytes");
    }

    @Test
    void everyPrefixAndEveryFlippedBitIsReadOrRejected() {
        byte[] intact = container(Form.RELOCATABLE).write();

        Stream.concat(ByteDamage.everyPrefix(intact), ByteDamage.everyFlippedBit(intact))
                .forEach(damage -> damage.assertReadOrRejected(DeviceContainer::parse));
    }

    @Test
    void isReadByGnuReadelf(@TempDir Path folder) throws IOException, InterruptedException {
        Files.write(folder.resolve("a.cubin"), container(Form.EXECUTABLE).write());

        String said = new ExternalTool("readelf").run(folder, "-hSsW", "a.cubin");

        assertThat(said)
                .contains("NVIDIA CUDA architecture", " .ptx ", "UND vprintf")
                .doesNotContain("readelf:");
    }

    @Test
    void reportsTheWrongHeaderField() {
        byte[] wrong = container(Form.RELOCATABLE).write();
        wrong[48] = 80;

        assertThatExceptionOfType(MalformedObjectException.class)
                .isThrownBy(() -> DeviceContainer.parse("a.cubin", wrong))
                .withMessage(
                        "a.cubin: offset 0x30: flags are 0x4b0550 when they should be 0x500550 for"
                                + " sm_80");
    }

    @Test
    void holdsNoNul() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new DeviceContainer(Form.EXECUTABLE, 75, "a\0b", List.of()))
                .withMessage("the PTX contains a NUL at character 1");
    }
}
