package org.offloadtck.implementation.external;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.conformance.result.Evidence;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.implementation.external.BuildResult.Made;
import org.offloadtck.implementation.external.BuildResult.Stopped;
import org.offloadtck.object.elf.ElfObject;

final class BuildCacheTest {

    private static final Map<String, String> SOURCES =
            Map.of(
                    "a.cpp", "echo a\n",
                    "b/a.cpp", "echo $1\n",
                    "c.cpp", "echo c\n",
                    "in.c", "echo in C\n",
                    "waits.cpp", "#wait\n",
                    "bad.cpp", "#error no\n");

    @TempDir Path folder;
    private BuildCache cache;
    private ToolchainLookup.Found tools;

    @BeforeEach
    void open() {
        cache =
                BuildCache.open(
                        ScriptedTools.platform(folder),
                        path -> SOURCES.getOrDefault(path, "").getBytes(UTF_8),
                        Optional.empty());
        tools = ScriptedTools.installed(folder);
    }

    @AfterEach
    void close() {
        cache.close();
    }

    private static SourceProgram program(List<String> units, List<String> library) {
        return new SourceProgram(
                "p", units, List.of(), List.of("c.cpp"), library, List.of(), List.of("-g"), "ok\n");
    }

    @Test
    void aProgramIsMadeOfItsUnitsItsArchiveAndItsLibrary() throws IOException {
        var built =
                cache.build(tools, program(List.of("a.cpp", "b/a.cpp"), List.of("c.cpp")), "O2");

        assertThat(built)
                .asInstanceOf(InstanceOfAssertFactories.type(Made.class))
                .satisfies(made -> {
                    assertThat(made.command().words()).hasSize(2);
                    assertThat(made.command().words().getLast()).endsWith("/libp.so");
                    assertThat(made.command().environment())
                            .isEqualTo(Map.of("TOOLS", folder.toString()));
                    assertThat(Files.readString(Path.of(made.command().words().getFirst())))
                            .contains("echo a", "echo $1", "echo c");
                    assertThat(made.evidence()).hasSize(7);
                });
        assertThat(Files.readAllLines(folder.resolve("calls")).getFirst())
                .startsWith("-O2 -flto /");
    }

    @Test
    void aUnitIsCompiledWithTheOptionsOfItsLanguage() throws IOException {
        var built = cache.build(tools, program(List.of("in.c", "a.cpp"), List.of()), "O2");

        assertThat(built).isInstanceOf(Made.class);
        assertThat(Files.readAllLines(folder.resolve("calls")))
                .satisfiesExactly(
                        inC -> assertThat(inC).startsWith("-std=c11 -O2").contains("/in.c"),
                        inCpp -> assertThat(inCpp).startsWith("-O2").contains("/a.cpp"),
                        archived -> assertThat(archived).startsWith("-O2").contains("/c.cpp"),
                        archive -> assertThat(archive).contains("c.o"),
                        link -> assertThat(link).contains("in.o", "a.o"));
    }

    @Test
    void theSameProgramIsBuiltOnceAndRunsInAFolderOfItsOwnForEachCaller() throws IOException {
        var program = program(List.of("a.cpp"), List.of());
        var first = (Made) cache.build(tools, program, "O2");
        var calls = Files.readString(folder.resolve("calls"));

        var second = (Made) cache.build(tools, program, "O2");

        assertThat(Files.readString(folder.resolve("calls"))).isEqualTo(calls);
        assertThat(second.command().folder()).isNotEqualTo(first.command().folder());
        assertThat(Path.of(second.command().words().getFirst()))
                .hasParent(second.command().folder())
                .isExecutable()
                .hasSameBinaryContentAs(Path.of(first.command().words().getFirst()));
    }

