package org.offloadtck.object.elf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.offload.OffloadBinary;

/// The cubin that NVIDIA's `ptxas` compiled from zaxpy and clang 16 embedded.
class EmbeddedCubinTest {

    /// Offset of `e_machine` in an `Elf64_Ehdr`.
    private static final int AT_MACHINE = 18;

    /// Offset of `e_shoff`.
    private static final int AT_SECTION_HEADERS = 40;

    /// Bytes of an `Elf64_Shdr`, and offsets of `sh_type` and `sh_info` in it.
    private static final int SECTION_HEADER = 64;

    private static final int AT_TYPE = 4;
    private static final int AT_INFO = 44;

    private static final int SHT_SYMTAB = 2;

    private static byte[] cubin() {
        var fat = ElfObject.parse("objects/z16.o", Corpus.bytes("objects/z16.o"));
        var carrier = fat.section(ElfObject.OFFLOADING_SECTION).orElseThrow().contents();
        var image = OffloadBinary.parseAll(carrier).getFirst().binary().images().getFirst();
        return image.bytes().toArray(ValueLayout.JAVA_BYTE);
    }

    @Test
    void isReadAlthoughWeakSymbolsAreCountedAsLocal() {
        var object = ElfObject.parse("z16.cubin", cubin());

        assertThat(object.header().machine()).isEqualTo(ElfMachine.CUDA);
        assertThat(object.symbols()).anyMatch(Symbol::isWeak);
        assertThat(object.write()).isEqualTo(cubin());
    }

    /// As in the cubins of `libcurand.so` of CUDA 12.6.
    @Test
    void isReadAlthoughLocalSymbolsAreNotCounted() {
        byte[] other = cubin();
        var bytes = ByteBuffer.wrap(other).order(ByteOrder.LITTLE_ENDIAN);
        int table = (int) bytes.getLong(AT_SECTION_HEADERS);
        while (bytes.getInt(table + AT_TYPE) != SHT_SYMTAB) {
            table += SECTION_HEADER;
        }
        bytes.putInt(table + AT_INFO, 1);

        assertThat(ElfObject.parse("z16.cubin", other).symbols())
                .isEqualTo(ElfObject.parse("z16.cubin", cubin()).symbols());
    }

    @Test
    void anotherMachinesObjectMayNotCountThem() {
        byte[] other = cubin();
        other[AT_MACHINE] = (byte) ElfMachine.X86_64.code();

        assertThatExceptionOfType(MalformedObjectException.class)
                .isThrownBy(() -> ElfObject.parse("z16.cubin", other))
                .satisfies(fault -> assertThat(fault.rule()).isEqualTo(FormatRule.ORDER));
    }
}
