package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.emulation.command.NativeFiles;

/// Programs with device images that a shell starts under `exec`.
class StartedProgramsTest extends EmulatedPrograms {

    private static final String ASKS =
            """
            int cuInit(unsigned flags);
            int main(void) { return cuInit(0); }
            """;

    private static final String COUNTS =
            """
            int cuInit(unsigned flags);
            int cuDeviceGetCount(int *count);
            int main(void) { int count; cuInit(0); cuDeviceGetCount(&count); return 0; }
            """;

    /// The child computes, and its parent initialises the driver afterwards.
    private static final String FORKS =
            """
            #define main launch
            #include "spins.c"
            #undef main
            #include <sys/wait.h>
            int main(int count, char **words) {
                if (fork() == 0) {
                    return %s;
                }
                int status = 0;
                wait(&status);
                return status != 0 || cuInit(0) != 0;
            }
            """;

    private static final String NO_REGION =
            "the program reached no target region, or an if clause or the default device kept its"
                    + " regions on the host (--allow-host-fallback permits it)\n";

    private NativeProgram.Ended shell(String script, String... options) throws IOException {
        var words = new ArrayList<>(List.of(options));
        words.addAll(List.of("--", "sh", "-c", "cd '%s'; %s".formatted(folder, script)));
        return place.run(place.driver().resolve(NativeFiles.EXEC), words.toArray(String[]::new));
    }

    @Test
    void eachThatRunsNoKernelIsNamedWithTheReason() throws IOException {
        place.compileText("idle", place.image("sm_75") + ASKS);
        place.compileText("foreign", place.image("sm_90") + ASKS);

        var ended = shell("./idle && ./foreign && exit 0");

        assertThat(ended.errors() + "\n")
                .isEqualTo(
                        "offload-tck: no kernel ran on the simulated GPU\n"
                                + "offload-tck: process 1 (idle) ran no kernel: "
                                + NO_REGION
                                + "offload-tck: process 2 (foreign) ran no kernel: the program has"
                                + " images for sm_90 when the device t4 takes sm_75; use"
                                + " --device=h100 or --device=h200 (--allow-host-fallback permits"
                                + " it)\n");
        assertThat(ended.status()).isEqualTo(1);
    }

    @Test
    void itIsNamedBesideProcessesThatRanKernels() throws IOException {
        place.compileText("idle", place.image("sm_75") + ASKS);
        place.compile("spins");

        var ended = shell("./spins && ./idle; exit 0");

        assertThat(ended.errors())
                .startsWith("offload-tck: 1 launch of 1 kernel")
                .contains("offload-tck: process 2 (idle) ran no kernel: " + NO_REGION.strip());
        assertThat(ended.status()).isEqualTo(1);
    }

    /// A program that starts itself, as NVIDIA's `simpleIPC` does, asks for devices and leaves its
    /// kernels to the processes that it has started.
    @Test
    void oneWhoseOwnProcessesRunItsKernelsIsNotAccused() throws IOException {
        place.compile("spins");
        place.compileText("forks", place.image("sm_75") + FORKS.formatted("launch(1, words)"));
        place.compileText("idles", place.image("sm_75") + FORKS.formatted("cuInit(0)"));

        assertThat(shell("./forks; exit $?").status()).isZero();

        var ended = shell("./idles; ./spins; exit 0");
        assertThat(ended.errors())
                .contains("offload-tck: process 1 (idles) ran no kernel: " + NO_REGION.strip())
                .contains("offload-tck: process 2 (idles) ran no kernel: " + NO_REGION.strip());
        assertThat(ended.status()).isEqualTo(1);
    }

    /// What libomptarget up to LLVM 18 does: it loads its CUDA plugin by name, which loads the
    /// driver.
    private static final String SEARCHES =
            """
            #include <dlfcn.h>
            int main(void) {
                void *plugin = dlopen("libomptarget.rtl.cuda.so", RTLD_NOW);
                void (*start)(void) = plugin == 0 ? 0 : (void (*)(void))dlsym(plugin, "start");
                if (start != 0) {
                    start();
                }
                return 0;
            }
            """;

    private static final String WITHOUT_PLUGIN =
            "offload-tck: started programs ran no kernel: the CUDA plugin was not found; libomptarget"
                    + " up to LLVM 18 finds its CUDA plugin only if LD_LIBRARY_PATH has the folder of"
                    + " libomptarget.rtl.cuda.so (--allow-host-fallback permits it)";

    @Test
    void aProgramThatDoesNotFindThePluginIsSeen() throws IOException {
        place.compileText("searches", SEARCHES);

        var ended = shell("./searches && exit 0");

        assertThat(ended)
                .isEqualTo(
                        new NativeProgram.Ended(
                                1,
                                "",
                                "offload-tck: no kernel ran on the simulated GPU\n"
                                        + WITHOUT_PLUGIN));
        assertThat(shell("./searches; exit 0", "--allow-host-fallback").status()).isZero();
    }

