package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.emulation.command.NativeFiles;

/// What `exec` reports of programs that end by a signal, by `abort` or by `_exit`.
class EndedProgramsTest extends EmulatedPrograms {

    private static final String NO_KERNEL = "offload-tck: no kernel ran on the simulated GPU";

    private static final String HEAD =
            """
            #include <signal.h>
            #include <stddef.h>
            #include <stdlib.h>
            #include <string.h>
            #include <unistd.h>
            int cuInit(unsigned flags);
            int cuDevicePrimaryCtxRetain(void **context, int device);
            int cuCtxSetCurrent(void *context);
            int cuMemAlloc_v2(unsigned long long *address, size_t size);
            int cuMemAllocHost_v2(void **address, size_t size);
            int cuMemAllocManaged(unsigned long long *address, size_t size, unsigned flags);
            static void end(const char *how) {
                if (strcmp(how, "abort") == 0) {
                    abort();
                } else if (strcmp(how, "_exit") == 0) {
                    _exit(127);
                } else if (strcmp(how, "kill") == 0) {
                    raise(SIGKILL);
                }
            }
            """;

    private static final String LEAKS =
            """
            int main(int count, char **words) {
                void *context;
                unsigned long long device, managed;
                void *host;
                cuInit(0);
                cuDevicePrimaryCtxRetain(&context, 0);
                cuCtxSetCurrent(context);
                cuMemAlloc_v2(&device, 1000);
                cuMemAllocHost_v2(&host, 500);
                cuMemAllocManaged(&managed, 300, 1);
                end(words[count - 1]);
                return 0;
            }
            """;

    private static final String CALLS_THE_DRIVER =
            """
            int main(int count, char **words) {
                cuInit(0);
                end(words[count - 1]);
                return 0;
            }
            """;

    private static final String CALLS_NOTHING =
            """
            int main(int count, char **words) {
                end(words[count - 1]);
                return 0;
            }
            """;

    private NativeProgram.Ended exec(Path program, String how, String... options)
            throws IOException {
        var words = new ArrayList<>(List.of(options));
        words.addAll(List.of("--", program.toString(), how));
        return place.run(place.driver().resolve(NativeFiles.EXEC), words.toArray(String[]::new));
    }

    /// A program with an image for an architecture.
    private Path program(String arch, String main) throws IOException {
        return place.compileText("ends", place.image(arch) + HEAD + main);
    }

    @Test
    void aProgramThatExitsHasLeaked() throws IOException {
        var program = place.compileText("leaks", HEAD + LEAKS);

        assertThat(exec(program, "return", "--check=leaks").errors())
                .contains("leak: 1,000 bytes of cuMemAlloc_v2 on device 0 were never freed\n")
                .contains("leak: 500 bytes of cuMemAllocHost_v2 on the host were never freed\n")
                .contains("leak: 300 bytes of cuMemAllocManaged were never freed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"abort", "_exit", "kill"})
    void aProgramThatIsCutShortHasNotLeaked(String how) throws IOException {
        var program = place.compileText("leaks", HEAD + LEAKS);

        assertThat(exec(program, how, "--check=leaks").errors()).isEqualTo(NO_KERNEL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"abort", "_exit", "kill"})
    void aProgramThatIsCutShortHasNotReachedItsEndWithoutARegion(String how) throws IOException {
        var program = program("sm_75", CALLS_THE_DRIVER);

        assertThat(exec(program, how).errors()).isEqualTo(NO_KERNEL);
        assertThat(exec(program, "return").errors()).contains("reached no target region");
    }

    @Test
    void aStartedProgramThatIsCutShortIsNotNamed() throws IOException {
        program("sm_75", CALLS_THE_DRIVER);
        var script = "cd '%s'; ./ends abort; exit 0".formatted(folder);
        var exec = place.driver().resolve(NativeFiles.EXEC);

        assertThat(place.run(exec, "--", "sh", "-c", script).errors()).endsWith(NO_KERNEL);
    }

    /// A program that has no image for the device may end for that reason.
    @Test
    void anImageForAnotherDeviceIsNamedAllTheSame() throws IOException {
        var program = program("sm_90", CALLS_THE_DRIVER);

        assertThat(exec(program, "abort").errors())
                .startsWith(NO_KERNEL + ": the program has images for sm_90 when");
    }

    /// libomptarget aborts a program whose offloading is mandatory.
    @Test
    void aPluginIsMissedBeforeAnAbortOnly() throws IOException {
        var program = program("sm_75", CALLS_NOTHING);

        assertThat(exec(program, "abort").errors())
                .startsWith(NO_KERNEL + ": no process loaded libcuda.so.1");
        assertThat(exec(program, "_exit").errors()).isEqualTo(NO_KERNEL);
        assertThat(exec(program, "kill").errors()).isEqualTo(NO_KERNEL);
    }
}
