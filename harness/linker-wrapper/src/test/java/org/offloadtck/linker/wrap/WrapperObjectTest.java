package org.offloadtck.linker.wrap;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.linker.CorpusInputs;
import org.offloadtck.linker.device.LinkedImage;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.offload.abi.BinaryDescriptor;
import org.offloadtck.object.offload.abi.DeviceImage;
import org.offloadtck.plugin.image.TargetId;

/// Compares wrapper objects with those in relocatable products of real linker wrappers.
final class WrapperObjectTest {

    private static final TargetId TARGET = new TargetId("x86_64-pc-linux-gnu", "");

    private static ElfObject wrapper(String profile, String... images) {
        return new WrapperObject(
                        Arrays.stream(images)
                                .map(text ->
                                        new LinkedImage(
                                                TARGET,
                                                MemorySegment.ofArray(text.getBytes(US_ASCII))))
                                .toList(),
                        WrapperOptions.openmp(CorpusInputs.profile(profile)))
                .elf();
    }

    private static ElfObject corpus(String name) {
        return ElfObject.parse(name, Corpus.bytes("objects/" + name));
    }

    /// The bytes of a function, with relocated fields set to zero.
    private static byte[] code(ElfObject object, String function) {
        Symbol symbol = object.symbol(function).orElseThrow();
        Section text = object.sections().get(((SymbolPlace.InSection) symbol.place()).index());
        int start = (int) symbol.value();
        return Arrays.copyOfRange(text.bytes(), start, start + (int) symbol.size());
    }

    @ParameterizedTest(name = "{0} as in {1}")
    @CsvSource({"llvm-16, rq16.o", "llvm-19, r19.o", "llvm-22, r22.o"})
    void unregistersWithTheCodeOfTheRealOne(String profile, String real) {
        assertThat(code(wrapper(profile, "image"), OpenmpModule.UNREGISTER))
                .isEqualTo(code(corpus(real), OpenmpModule.UNREGISTER));
    }

    @Test
    void registersWithTheCodeOfTheRealOne() {
        assertThat(code(wrapper("llvm-16", "image"), OpenmpModule.REGISTER))
                .isEqualTo(code(corpus("rq16.o"), OpenmpModule.REGISTER));
    }

    @Test
    void registersAsTheRealOneExceptThatTheExitFunctionIsLeftToTheLinker() {
        byte[] ours = code(wrapper("llvm-22", "image"), OpenmpModule.REGISTER);
        byte[] real = code(corpus("r22.o"), OpenmpModule.REGISTER);

        int distanceToUnregister = 0x10;
        assertThat(real[distanceToUnregister]).isEqualTo((byte) 0x0c);
        real[distanceToUnregister] = 0;
        assertThat(ours).isEqualTo(real);
    }

    @ParameterizedTest(name = "{0} as in {1}")
    @CsvSource({"llvm-16, rq16.o", "llvm-19, r19.o", "llvm-22, r22.o"})
    void definesTheSymbolsOfTheRealOneWithTheirSizes(String profile, String real) {
        var ours = wrapper(profile, "image");
        var theirs = corpus(real);

        assertThat(
                        List.of(
                                WrapperObject.DESCRIPTOR,
                                WrapperObject.IMAGES,
                                OpenmpModule.REGISTER,
                                OpenmpModule.UNREGISTER))
                .allSatisfy(name ->
                        assertThat(ours.symbol(name).orElseThrow())
                                .usingRecursiveComparison()
                                .comparingOnlyFields("name", "binding", "type", "size")
                                .isEqualTo(theirs.symbol(name).orElseThrow()));
    }

    @Test
    void countsTheImagesInTheDescriptor() {
        var object = wrapper("llvm-22", "one", "two", "three");

        Symbol symbol = object.symbol(WrapperObject.DESCRIPTOR).orElseThrow();
        Section data = object.section(".data.rel.ro").orElseThrow();
        assertThat(BinaryDescriptor.parse(data.contents(), symbol.value()).deviceImageCount())
                .isEqualTo(3);
        assertThat(symbol.value()).isEqualTo(3L * DeviceImage.SIZE);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "documented, .llvm.offloading.relocatable",
        "llvm-16, .llvm.offloading",
        "llvm-19, .llvm.offloading.relocatable",
        "llvm-22, .llvm.offloading.relocatable"
    })
    void putsTheImagesOfARelocatableLinkIntoTheSectionTheEditionHasForThem(
            String profile, String section) {
        var image = new LinkedImage(TARGET, MemorySegment.ofArray("image".getBytes(US_ASCII)));
        var wrapping =
                WrapperOptions.openmp(CorpusInputs.profile(profile)).in(LinkKind.RELOCATABLE);

        var object = new WrapperObject(List.of(image), wrapping).elf();

        assertThat(object.sections(section)).hasSize(1);
        assertThat(object.symbol(WrapperObject.IMAGE).orElseThrow().place())
                .isEqualTo(
                        new SymbolPlace.InSection(
                                object.sections().indexOf(object.section(section).orElseThrow())));
    }

    @Test
    void isTheSameForEqualImages() {
        assertThat(wrapper("llvm-22", "image").write())
                .isEqualTo(wrapper("llvm-22", "image").write());
    }
}