    @Test
    @Timeout(60)
    void runsAWaitingBuildInTheThreadThatRequestsIt() throws IOException {
        var waits = program(List.of("waits.cpp"), List.of());
        var asked = program(List.of("a.cpp"), List.of());
        cache.begin(tools, named("first", waits), "O2");
        cache.begin(tools, named("second", waits), "O2");
        cache.begin(tools, asked, "O2");

        assertThat(cache.build(tools, asked, "O2")).isInstanceOf(Made.class);

        Files.createFile(folder.resolve("go"));
        assertThat(cache.build(tools, named("first", waits), "O2")).isInstanceOf(Made.class);
    }

    private static SourceProgram named(String id, SourceProgram program) {
        return new SourceProgram(
                id,
                program.units(),
                program.includes(),
                program.archived(),
                program.library(),
                program.relocated(),
                program.options(),
                program.prints());
    }

    @Test
    void aStageThatFailsEndsTheBuildWithItsVerdict() {
        var built = cache.build(tools, program(List.of("bad.cpp", "a.cpp"), List.of()), "O2");

        assertThat(built)
                .asInstanceOf(InstanceOfAssertFactories.type(Stopped.class))
                .satisfies(stopped -> {
                    assertThat(stopped.verdict().text())
                            .isEqualTo("FAIL_COMPILE: compile of bad.o: no output");
                    assertThat(stopped.evidence()).hasSize(1);
                });
    }

    @Test
    void aStageThatLeavesNoFileFails() {
        ScriptedTools.write(folder.resolve("cc"), "exit 0");

        assertThat(cache.build(tools, program(List.of("a.cpp"), List.of()), "O2"))
                .asInstanceOf(InstanceOfAssertFactories.type(Stopped.class))
                .extracting(stopped -> stopped.verdict().text())
                .isEqualTo("FAIL_COMPILE: compile of a.o: exited with status 0 and left no file");
    }

    /// The tools have no stage `relocatable`.
    @Test
    void aStageThatTheToolchainDoesNotDeclareIsUnsupported() {
        var merged =
                new SourceProgram(
                        "p",
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of("a.cpp"),
                        List.of(),
                        "ok\n");

        assertThat(cache.build(tools, merged, "O2"))
                .isEqualTo(
                        new Stopped(
                                Verdict.of(
                                        VerdictKind.UNSUPPORTED,
                                        "scripts declares no stage relocatable"),
                                List.of()));
    }

    @Test
    void aMissingToolchainIsUnsupported() {
        var nowhere = ToolchainLookup.of(ScriptedTools.toolchain(), Map.of("PATH", "/nowhere"));

        assertThat(cache.build(nowhere, program(List.of("a.cpp"), List.of()), "O2"))
                .isEqualTo(
                        new Stopped(
                                Verdict.of(VerdictKind.UNSUPPORTED, "cc is not on the PATH"),
                                List.of()));
    }

    /// The flags of the first entry of clang 16's object get a bit, 0x4000, that no release knows.
    @Test
    void aFaultyProductEndsTheBuildBeforeTheNextStage() throws IOException {
        var object = Corpus.bytes("objects/t16.o");
        var entries = ElfObject.parse("t16.o", object).section("omp_offloading_entries");
        int flags = (int) entries.orElseThrow().contents().base() + 24;
        object[flags + 1] = 0x40;
        Files.write(folder.resolve("faulty.o"), object);
        ScriptedTools.write(
                folder.resolve("cc"),
                "cp %s/faulty.o $1\necho x >>%s/calls".formatted(folder, folder));

        var built = cache.build(tools, program(List.of("a.cpp"), List.of()), "O2");

        assertThat(built)
                .asInstanceOf(InstanceOfAssertFactories.type(Stopped.class))
                .satisfies(stopped -> {
                    assertThat(stopped.verdict().text())
                            .startsWith("FAIL_FORMAT: compile of a.o: omp_offloading_entries at 0x")
                            .contains(
                                    "entries.openmp-flags of entry",
                                    "is 0x4001, which no profile has");
                    assertThat(stopped.evidence()).last().isInstanceOf(Evidence.Finding.class);
                });
        assertThat(Files.readAllLines(folder.resolve("calls"))).hasSize(1);
    }
}