    /// The folder of the plugin is the last of the path, as behind a user's own.
    @Test
    void aProgramThatFindsThePluginIsNotAccused() throws IOException {
        place.compileText("searches", SEARCHES);
        Files.createDirectory(folder.resolve("plugins"));
        Files.writeString(
                folder.resolve("plugin.c"),
                "int cuInit(unsigned flags);\nvoid start(void) { cuInit(0); }\n");
        var build =
                "cc -shared -fPIC plugin.c -o plugins/libomptarget.rtl.cuda.so '%s'"
                        .formatted(place.driver().resolve(NativeFiles.LIBRARY));
        var found = "LD_LIBRARY_PATH=$LD_LIBRARY_PATH:%s/plugins ./searches".formatted(folder);

        var ended = shell("%s && %s && %s && exit 0".formatted(build, found, found));
        assertThat(ended)
                .isEqualTo(
                        new NativeProgram.Ended(
                                0, "", "offload-tck: no kernel ran on the simulated GPU"));

        assertThat(shell("%s; ./searches; exit 0".formatted(found)).errors())
                .endsWith(WITHOUT_PLUGIN);
    }

    @Test
    void aRunWithinARunCountsItsProgramsAlone() throws IOException {
        place.compileText("searches", SEARCHES);
        var exec = place.driver().resolve(NativeFiles.EXEC);

        var ended = shell("'%s' -- sh -c './searches; exit 0' || exit 0".formatted(exec));

        assertThat(ended)
                .isEqualTo(
                        new NativeProgram.Ended(
                                0,
                                "",
                                "offload-tck: no kernel ran on the simulated GPU\n"
                                        + WITHOUT_PLUGIN
                                        + "\noffload-tck: no kernel ran on the simulated GPU"));
    }

    /// The folder that the search is counted by.
    @Test
    void theFolderOfTheSearchIsTemporary() throws IOException {
        var show = "echo $LD_LIBRARY_PATH | tr : '\\n' | grep plugin-";
        var made = shell(show).output().strip();
        assertThat(made).contains("/offload-tck-plugin-");
        assertThat(Path.of(made)).doesNotExist();
    }

    @Test
    void theOptionPermitsIt() throws IOException {
        place.compileText("idle", place.image("sm_75") + ASKS);

        var ended = shell("./idle; exit 0", "--allow-host-fallback");

        assertThat(ended)
                .isEqualTo(
                        new NativeProgram.Ended(
                                0, "", "offload-tck: no kernel ran on the simulated GPU"));
    }

    @Test
    void aProgramThatIsDeletedAfterItsRunIsNamed() throws IOException {
        place.compileText("idle", place.image("sm_75") + ASKS);

        var ended = shell("./idle; rm idle; exit 0");

        assertThat(ended.errors()).contains("process 1 (idle) ran no kernel: the program reached");
        assertThat(ended.status()).isEqualTo(1);
    }

    @Test
    void aProgramThatIsReplacedWhileItRunsIsJudgedAsItWas() throws IOException {
        place.compileText(
                "idle",
                place.image("sm_75")
                        + """
                        int cuInit(unsigned flags);
                        int rename(const char *from, const char *to);
                        int main(void) { return cuInit(0) + rename("other", "idle"); }
                        """);
        Files.writeString(folder.resolve("other"), "#!/bin/sh\n");

        var ended = shell("./idle; exit 0");

        assertThat(ended.errors()).contains("process 1 (idle) ran no kernel: the program reached");
    }

    @Test
    void aProgramWithoutImagesIsNotAccused() throws IOException {
        place.compileText("plain", ASKS);
        place.compile("spins");
        place.compileText("idle", place.image("sm_75") + "int main(void) { return 0; }\n");

        assertThat(shell("./plain; exit 0"))
                .isEqualTo(
                        new NativeProgram.Ended(
                                0, "", "offload-tck: no kernel ran on the simulated GPU"));
        assertThat(shell("./spins; exit 0").status()).isZero();
    }

    @Test
    void theProgramOfExecIsToldOnce() throws IOException {
        var program = place.compileText("idle", place.image("sm_75") + ASKS).toString();

        var ended = place.run(place.driver().resolve(NativeFiles.EXEC), "--", program);

        assertThat(ended.errors() + "\n")
                .isEqualTo("offload-tck: no kernel ran on the simulated GPU: " + NO_REGION);
        assertThat(ended.status()).isEqualTo(1);
    }

    @Test
    void theReasonKnowsTheEnvironmentOfTheProcess() throws IOException {
        place.compileText("idle", place.image("sm_75") + ASKS);
        place.compileText("counts", place.image("sm_75") + COUNTS);

        var ended =
                shell(
                        "OMP_TARGET_OFFLOAD=disabled ./idle; CUDA_VISIBLE_DEVICES=9 ./counts;"
                                + " exit 0");

        assertThat(ended.errors())
                .contains("process 1 (idle) ran no kernel: OMP_TARGET_OFFLOAD is disabled (")
                .contains(
                        "process 2 (counts) ran no kernel: CUDA_VISIBLE_DEVICES is '9', which names"
                                + " no device (");
    }

    /// The program opens the library by its name in a folder that only its environment names.
    @Test
    void aLibraryThatTheProgramOpensIsNamed() throws IOException {
        Files.writeString(folder.resolve("part.c"), place.image("sm_90") + "int part;\n");
        place.compileText(
                "opens_part",
                """
                #include <dlfcn.h>
                int cuInit(unsigned flags);
                int main(void) { return dlopen("./libpart.so", RTLD_NOW) == 0 || cuInit(0); }
                """);

        var ended = shell("cc -shared -fPIC part.c -o libpart.so && ./opens_part && exit 0");

        assertThat(ended.errors())
                .contains(
                        "process 1 (opens_part) ran no kernel: the library libpart.so has images"
                                + " for sm_90 when");
        assertThat(ended.status()).isEqualTo(1);
    }
}
