package org.offloadtck.linker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.linker.device.DeviceLinkers;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.linker.resolution.Imports;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.elf.build.SymbolDefinition;

final class LinkerWrapperTest {

    private static final Imports RUNTIME = Imports.ofRuntime();

    private static LinkerWrapper wrapper(String profile) {
        return new LinkerWrapper(
                CorpusInputs.profile(profile),
                new DeviceLinkers(List.of(new RecordingLinker("x86_64-pc-linux-gnu"))));
    }

    private static LinkResult link(String profile, LinkInput... inputs) {
        return wrapper(profile).link(List.of(inputs), RUNTIME);
    }

    @Test
    void keepsWhatEveryStepMade() {
        var link = link("llvm-19", CorpusInputs.object("t19.o"));

        assertThat(link.deviceInput().images()).hasSize(1);
        assertThat(link.deviceInput().groups()).hasSize(1);
        assertThat(link.linkedImages().getFirst().target()).hasToString("x86_64-pc-linux-gnu");
        assertThat(link.wrappers()).hasSize(1);
        assertThat(link.executable().address(".omp_offloading.descriptor")).isPresent();
        assertThat(link.warnings()).isEmpty();
    }

    @Test
    void linksAProgramWithoutImagesAsItIs() {
        var program = SampleObject.named("a.o").text(text -> text.u8(0xc3)).input();

        assertThat(link("llvm-19", program).wrappers()).isEmpty();
    }

    @Test
    void namesTheTargetThatHasNoDeviceLinker() {
        assertThatThrownBy(() -> link("llvm-16", CorpusInputs.object("z16.o")))
                .isInstanceOf(LinkException.class)
                .hasMessage(
                        "z16.o: .llvm.offloading [19] image 0: is for nvptx64-nvidia-cuda:sm_75,"
                                + " which no device linker accepts:"
                                + " org.offloadtck.linker.RecordingLinker");
    }

    @ParameterizedTest(name = "{0} under {1}")
    @CsvSource({
        "cu16.o, documented, 'is of kind cuda, when those of profile documented are openmp'",
        "h16.o, llvm-22, 'is of kind openmp|cuda, when those of profile llvm-22 are openmp, cuda,"
                + " hip; it is hip as llvm-15 to llvm-20 number kinds'",
        "h22.o, llvm-16, 'is of kind unknown(4), when those of profile llvm-16 are openmp, cuda,"
                + " hip; it is hip as llvm-21 to llvm-23 number kinds'"
    })
    void namesTheImageOfAProgrammingModelItDoesNotWrap(
            String file, String profile, String problem) {
        assertThatThrownBy(() -> link(profile, CorpusInputs.object(file)))
                .asInstanceOf(type(LinkException.class))
                .extracting(exception -> exception.diagnostics().getFirst())
                .satisfies(diagnostic -> {
                    assertThat(diagnostic.rule()).isEqualTo(LinkRule.OFFLOAD_KIND);
                    assertThat(diagnostic.problem()).isEqualTo(problem);
                });
    }

    @ParameterizedTest(name = "{0} under {1}")
    @CsvSource({"t16.o, llvm-22, omp_offloading_entries", "t22.o, llvm-16, llvm_offload_entries"})
    void warnsOfEntriesThatNoDescriptorRegisters(String file, String profile, String section) {
        var link = link(profile, CorpusInputs.object(file));

        assertThat(link.warnings())
                .singleElement()
                .returns(file, LinkDiagnostic::source)
                .returns(section, LinkDiagnostic::position)
                .returns(LinkRule.UNCOVERED_ENTRIES, LinkDiagnostic::rule);
    }

    @Test
    void warnsOfEntriesInALayoutTheRuntimeDoesNotRead() {
        var link = link("llvm-20", CorpusInputs.object("t19.o"));

        assertThat(link.warnings())
                .extracting(LinkDiagnostic::toString)
                .containsExactly(
                        "t19.o: omp_offloading_entries: has entries of 32 bytes, when those of"
                                + " profile llvm-20 have 56; they fit documented, llvm-14 to"
                                + " llvm-19");
    }

    @Test
    void countsTheEntriesOfAnObjectThatRegistersItselfAsCovered() {
        var link = link("llvm-22", CorpusInputs.object("r22.o"));

        assertThat(link.warnings())
                .extracting(LinkDiagnostic::rule)
                .containsExactly(LinkRule.LINKED_TWICE);
        assertThat(link.executable().elf().symbols())
                .filteredOn(symbol -> symbol.name().equals(".omp_offloading.descriptor"))
                .hasSize(2);
    }

    @Test
    void rejectsADescriptorWithoutLoadedImages() {
        var forged =
                SampleObject.named("forged.o")
                        .data(data ->
                                data.define(
                                                SymbolDefinition.local(
                                                        ".omp_offloading.descriptor", 32))
                                        .u64(1)
                                        .u64(0xdead_0000L)
                                        .u64(0)
                                        .u64(0))
                        .input();

        assertThatThrownBy(() -> link("llvm-19", forged))
                .isInstanceOf(MalformedObjectException.class)
                .hasMessageContaining("DeviceImages is 0xdead0000, where nothing is loaded");
    }
}
