package org.offloadtck.object.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.fixture.ByteDamage;
import org.offloadtck.object.offload.OffloadBinary;

/// The expected offsets and sizes are those that `parameters.ptx` declares.
class CubinTest {

    /// Offset of `e_machine` in an `Elf64_Ehdr`.
    private static final int AT_MACHINE = 18;

    private static byte[] cubin(int sm) {
        return Corpus.bytes("objects/parameters%d.cubin".formatted(sm));
    }

    @ParameterizedTest
    @ValueSource(ints = {75, 90})
    void hasTheParametersOfEachKernelAndNoOtherFunction(int sm) {
        var kernels = Cubin.parse("a.cubin", cubin(sm)).kernels();

        assertThat(kernels).containsOnlyKeys("large", "mixed", "none");
        assertThat(kernels.get("none")).isEmpty();
        assertThat(kernels.get("mixed"))
                .containsExactly(
                        new KernelParameter(0, 0, 8),
                        new KernelParameter(1, 8, 4),
                        new KernelParameter(2, 12, 1),
                        new KernelParameter(3, 16, 40),
                        new KernelParameter(4, 56, 8));
    }

    /// `ptxas` describes blocks of more than 4,352 bytes by `EIATTR_KPARAM_INFO_V2`.
    @ParameterizedTest
    @ValueSource(ints = {75, 90})
    void readsTheSecondFormOfDescriptions(int sm) {
        assertThat(Cubin.parse("a.cubin", cubin(sm)).kernels().get("large"))
                .containsExactly(
                        new KernelParameter(0, 0, 8),
                        new KernelParameter(1, 16, 4400),
                        new KernelParameter(2, 4416, 4));
    }

    /// The cubin that `ptxas` compiled from zaxpy and clang 16 embedded.
    @Test
    void readsAnEmbeddedCubin() {
        var fat = ElfObject.parse("z16.o", Corpus.bytes("objects/z16.o"));
        var carrier = fat.section(ElfObject.OFFLOADING_SECTION).orElseThrow().contents();
        var image = OffloadBinary.parseAll(carrier).getFirst().binary().images().getFirst();

        var kernels = Cubin.parse(ObjectBytes.of("z16.cubin", image.bytes())).kernels();

        assertThat(kernels).hasSize(1);
        assertThat(kernels.firstEntry().getKey()).startsWith("__omp_offloading_");
        assertThat(kernels.firstEntry().getValue())
                .extracting(KernelParameter::size)
                .containsOnly(8);
    }

    @Test
    void anotherMachinesFileIsNoCubin() {
        var other = cubin(75);
        other[AT_MACHINE] = 62;

        assertThatExceptionOfType(MalformedObjectException.class)
                .isThrownBy(() -> Cubin.parse("a.cubin", other))
                .withMessage("a.cubin: offset 0x12: machine is 62 when it should be 190, EM_CUDA");
    }

    private static MalformedObjectException refusal(byte[] section) {
        try {
            KernelInfoReader.parameters(ObjectBytes.of("info", section));
        } catch (MalformedObjectException refusal) {
            return refusal;
        }
        throw new AssertionError("the section was read");
    }

    private static byte[] section(String name) {
        var object = ElfObject.parse("a.cubin", cubin(75));
        return object.section(".nv.info." + name).orElseThrow().bytes();
    }

    /// A record with two fields of 16 bits in its third word, in place of `EIATTR_KPARAM_INFO_V2`.
    private static byte[] parameters(int block, int... ordinalOffsetSize) {
        var bytes = ByteBuffer.allocate(4 + ordinalOffsetSize.length / 3 * 16);
        bytes.order(ByteOrder.LITTLE_ENDIAN).putShort((short) 0x1903).putShort((short) block);
        for (int at = 0; at < ordinalOffsetSize.length; at += 3) {
            bytes.putShort((short) 0x4504).putShort((short) 12).putInt(0);
            bytes.putShort((short) ordinalOffsetSize[at]);
            bytes.putShort((short) ordinalOffsetSize[at + 1]);
            bytes.putShort((short) ordinalOffsetSize[at + 2]).putShort((short) 0);
        }
        return bytes.array();
    }

    @Test
    void sortsParametersByTheirOrdinals() {
        var read =
                KernelInfoReader.parameters(
                        ObjectBytes.of("info", parameters(12, 1, 8, 4, 0, 0, 8)));

        assertThat(read)
                .isEqualTo(List.of(new KernelParameter(0, 0, 8), new KernelParameter(1, 8, 4)));
    }

    @Test
    void rejectsParametersThatNoBlockCanHave() {
        assertThat(refusal(parameters(16, 0, 0, 8, 0, 8, 8)))
                .hasMessage("info: offset 0x0: ordinal of a parameter is 0 when it should be 1")
                .matches(fault -> fault.rule() == FormatRule.UNIQUE);
        assertThat(refusal(parameters(16, 1, 0, 8)))
                .hasMessage("info: offset 0x0: ordinal of a parameter is 1 when it should be 0");
        assertThat(refusal(parameters(16, 0, 0, 8, 1, 4, 8)))
                .hasMessage("info: offset 0x0: parameter 1 is at 4 when the one before ends at 8")
                .matches(fault -> fault.rule() == FormatRule.OVERLAP);
        assertThat(refusal(parameters(15, 0, 0, 8, 1, 8, 8)))
                .hasMessage(
                        "info: offset 0x0: parameters end at 16 when the parameter block has 15 bytes")
                .matches(fault -> fault.rule() == FormatRule.BOUNDS);
        assertThat(refusal(parameters(8)))
                .hasMessage(
                        "info: offset 0x0: parameters end at 0 when the parameter block has 8 bytes");
    }

    @Test
    void rejectsRecordsOfOtherFormatsAndSizes() {
        assertThat(refusal(new byte[] {5, 0x17, 0, 0}))
                .hasMessage("info: offset 0x0: format is 5 when it should be from 1 to 4")
                .matches(fault -> fault.rule() == FormatRule.CODE);
        assertThat(refusal(new byte[] {4, 0x17, 4, 0, 0, 0, 0, 0}))
                .hasMessage(
                        "info: offset 0x2: description of a parameter has 4 bytes when it should"
                                + " have 12")
                .matches(fault -> fault.rule() == FormatRule.SIZE);
        assertThat(refusal(new byte[] {4, 0x36, 4, 0, 0, 0}))
                .hasMessage(
                        "info: offset 0x4: value of attribute 0x36 needs 4 bytes but the file ends"
                                + " at 0x6");
    }

    @ParameterizedTest
    @ValueSource(strings = {"mixed", "large", "none"})
    void readsOrRejectsEveryDamagedSection(String kernel) {
        var intact = section(kernel);

        Stream.concat(ByteDamage.everyPrefix(intact), ByteDamage.everyFlippedBit(intact))
                .forEach(damage -> damage.assertReadOrRejected(KernelInfoReader::parameters));
    }

    /// Prefixes of the whole file, in steps that are no multiple of a field.
    @Test
    void readsOrRejectsPrefixesOfTheFile() {
        var intact = cubin(90);

        assertThat(intact).hasSizeGreaterThan(4000);
        ByteDamage.everyPrefix(intact)
                .filter(damage -> damage.file().size() % 7 == 0)
                .forEach(damage -> damage.assertReadOrRejected(Cubin::parse));
    }
}
