package org.offloadtck.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.KitCommand;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.data.DataText;

/// OpenCL drivers that end the process that calls them: each costs its own scenarios.
final class BrokenDriverTest {

    private static final String UNTOUCHED = "@OB-01";
    private static final String PROGRAMS = "@KL-06 and @opencl";

    @TempDir private Path folder = Path.of("");

    private int status;
    private String printed = "";

    @Test
    void aDriverThatAbortsWhenItIsLoadedIsACrash() throws Exception {
        drive("abort();");

        run(PROGRAMS, Map.of("OCL_ICD_VENDORS", folder.toString()));

        assertThat(verdicts("opencl"))
                .isNotEmpty()
                .allMatch(
                        text -> text.startsWith("CRASH(SIGABRT): opencl: DevicePlugin.discover: "));
        assertTheRestIsUnharmed();
    }

    @Test
    void aDriverThatFaultsIsACrashWithItsPlace() throws Exception {
        drive("*(volatile int *)0 = 1;");

        run(PROGRAMS, Map.of("OCL_ICD_VENDORS", folder.toString()));

        assertThat(verdicts("opencl"))
                .isNotEmpty()
                .allMatch(text -> text.startsWith("CRASH(SIGSEGV)"))
                .allMatch(text -> text.contains("in libdriver.so"));
        assertTheRestIsUnharmed();
    }

    @Test
    void poclWithoutALinkerIsACrash() throws Exception {
        assumeTrue(Files.exists(Path.of("/etc/OpenCL/vendors/pocl.icd")), "PoCL is not installed");

        run(PROGRAMS, Map.of("PATH", "/nonexistent", "POCL_CACHE_DIR", folder.toString()));

        assertThat(verdicts("opencl"))
                .isNotEmpty()
                .allMatch(text -> text.startsWith("CRASH(SIGABRT): opencl: Event.synchronize: "))
                .allMatch(text -> text.contains("Final linking of kernel"));
        assertTheRestIsUnharmed();
    }

    @Test
    void aDriverThatHangsWhenItIsLoadedIsAHang() throws Exception {
        drive("for (;;) pause();");

        run(PROGRAMS, Map.of("OCL_ICD_VENDORS", folder.toString()));

        assertThat(verdicts("opencl"))
                .isNotEmpty()
                .allMatch(text -> text.startsWith("HANG: opencl: DevicePlugin.discover: "));
        assertTheRestIsUnharmed();
    }

    /// Makes an OpenCL driver that does this when it is loaded.
    private void drive(String statements) throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/cc")), "there is no C compiler");
        var source = folder.resolve("driver.c");
        Files.writeString(
                source,
                """
                #include <stdlib.h>
                #include <unistd.h>
                __attribute__((constructor)) static void driver(void) { %s }
                """
                        .formatted(statements));
        var library = folder.resolve("libdriver.so");
        var compiler =
                new ProcessBuilder("cc", "-shared", "-fPIC", "-o", library + "", source + "")
                        .inheritIO()
                        .start();
        assertThat(compiler.waitFor()).isZero();
        Files.writeString(folder.resolve("driver.icd"), library + "\n");
    }

    private void run(String programs, Map<String, String> environment)
            throws IOException, InterruptedException {
        var command =
                KitCommand.ofKit(
                        "run",
                        "--tags",
                        "(%s) or %s".formatted(programs, UNTOUCHED),
                        "--report",
                        folder.resolve("report").toString());
        var builder = new ProcessBuilder(command.words()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        var process = builder.start();
        printed = new String(process.getInputStream().readAllBytes(), UTF_8);
        status = process.waitFor();
    }

    private void assertTheRestIsUnharmed() throws IOException {
        assertThat(status).as(printed).isEqualTo(ExitCode.UNEXPECTED);
        assertThat(verdicts("none")).isNotEmpty().allMatch("PASS"::equals);
    }

    private List<String> verdicts(String device) throws IOException {
        var file = folder.resolve("report").resolve("results.json");
        return ResultDocument.parse(new DataText("results.json", Files.readString(file)))
                .results()
                .stream()
                .filter(result -> device(result).equals(device))
                .map(result -> result.verdict().text())
                .toList();
    }

    private static String device(Result result) {
        return result.identity().device().device();
    }
}
