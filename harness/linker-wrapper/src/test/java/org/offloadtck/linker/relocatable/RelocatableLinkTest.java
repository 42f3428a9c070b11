package org.offloadtck.linker.relocatable;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.linker.CorpusInputs;
import org.offloadtck.linker.check.RegisteredDescriptor;
import org.offloadtck.linker.device.LinkedImage;
import org.offloadtck.linker.executable.HostExecutable;
import org.offloadtck.linker.executable.StaticLinker;
import org.offloadtck.linker.input.ImageExtraction;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.linker.resolution.Imports;
import org.offloadtck.linker.wrap.LinkKind;
import org.offloadtck.linker.wrap.WrapperObject;
import org.offloadtck.linker.wrap.WrapperOptions;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.plugin.image.TargetId;

final class RelocatableLinkTest {

    private static final Imports RUNTIME = Imports.ofRuntime();

    private static ElfObject wrapper(String profile, LinkKind kind) {
        var image =
                new LinkedImage(
                        new TargetId("x86_64-pc-linux-gnu", ""),
                        MemorySegment.ofArray("image".getBytes(US_ASCII)));
        return new WrapperObject(
                        List.of(image),
                        WrapperOptions.openmp(CorpusInputs.profile(profile)).in(kind))
                .elf();
    }

    private static RelocatableObject product(String profile, String object) {
        return new RelocatableLink(CorpusInputs.profile(profile))
                .offload(
                        "product.o",
                        List.of(wrapper(profile, LinkKind.RELOCATABLE)),
                        List.of(CorpusInputs.object(object)));
    }

    private static HostExecutable program(LinkInput... inputs) {
        return StaticLinker.link(List.of(inputs), RUNTIME);
    }

    private static LinkInput again(RelocatableObject product) {
        return LinkInput.read("product.o", product.elf().write());
    }

    @Test
    void keepsDeviceImagesForALaterLinkWithoutTheToolchain() {
        var merged =
                RelocatableLink.plain(
                                "merged.o",
                                List.of(CorpusInputs.object("t16.o"), CorpusInputs.object("i16.o")))
                        .elf();

        Section images = merged.section(".llvm.offloading").orElseThrow();
        assertThat(images.type()).isEqualTo(SectionType.LLVM_OFFLOADING);
        assertThat(images.flags()).isEqualTo(SectionFlag.mask(SectionFlag.EXCLUDE));
        assertThat(
                        new ImageExtraction(CorpusInputs.profile("llvm-16").fatObject().carrier())
                                .images(LinkInput.read("merged.o", merged.write())))
                .hasSize(2);
        assertThat(merged.symbol(WrapperObject.DESCRIPTOR)).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"llvm-15, t15.o", "llvm-16, t16.o"})
    void keepsTheUnlinkedImagesAndWarnsWhereTheEditionKeepsThem(String profile, String object) {
        var product = product(profile, object);

        assertThat(product.elf().sections(".llvm.offloading"))
                .extracting(section -> section.has(SectionFlag.ALLOC))
                .containsExactly(true, false);
        assertThat(product.warnings())
                .singleElement()
                .returns(LinkRule.LINKED_TWICE, LinkDiagnostic::rule)
                .returns("product.o", LinkDiagnostic::source);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "documented, t16.o, omp_offloading_entries",
        "llvm-19, t19.o, omp_offloading_entries",
        "llvm-22, t22.o, llvm_offload_entries"
    })
    void givesEntriesASectionOfTheirOwn(String profile, String object, String entries) {
        var product = product(profile, object).elf();

        assertThat(product.section(".llvm.offloading.relocatable")).isPresent();
        assertThat(product.section(entries)).isEmpty();
        String own =
                product.sections().stream()
                        .map(Section::name)
                        .filter(name -> name.startsWith(entries + "_"))
                        .findFirst()
                        .orElseThrow();
        assertThat(own.substring(entries.length())).matches("_[0-9a-f]{1,16}");
        assertThat(product.symbol("__start_" + own)).isPresent();
        assertThat(product.symbol("__stop_" + own)).isPresent();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"documented, t16.o", "llvm-16, t16.o", "llvm-19, t19.o", "llvm-22, t22.o"})
    void registersItselfInAnOrdinaryLink(String profile, String object) {
        var program = program(again(product(profile, object)));

        int size = CorpusInputs.profile(profile).entries().layout().size();
        assertThat(RegisteredDescriptor.in(program))
                .singleElement()
                .satisfies(registration -> {
                    var descriptor = registration.descriptor();
                    assertThat(descriptor.hostEntriesEnd() - descriptor.hostEntriesBegin())
                            .isEqualTo(4L * size);
                    assertThat(registration.images()).hasSize(1);
                });
    }

    @Test
    void severalProductsKeepToTheirOwnEntries() {
        var first = again(product("llvm-22", "t22.o"));
        var second = again(product("llvm-22", "i22.o"));

        assertThat(RegisteredDescriptor.in(program(first, second)))
                .extracting(registration ->
                        (registration.descriptor().hostEntriesEnd()
                                        - registration.descriptor().hostEntriesBegin())
                                / 56)
                .containsExactly(4L, 4L);
    }

    @Test
    void rejectsAWrapperWhoseImagesItWouldRemove() {
        var wrapper = wrapper("llvm-19", LinkKind.FINAL);
        var link = new RelocatableLink(CorpusInputs.profile("llvm-19"));

        assertThatThrownBy(() -> link.offload("product.o", List.of(wrapper), List.of()))
                .isInstanceOf(LinkException.class)
                .hasMessage(
                        "product.o: .data.rel.ro+0x0: refers to .llvm.offloading, which profile"
                                + " llvm-19 removes, when linked images should be in"
                                + " .llvm.offloading.relocatable");
    }

    @Test
    void isTheSameBytesEveryTime() {
        assertThat(product("llvm-22", "t22.o").elf().write())
                .isEqualTo(product("llvm-22", "t22.o").elf().write());
    }

    @ParameterizedTest(name = "{1} under {0}")
    @CsvSource({
        "llvm-16, rq16.o, 1",
        "llvm-19, r19.o, 1",
        "llvm-22, r22.o, 1",
        "llvm-22, t22.o, 0",
        "documented, r19.o, 0"
    })
    void reportsImagesThatAreLinkedAgain(String profile, String object, int sections) {
        var inputs = List.of(CorpusInputs.object(object));
        var extraction = new ImageExtraction(CorpusInputs.profile(profile).fatObject().carrier());
        var images = inputs.stream().flatMap(in -> extraction.images(in).stream()).toList();

        assertThat(RelinkedImages.diagnostics(images, inputs))
                .hasSize(sections)
                .allMatch(diagnostic -> diagnostic.source().equals(object))
                .allMatch(diagnostic -> diagnostic.rule() == LinkRule.LINKED_TWICE);
    }
}
