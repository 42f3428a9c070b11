package org.offloadtck.implementation.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.data.DataException;
import org.offloadtck.data.DataText;
import org.offloadtck.implementation.process.ProcessLimits;
import org.offloadtck.object.profile.AbiProfiles;

final class ToolchainDescriptorsTest {

    @ParameterizedTest
    @ValueSource(strings = {"clang-15", "clang-16", "clang-19", "clang-22"})
    void aShippedToolchainHasItsIdAndFillsEveryCommand(String id, @TempDir Path here) {
        var toolchain = Toolchains.shipped(id);

        assertThat(toolchain.id()).isEqualTo(id);
        assertThat(AbiProfiles.load().profile(toolchain.profile()).id())
                .isEqualTo(id.replace("clang", "llvm"));
        assertThat(toolchain.language("a.b/x.c")).containsSequence("-x", "c");
        assertThat(toolchain.language("a.c/x.cpp")).containsExactly("-std=c++17");
        assertThat(toolchain.levels()).containsOnlyKeys("O0", "O2", "O3", "LTO");
        assertThatEveryCommandIsFilled(toolchain, here);
    }

    @Test
    void theFortranToolchainFillsEveryCommand(@TempDir Path here) {
        var toolchain = Toolchains.shipped("flang-22");

        assertThat(toolchain.profile()).isEqualTo("llvm-22");
        assertThat(toolchain.language("x.f90")).containsExactly("-fopenmp-version=52");
        assertThatEveryCommandIsFilled(toolchain, here);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gcc-12", "gcc-12-openacc", "gfortran-12"})
    void theToolchainsOfGccFillEveryCommand(String id, @TempDir Path here) {
        var toolchain = Toolchains.shipped(id);

        assertThat(toolchain.profile()).isEqualTo("documented");
        assertThat(toolchain.files()).containsKeys("offload-compiler", "plugin");
        assertThatEveryCommandIsFilled(toolchain, here);
    }

    private static void assertThatEveryCommandIsFilled(Toolchain toolchain, Path here) {
        var places = new java.util.HashMap<String, Path>();
        toolchain.tools().keySet().forEach(name -> places.put(name, here.resolve(name)));
        toolchain.files().keySet().forEach(name -> places.put(name, here.resolve(name)));
        var names =
                CommandTemplate.of(new ToolchainLookup.Found(toolchain, places))
                        .with("toolkit", here)
                        .with("sources", here)
                        .with("input", here)
                        .with("output", here)
                        .with("options", List.of())
                        .with("inputs", List.of("x.o"))
                        .with("language", List.of("-x"))
                        .with("level", toolchain.level("O2"));

        assertThat(toolchain.commands().values())
                .allSatisfy(words ->
                        assertThat(names.fill(words)).isNotEmpty().noneMatch(w -> w.contains("{")));
    }

    @Test
    void theShippedProgramsAreMadeOfFilesOfTheCorpus() {
        var path = "executables/catalogue.yaml";
        var programs = SourceProgram.readAll(new DataText(path, Corpus.text(path)));

        assertThat(programs).hasSizeGreaterThan(20);
        assertThat(programs).extracting(SourceProgram::id).doesNotHaveDuplicates();
        assertThat(programs)
                .allSatisfy(program ->
                        assertThat(program.files()).allMatch(file -> !Corpus.text(file).isEmpty()));
    }

    @Test
    void findsAnUnpackedToolchainInTheDirectoryOfTheVariable(@TempDir Path folder) {
        var unpacked =
                new Toolchain(
                        "t",
                        "",
                        "llvm-19",
                        Map.of(),
                        Map.of("runtime", List.of("{toolchains}/t/lib.so", "/no/lib.so")),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        ProcessLimits.STAGE);
        var file = folder.resolve("t").resolve("lib.so");

        assertThat(ToolchainLookup.of(unpacked, Map.of()))
                .isEqualTo(
                        new ToolchainLookup.Missing(
                                "there is no ${OFFLOAD_TCK_TOOLCHAINS}/t/lib.so and no"
                                        + " /no/lib.so"));
        folder.resolve("t").toFile().mkdir();
        ScriptedTools.write(file, "");
        assertThat(
                        ToolchainLookup.of(
                                unpacked, Map.of("OFFLOAD_TCK_TOOLCHAINS", folder.toString())))
                .asInstanceOf(InstanceOfAssertFactories.type(ToolchainLookup.Found.class))
                .satisfies(found -> assertThat(found.place("runtime")).isEqualTo(file));
    }

    @Test
    void rejectsAnUnknownField() {
        assertThatThrownBy(() ->
                        ToolchainReader.read(
                                new DataText(
                                        "t.yaml",
                                        Corpus.text("implementations/clang-16.yaml")
                                                + "speed: 9\n")))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("unknown field speed");
    }

    @Test
    void rejectsAnUndefinedName() {
        var names = new CommandTemplate(Map.of("cc", "/cc"), Map.of());

        assertThat(names.text("{cc} -x")).isEqualTo("/cc -x");
        assertThatThrownBy(() -> names.fill(List.of("{cx}"))).hasMessageContaining("{cx}");
    }
}
