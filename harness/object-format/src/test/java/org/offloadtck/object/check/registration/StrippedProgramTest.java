package org.offloadtck.object.check.registration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.check.report.DescriptorReport;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.check.report.ObjectReport;
import org.offloadtck.object.profile.AbiProfiles;

/// Files that work and have lost the names of their local symbols, or all names, or were linked in
/// other ways. Requirement OC-45.
class StrippedProgramTest {

    private static final ArtifactCheck CHECK = new ArtifactCheck(AbiProfiles.load());

    private static final List<List<String>> STRIPPED =
            List.of(
                    List.of("strip"),
                    List.of("strip", "-x"),
                    List.of("objcopy", "-x"),
                    List.of("objcopy", "--strip-all", "--keep-symbol=main"));

    private static final List<List<String>> LINKED =
            List.of(
                    List.of(),
                    List.of("-O0", "-fno-pie", "-no-pie"),
                    List.of("-O3", "-fPIC", "-shared"),
                    List.of("-O1", "-Wl,-x", "-Wl,-z,now"),
                    List.of("-O2", "-Wl,-s", "-fuse-ld=gold"),
                    List.of("-O2", "-Wl,-z,retpolineplt", "-fuse-ld=lld"));

    /// The functions that a program of the test needs of its runtimes.
    private static final String RUNTIME =
            """
            void __tgt_register_lib(void *d) {}
            void __tgt_unregister_lib(void *d) {}
            void __tgt_register_requires(long f) {}
            int __tgt_target_kernel(void *l, long d, int t, int n, void *h, void *a) { return 0; }
            void __tgt_target_data_begin_mapper() {}
            """;

    private static final String PROGRAM =
            """
            int v = 3;
            #pragma omp declare target to(v)
            int main(void) {
              int sum = 0;
            #pragma omp target map(tofrom : sum)
              sum += v;
              return sum;
            }
            """;

    @TempDir private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"exe16", "exe19", "exe22"})
    void readsAStrippedProgramOfTheCorpus(String file) throws IOException {
        var program = Files.write(folder.resolve(file), Corpus.bytes("objects/" + file));
        var whole = report(program);

        for (var tool : STRIPPED) {
            var stripped = strip(tool, program);

            assertThat(report(stripped).findings()).as("%s", tool).isEmpty();
            assertThat(report(stripped).unjudged()).as("%s", tool).isEmpty();
            assertThat(report(stripped).agreesWith()).isEqualTo(whole.agreesWith());
            assertThat(report(stripped).descriptors())
                    .extracting(DescriptorReport::offset)
                    .as("%s", tool)
                    .isNotEmpty();
        }
    }

    static Stream<Integer> releases() {
        return Stream.of(16, 19, 22);
    }

    @ParameterizedTest
    @MethodSource("releases")
    void readsProgramsHoweverTheyAreLinkedAndStripped(int release) throws IOException {
        assumeTrue(
                isInstalled("clang-" + release) && isInstalled("clang-linker-wrapper-" + release),
                "clang %d or its linker wrapper is not installed".formatted(release));
        Files.writeString(folder.resolve("runtime.c"), RUNTIME);
        Files.writeString(folder.resolve("program.c"), PROGRAM);
        runtime(release);

        for (var options : LINKED) {
            var linked = link(release, options);
            if (Files.exists(linked)) {
                assertWorks(linked, options);
                for (var tool : STRIPPED) {
                    assertWorks(strip(tool, linked), List.of(options, tool));
                }
            }
        }
        assertThat(folder.resolve("program-0")).exists();
    }

    private void assertWorks(Path file, Object how) throws IOException {
        assertThat(report(file).findings()).as("%s", how).isEmpty();
        assertThat(report(file).unjudged()).as("%s", how).isEmpty();
        assertThat(report(file).descriptors()).as("%s", how).hasSize(1);
    }

    private void runtime(int release) throws IOException {
        var clang = "clang-" + release;
        run(List.of(clang, "-shared", "-fPIC", "runtime.c", "-o", "libomptarget.so"));
        for (var library : List.of("libomp.so", "libomptarget.devicertl.a")) {
            Files.copy(folder.resolve("libomptarget.so"), folder.resolve(library));
        }
    }

    private Path link(int release, List<String> options) throws IOException {
        var output = folder.resolve("program-" + LINKED.indexOf(options));
        var line = new ArrayList<String>();
        line.add("clang-" + release);
        line.addAll(List.of("-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu", "-L."));
        for (var option : options) {
            boolean isLld = option.equals("-fuse-ld=lld");
            line.add(isLld ? "--ld-path=/usr/bin/ld.lld-" + release : option);
        }
        line.addAll(List.of("program.c", "-o", output.toString()));
        run(line);
        return output;
    }

    private Path strip(List<String> tool, Path file) throws IOException {
        assumeTrue(isInstalled(tool.getFirst()), tool.getFirst() + " is not installed");
        var output = Path.of(file + ".stripped");
        var line = new ArrayList<>(tool);
        line.add(file.toString());
        line.addAll(
                tool.getFirst().equals("strip")
                        ? List.of("-o", output.toString())
                        : List.of(output.toString()));
        run(line);
        return output;
    }

    private void run(List<String> line) throws IOException {
        var process =
                new ProcessBuilder(line)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("output").toFile())
                        .start();
        process.onExit().join();
    }

    private static boolean isInstalled(String command) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
                .anyMatch(path -> Files.isExecutable(Path.of(path, command)));
    }

    private static ObjectReport report(Path file) throws IOException {
        var report = CHECK.check(file.toString(), Files.readAllBytes(file));
        assertThat(report).isInstanceOf(FileReport.Artifact.class);
        return ((FileReport.Artifact) report).report();
    }
}
