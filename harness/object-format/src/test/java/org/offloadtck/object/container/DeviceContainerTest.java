package org.offloadtck.object.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.container.ContainerSymbol.Kind;
import org.offloadtck.object.container.ContainerSymbol.Linkage;
import org.offloadtck.object.container.DeviceContainer.Form;
import org.offloadtck.object.elf.ElfObject;

class DeviceContainerTest {

    private static final String PTX = ".version 6.4\n.target sm_75\n.address_size 64\n";

    private static DeviceContainer container(Form form) {
        return new DeviceContainer(
                form,
                75,
                PTX,
                List.of(
                        new ContainerSymbol("kernel", Kind.FUNCTION, Linkage.DEFINED, 0),
                        new ContainerSymbol("shared_helper", Kind.FUNCTION, Linkage.WEAK, 0),
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

    @Test
    void everyPrefixAndEveryFlippedBitIsReadOrRefused() {
        byte[] intact = container(Form.RELOCATABLE).write();
        for (int length = 0; length < intact.length; length++) {
            readOrRefuse("prefix of " + length, Arrays.copyOf(intact, length));
        }
        for (int bit = 0; bit < intact.length * 8; bit++) {
            byte[] damaged = intact.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            readOrRefuse("bit " + bit + " flipped", damaged);
        }
    }

    @Test
    void saysWhichHeaderFieldIsWrong() {
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
                .withMessage("PTX has a NUL at character 1");
    }

    private static void readOrRefuse(String damage, byte[] bytes) {
        try {
            DeviceContainer.parse(damage, bytes);
        } catch (MalformedObjectException refused) {
            assertThat(refused.source()).isNotEmpty();
        }
    }
}
