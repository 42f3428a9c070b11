package org.offloadtck.object.check.content;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.offload.OffloadBinary.Image;
import org.offloadtck.object.offload.OffloadBinary.Target;

/// Faults of images, planted in objects of clang 15 to 22. The consequences were tried with the
/// linker wrappers and libomptarget of LLVM 16, 19 and 22.
class ImageContentCheckTest {

    @ParameterizedTest
    @CsvSource({
        "t16.o, 0, ''",
        "t16.o, 1, ''",
        "t16.o, 2, content-of-other-kind",
        "t16.o, 3, ''",
        "t19.o, 4, kind-not-of-content",
        "t22.o, 5, content-of-other-kind",
        "la16b.o, 1, kind-not-of-content",
        "la16b.o, 0, ''",
        "exe22, 2, ''"
    })
    void comparesTheImageKindWithTheContents(String file, int kind, String rules) {
        var found =
                PlantedObject.changed(
                        file, section -> section.putShort(PlantedObject.IMAGE_KIND, (short) kind));

        assertThat(String.join(" ", found)).isEqualTo(rules);
    }

    @ParameterizedTest
    @ValueSource(strings = {"t15.o", "t16.o", "t19.o", "t22.o", "exe16", "exe22", "la16b.o"})
    void findsADestroyedMagic(String file) {
        assertThat(PlantedObject.withImage(file, image -> image.putInt(0, 0)))
                .contains("unknown-content");
    }

    @ParameterizedTest
    @CsvSource({"4, 1", "5, 2", "6, 0", "18, 3", "18, 0"})
    void findsAnIdentityOfAnotherTarget(int offset, byte value) {
        assertThat(PlantedObject.withImage("t22.o", image -> image.put(offset, value)))
                .contains("image-for-other-target");
    }

    @ParameterizedTest
    @CsvSource({
        "exe16, 7, 64, not-loadable",
        "exe19, 8, 9, not-loadable",
        "exe22, 16, 2, not-loadable",
        "exe22, 16, 4, not-loadable",
        "exe22, 16, 1, image-not-linked",
        "exe22, 20, 0, not-loadable",
        "exe22, 56, 0, not-loadable",
        "t22.o, 16, 3, not-loadable",
        "t22.o, 16, 0, ''",
        "t22.o, 7, 3, ''"
    })
    void readsTheHeaderAsTheLoaderOfACpuDoes(String file, int offset, byte value, String rule) {
        var found = PlantedObject.withImage(file, image -> image.put(offset, value));

        assertThat(found).isEqualTo(rule.isEmpty() ? List.of() : List.of(rule));
    }

    @ParameterizedTest
    @CsvSource({
        "t16.o, __omp_offloading, 5, 2, symbol-not-exported",
        "t19.o, __omp_offloading, 5, 1, symbol-not-exported",
        "t22.o, gto, 5, 2, symbol-not-exported",
        "t22.o, gto, 5, 3, ''",
        "t15.o, gto, 5, 2, symbol-found-by-entry",
        "t22.o, gto, 4, 33, ''"
    })
    void findsAHiddenSymbol(String file, String name, int field, byte value, String rule) {
        var found =
                PlantedObject.withImage(
                        file,
                        image ->
                                PlantedObject.eachSymbol(
                                        image,
                                        SectionType.SYMTAB,
                                        name,
                                        (bytes, row) -> bytes.put(row + field, value)));

        assertThat(found.stream().distinct()).isEqualTo(rule.isEmpty() ? List.of() : List.of(rule));
    }

    /// Fields of the symbol: `st_shndx` at 6, `st_value` at 8, `st_size` at 16, `st_other` at 5.
    @ParameterizedTest
    @CsvSource({
        "t16.o, 8, 1, kernel-misplaced",
        "t22.o, 9, 16, kernel-misplaced",
        "t19.o, 7, 255, kernel-misplaced",
        "declared16.o, 6, 7, kernel-misplaced",
        "declared19.o, 8, 1, kernel-misplaced",
        "t16.o, 16, 34, ''",
        "z16.o, 5, 0, symbol-not-exported"
    })
    void findsAKernelThatIsNotWhereItsCodeStarts(String file, int field, int value, String rule) {
        var found =
                PlantedObject.withImage(
                        file,
                        image ->
                                PlantedObject.eachSymbol(
                                        image,
                                        SectionType.SYMTAB,
                                        "__omp_offloading",
                                        (bytes, row) -> bytes.put(row + field, (byte) value)));

        assertThat(found.stream().distinct()).isEqualTo(rule.isEmpty() ? List.of() : List.of(rule));
    }

    @ParameterizedTest
    @CsvSource({"exe16, 1", "exe19, 1", "exe22, 1"})
    void findsAMovedKernelOfALinkedImage(String file, int distance) {
        var found =
                PlantedObject.withImage(
                        file,
                        image ->
                                PlantedObject.eachSymbol(
                                        image,
                                        SectionType.DYNSYM,
                                        "__omp_offloading",
                                        (bytes, row) ->
                                                bytes.putLong(
                                                        row + 8,
                                                        bytes.getLong(row + 8) + distance)));

        assertThat(found.stream().distinct()).containsExactly("kernel-misplaced");
    }

    @ParameterizedTest
    @CsvSource({"8, 99, unknown-cuda-abi", "8, 7, image-for-other-target"})
    void findsAnAbiVersionThatNoRuntimeKnows(int offset, byte value, String rule) {
        assertThat(PlantedObject.withImage("z16.o", image -> image.put(offset, value)))
                .containsExactly(rule);
    }

