package org.offloadtck.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.data.DataText;
import org.offloadtck.implementation.emulated.EmulatedRun;
import org.offloadtck.implementation.emulated.EmulatedRun.Setting;
import org.offloadtck.implementation.external.BuildCache;
import org.offloadtck.implementation.external.BuildResult;
import org.offloadtck.implementation.external.SourceProgram;
import org.offloadtck.implementation.external.ToolchainLookup;
import org.offloadtck.implementation.external.Toolchains;
import org.offloadtck.plugin.EmulatedPlatform;

/// The applications of the corpus in every combination of toolchain, level and runtime, with all
/// checks: right results and no finding.
///
/// The system property `applications` selects combinations by a regular expression, as `.*` or `fft
/// clang-16 O[02] own`. Scenarios run some of the twelve combinations of each program.
final class ApplicationProgramsTest {

    private static final String FOLDER = "executables/applications/";
    private static final String CATALOGUE = "executables/catalogue.yaml";

    private final EmulatedPlatform platform =
            ServiceLoader.load(EmulatedPlatform.class).findFirst().orElseThrow();

    private record Combination(
            SourceProgram program, String toolchain, String level, String runtime) {

        String name() {
            return String.join(" ", program.id(), toolchain, level, runtime);
        }

        /// Clang 16 makes no code of `target teams loop` (deviation D76). The device runtimes of
        /// LLVM 19 and 22 let variables overlap in a block of one warp without optimisation (D79).
        boolean isExpectedToPass() {
            boolean isOfClang16 = toolchain.equals("clang-16");
            boolean isOneWarp = program.id().equals("particle_in_cell") && level.equals("O0");
            return isOfClang16 ? !source().contains("teams loop") : !isOneWarp;
        }

        List<String> options() {
            var options = new ArrayList<>(List.of("--check", "all", "--fail-on-findings"));
            options.addAll(List.of("--runtime", runtime));
            if (source().contains("unified_shared_memory")) {
                options.add("--unified-memory");
            }
            return options;
        }

        private String source() {
            return Corpus.text(program.units().getFirst());
        }
    }

    @Test
    void areTheProgramsOfTheFolder() {
        assertThat(programs().map(program -> program.units().getFirst()))
                .hasSameElementsAs(Corpus.list(FOLDER));
    }

    @TestFactory
    @EnabledIfSystemProperty(named = "applications", matches = ".+")
    Stream<DynamicTest> haveRightResultsAndNoFindings() {
        var builds = BuildCache.open(platform, Corpus::bytes, Optional.empty());
        var selected = System.getProperty("applications", "");
        return programs()
                .flatMap(ApplicationProgramsTest::combinations)
                .filter(Combination::isExpectedToPass)
                .filter(combination -> combination.name().matches(selected))
                .map(combination ->
                        DynamicTest.dynamicTest(
                                combination.name(), () -> check(builds, combination)))
                .onClose(builds::close);
    }

    private static Stream<SourceProgram> programs() {
        return SourceProgram.readAll(new DataText(CATALOGUE, Corpus.text(CATALOGUE))).stream()
                .filter(program ->
                        program.units().stream().anyMatch(unit -> unit.startsWith(FOLDER)));
    }

    private static Stream<Combination> combinations(SourceProgram program) {
        return Stream.of("clang-16", "clang-19", "clang-22")
                .flatMap(toolchain ->
                        Stream.of("O0", "O2")
                                .flatMap(level ->
                                        Stream.of("own", "reference")
                                                .map(runtime ->
                                                        new Combination(
                                                                program, toolchain, level,
                                                                runtime))));
    }

    private void check(BuildCache builds, Combination combination) {
        var toolchain = Toolchains.shipped(combination.toolchain());
        var installation = ToolchainLookup.of(toolchain, System.getenv());
        assumeTrue(installation instanceof ToolchainLookup.Found, installation.toString());

        var built = builds.build(installation, combination.program(), combination.level());
        assertThat(built).isInstanceOf(BuildResult.Made.class);
        if (built instanceof BuildResult.Made(var command, _)) {
            var mandatory = Map.of("OMP_TARGET_OFFLOAD", "MANDATORY");
            var setting = new Setting(combination.options(), mandatory, Setting.PLAIN.limit());
            var outcome = EmulatedRun.run(platform, command, setting);
            assertThat(outcome.verdict(combination.program().prints()).text()).isEqualTo("PASS");
        }
    }
}
