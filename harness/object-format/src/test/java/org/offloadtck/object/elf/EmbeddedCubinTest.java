package org.offloadtck.object.elf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.ValueLayout;
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

    @Test
    void anotherMachinesObjectMayNotCountThem() {
        byte[] other = cubin();
        other[AT_MACHINE] = (byte) ElfMachine.X86_64.code();

        assertThatExceptionOfType(MalformedObjectException.class)
                .isThrownBy(() -> ElfObject.parse("z16.cubin", other))
                .satisfies(fault -> assertThat(fault.rule()).isEqualTo(FormatRule.ORDER));
    }
}