    @ParameterizedTest
    @ValueSource(strings = {"exe16", "exe19", "exe22"})
    void readsTheDynamicSymbolsOfALinkedImage(String file) {
        var hidden =
                PlantedObject.withImage(
                        file,
                        image ->
                                PlantedObject.eachSymbol(
                                        image,
                                        SectionType.DYNSYM,
                                        "__omp_offloading",
                                        (bytes, row) -> bytes.put(row + 5, (byte) 2)));
        var missing =
                PlantedObject.withImage(
                        file,
                        image ->
                                PlantedObject.eachSymbol(
                                        image,
                                        SectionType.DYNSYM,
                                        "__omp_offloading",
                                        (bytes, row) -> bytes.putInt(row, 0)));
        var harmless =
                PlantedObject.withImage(
                        file,
                        image ->
                                PlantedObject.eachSymbol(
                                        image,
                                        SectionType.SYMTAB,
                                        "__omp_offloading",
                                        (bytes, row) -> bytes.put(row + 5, (byte) 2)));

        assertThat(hidden).isNotEmpty().containsOnly("symbol-not-exported");
        assertThat(missing).isNotEmpty().containsOnly("symbol-not-exported");
        assertThat(harmless).isEmpty();
    }

    @Test
    void findsADefinitionOfTwoImages() {
        assertThat(PlantedObject.repacked("t22.o", one -> List.of(one.getFirst(), one.getFirst())))
                .containsExactly("repeated-definition");
    }

    @Test
    void findsAnImageOfAnotherOffloadKindThanTheEntries() {
        assertThat(
                        PlantedObject.changed(
                                "t16.o",
                                section -> section.putShort(PlantedObject.OFFLOAD_KIND, (short) 2)))
                .containsExactly("no-image-of-kind");
    }

    @Test
    void findsAnImageWithoutContents() {
        assertThat(packed(ImageKind.OBJECT, "x86_64-pc-linux-gnu", "", ""))
                .containsExactly("empty-image");
    }

    @ParameterizedTest
    @CsvSource({
        "'.version 8.0\n.target sm_75\n.visible .entry k() { ret; }', ''",
        "'// a comment\n.version 8.0 /* } */\n.target sm_75, texmode_independent\n', ''",
        "'.version 8.0\n.target sm_75\n.visible .entry k() { ret;', incomplete-ptx",
        "'.version 8.0\n.entry k() { ret; }', incomplete-ptx",
        "'.target sm_75\n', incomplete-ptx",
        "'.version 8.0\n.target sm_75\n.file 1 \"a}\"\n}', incomplete-ptx"
    })
    void readsPtxToItsEnd(String text, String rule) {
        assertThat(String.join(" ", packed(ImageKind.PTX, "nvptx64-nvidia-cuda", "sm_75", text)))
                .isEqualTo(rule);
    }

    @Test
    void acceptsNulsAtTheEndOfPtxOnly() {
        var text = ".version 8.0\n.target sm_75\n";

        assertThat(fault(text + "\0\0")).isEmpty();
        assertThat(fault(text + "\0.entry k() { }"))
                .contains(
                        new PtxModuleText.Fault(
                                text.length(), "a NUL is inside the text when it should end it"));
        assertThat(fault("\0\0\0\0")).isPresent();
    }

    @ParameterizedTest
    @CsvSource({
        "x86_64-pc-linux-gnu, '', ''",
        "x86_64, '', ''",
        "x86_64-linux-gnu, '', ''",
        "x86_64-alpine-linux-musl, native, ''",
        "x86_64-pc-linux-gnu, sm_75, gpu-arch-of-cpu",
        "x86_64-pc-linix-gnu, '', unlinkable-triple",
        "x86_46-pc-linux-gnu, '', unlinkable-triple",
        "'', sm_75, unlinkable-triple",
        "nvptx64-nvidia-cuda, sm_100a, ''",
        "nvptx64-nvidia-cuda, generic, ''",
        "nvptx64-nvidia-cuda, gfx90a, arch-of-other-triple",
        "nvptx64-nvidia-cuda, '', arch-of-other-triple",
        "nvptx64-nvidia-cuad, sm_75, unlinkable-triple",
        "nvptx64-nvida-cuda, sm_75, foreign-vendor",
        "nvptx64, sm_75, unlinkable-triple foreign-vendor",
        "amdgcn-amd-amdhsa, gfx90a:sramecc+:xnack-, ''",
        "amdgcn-amd-amdhsa, gfx9-4-generic, ''",
        "amdgcn-amd-amdhsa, sm_75, arch-of-other-triple",
        "spirv64-unknown-unknown, '', ''"
    })
    void readsTripleAndArchitectureAsLinkerWrappersDo(String triple, String arch, String rules) {
        assertThat(String.join(" ", packed(ImageKind.NONE, triple, arch, "device code")))
                .isEqualTo(rules);
    }

    @Test
    void findsATripleThatIsNotStated() {
        var image =
                new Image(0, 1, 0, new LinkedHashMap<>(), MemorySegment.ofArray(new byte[] {1}));
        var file = new OffloadBinary(OffloadBinary.Version.V1, List.of(image)).write();

        assertThat(PlantedObject.rules(file)).containsExactly("unlinkable-triple");
    }

    private static Optional<PtxModuleText.Fault> fault(String text) {
        return PtxModuleText.of(MemorySegment.ofArray(text.getBytes(US_ASCII))).fault();
    }

    private static List<String> packed(ImageKind kind, String triple, String arch, String text) {
        var image = Image.of(kind, 1, new Target(triple, arch), text.getBytes(US_ASCII));
        return PlantedObject.rules(
                new OffloadBinary(OffloadBinary.Version.V1, List.of(image)).write());
    }
}
