package org.offloadtck.object.bitcode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.bitcode.BitcodeGlobal.Kind;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.SymbolVisibility;
import org.offloadtck.object.fixture.ByteDamage;
import org.offloadtck.object.ir.Linkage;
import org.offloadtck.object.offload.OffloadBinary;

class BitcodeFileTest {

    /// The first image in an object of the corpus.
    private static byte[] image(String object) {
        var carrier =
                ElfObject.parse(object, Corpus.bytes("objects/" + object))
                        .section(".llvm.offloading")
                        .orElseThrow();
        var binary = OffloadBinary.parseAll(carrier.contents()).getFirst().binary();
        return binary.images().getFirst().toByteArray();
    }

    private static BitcodeModule module(String object) {
        var file = BitcodeFile.parse(ObjectBytes.of(object, image(object)));
        assertThat(file.modules()).hasSize(1);
        return file.modules().getFirst();
    }

    private static Map<String, BitcodeGlobal> globals(String object) {
        return module(object).globals().stream()
                .filter(global -> !global.name().isEmpty())
                .collect(Collectors.toMap(BitcodeGlobal::name, global -> global));
    }

    @ParameterizedTest
    @CsvSource({
        "devn16.o, LLVM16.0.6, nvptx64-nvidia-cuda",
        "devn19.o, LLVM19.1.7, nvptx64-nvidia-cuda",
        "devn22.o, LLVM22.1.8, nvptx64-nvidia-cuda",
        "deva22.o, LLVM22.1.8, amdgcn-amd-amdhsa",
        "la16b.o, LLVM16.0.6, x86_64-pc-linux-gnu"
    })
    void readsWhatAModuleStatesAboutItself(String object, String producer, String triple) {
        var module = module(object);

        assertThat(module.producer()).isEqualTo(producer);
        assertThat(module.epoch()).isZero();
        assertThat(module.triple().value()).isEqualTo(triple);
        assertThat(module.dataLayout().value()).startsWith("e-");
        assertThat(module.sourceFile()).endsWith(".c");
    }

    @ParameterizedTest
    @ValueSource(strings = {"devn16.o", "devn19.o", "devn22.o", "deva22.o"})
    void knowsKernelsByTheirConventionOrTheirAnnotation(String object) {
        assertThat(module(object).globals())
                .filteredOn(global -> global.kind() == Kind.KERNEL)
                .singleElement()
                .satisfies(kernel -> {
                    assertThat(kernel.name()).startsWith("__omp_offloading_").endsWith("_f_l6");
                    assertThat(kernel.linkage()).isEqualTo(Linkage.WEAK_ODR);
                    assertThat(kernel.visibility()).isEqualTo(SymbolVisibility.PROTECTED);
                    assertThat(kernel.isExported()).isTrue();
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"devn16.o", "devn22.o", "deva22.o"})
    void computesTheSizesOfVariables(String object) {
        var globals = globals(object);

        assertThat(Objects.requireNonNull(globals.get("shared")).size()).hasValue(16);
        assertThat(Objects.requireNonNull(globals.get("local")).size()).hasValue(4);
        assertThat(Objects.requireNonNull(globals.get("local")).isExported()).isFalse();
        assertThat(Objects.requireNonNull(globals.get("__kmpc_target_init")).isDefined()).isFalse();
    }

    @Test
    void computesTheSizeOfAStructure() {
        var environment =
                module("devn22.o").globals().stream()
                        .filter(global -> global.name().endsWith("_kernel_environment"))
                        .findFirst()
                        .orElseThrow();

        assertThat(environment.size()).hasValue(48);
    }

    @Test
    void readsBitcodeInAWrapper() {
        var bitcode = image("devn19.o");
        var wrapper = ByteBuffer.allocate(20 + bitcode.length).order(ByteOrder.LITTLE_ENDIAN);
        wrapper.putInt(0x0b17c0de).putInt(0).putInt(20).putInt(bitcode.length).putInt(7);
        wrapper.put(bitcode);
        var file = ObjectBytes.of("wrapped.bc", wrapper.array());

        assertThat(BitcodeFile.startsIn(file)).isTrue();
        assertThat(BitcodeFile.parse(file).modules())
                .singleElement()
                .satisfies(module -> {
                    assertThat(module.triple().value()).isEqualTo("nvptx64-nvidia-cuda");
                    assertThat(module.offset()).isGreaterThan(20);
                });
        assertThat(BitcodeSymbolTable.read(file)).isPresent();
    }

    @Test
    void rejectsAModuleWithoutNames() {
        var bitcode = image("devn19.o");
        int names = indexOf(bitcode, "__omp_offloading");
        int block = names - names % 4 - 20;

        assertThatThrownBy(() ->
                        BitcodeFile.parse(
                                ObjectBytes.of("cut.bc", Arrays.copyOf(bitcode, block / 4 * 4))))
                .isInstanceOf(MalformedObjectException.class);
    }

    @Test
    void rejectsBitcodeOfAnOddSize() {
        var bitcode = image("devn19.o");

        assertThatThrownBy(() ->
                        BitcodeFile.parse(ObjectBytes.of("odd.bc", Arrays.copyOf(bitcode, 4098))))
                .isInstanceOfSatisfying(
                        MalformedObjectException.class,
                        e -> assertThat(e.rule()).isEqualTo(FormatRule.SIZE));
    }

    @Test
    void rejectsAFileWithoutAModule() {
        byte[] empty = {'B', 'C', (byte) 0xc0, (byte) 0xde};

        assertThatThrownBy(() -> BitcodeFile.parse(ObjectBytes.of("empty.bc", empty)))
                .hasMessageContaining("no module");
    }

    @ParameterizedTest
    @ValueSource(strings = {"devn16.o", "deva22.o"})
    void readsOrRejectsEveryPrefix(String object) {
        ByteDamage.everyPrefix(image(object))
                .forEach(damage -> damage.assertReadOrRejected(BitcodeFile::parse));
    }

    @Test
    void readsOrRejectsEveryFlippedBit() {
        ByteDamage.everyFlippedBit(image("devn16.o"))
                .forEach(damage -> damage.assertReadOrRejected(BitcodeFile::parse));
    }

    private static int indexOf(byte[] bytes, String text) {
        return new String(bytes, StandardCharsets.ISO_8859_1).indexOf(text);
    }

    @Test
    void computesSizesAsTheDataLayoutSays() {
        var layout =
                new DataLayout(
                        "e-p:64:64-p3:32:32-i64:64-i128:128-f80:128-A5-m:e-pxx:1-p:::-i:-i9");

        assertThat(layout.pointerBits(0)).isEqualTo(64);
        assertThat(layout.pointerBits(3)).isEqualTo(32);
        assertThat(layout.pointerBits(4)).isEqualTo(64);
        assertThat(layout.stackSpace()).isEqualTo(5);
        assertThat(layout.isBigEndian()).isFalse();
        assertThat(List.of(layout.integerAlignment(1), layout.integerAlignment(24)))
                .containsExactly(8L, 32L);
        assertThat(layout.integerAlignment(4096)).isEqualTo(128);
    }
}
