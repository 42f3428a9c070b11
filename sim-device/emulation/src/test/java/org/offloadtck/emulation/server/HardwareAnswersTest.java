package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.emulation.command.NativeFiles;

/// The programs of `real-device/gpu-day` print on the emulated driver what they printed on the
/// driver 580.159 of an NVIDIA H200 on 2026-11-26 and of an NVIDIA H100 on 2026-11-28
/// (`h200/PROGRAM.CASE.txt`), but for the lines in `h200/differences.txt`.
class HardwareAnswersTest {

    private static final String ANSWERS = "src/test/resources/org/offloadtck/emulation/server/";

    private static final int PROCESSES = 2;

    @TempDir Path folder;

    /// A GPU and what was run on it.
    ///
    /// @param device its name, and that of the folder of its answers
    /// @param cases of all programs
    private record Gpu(String device, int cases, List<String> programs) {

        Path answers() {
            return NativeClientFixture.moduleFile(ANSWERS + device);
        }
    }

    /// Lines that may differ: `CASE | line of the GPU | line of the emulated driver | reason`. The
    /// lines are regular expressions; `*` as the first stands for all lines of the case.
    private record Difference(String name, String hardware, String emulated) {

        static Difference parse(String line) {
            var fields = line.split(" \\| ", -1);
            assertThat(fields).as(line).hasSize(4).doesNotContain("");
            return new Difference(fields[0], fields[1], fields[2]);
        }

        boolean isWhole() {
            return hardware.equals("*");
        }

        boolean covers(String one, String other) {
            return Pattern.matches(hardware, one) && Pattern.matches(emulated, other);
        }
    }

    private record Case(Path program, String name) {

        String title() {
            return program.getFileName() + "." + name;
        }
    }

    @Test
    void theDriverAnswersAsTheOneOfTheH200() throws Exception {
        compare(
                new Gpu(
                        "h200",
                        49,
                        List.of("device-attributes", "driver-errors", "driver-values")));
    }

    @Test
    void mbarriersBehaveAsThoseOfTheH100() throws Exception {
        compare(new Gpu("h100", 21, List.of("driver-mbarriers")));
    }

    private void compare(Gpu gpu) throws Exception {
        var place = NativeClientFixture.in(folder, EmulatedServer.class);
        var allowed = differences(gpu);
        var used = new HashSet<Difference>();

        var server = place.serve();
        try (server;
                var pool = Executors.newFixedThreadPool(PROCESSES)) {
            var runs = new ArrayList<Callable<List<String>>>();
            for (var each : cases(place, gpu)) {
                var answers = gpu.answers().resolve(each.title() + ".txt");
                runs.add(() ->
                        problems(each, read(answers), output(place, gpu, each), allowed, used));
            }
            assertThat(runs).hasSize(gpu.cases());
            assertThat(pool.invokeAll(runs)).flatExtracting(HardwareAnswersTest::result).isEmpty();
        }
        assertThat(allowed).as("rows that nothing needs").allMatch(used::contains);
    }

    private static List<String> result(Future<List<String>> run) {
        try {
            return run.get();
        } catch (ExecutionException | InterruptedException fault) {
            throw new IllegalStateException(fault);
        }
    }

    private static Set<Difference> differences(Gpu gpu) throws IOException {
        var rows = new HashSet<Difference>();
        for (var line : Files.readAllLines(gpu.answers().resolve("differences.txt"))) {
            if (!line.startsWith("#")) {
                rows.add(Difference.parse(line));
            }
        }
        return rows;
    }

    private List<Case> cases(NativeClientFixture place, Gpu gpu) throws IOException {
        var sources = NativeClientFixture.moduleFile("../../real-device/gpu-day");
        var cases = new ArrayList<Case>();
        for (var name : gpu.programs()) {
            var program = folder.resolve(name);
            var compiled =
                    NativeProgram.run(
                            List.of(
                                    "cc",
                                    "-std=gnu17",
                                    "-o",
                                    program.toString(),
                                    sources.resolve(name + ".c").toString(),
                                    "-ldl"),
                            Map.of());
            assertThat(compiled.errors()).isEmpty();
            place.run(program).output().lines().forEach(each -> cases.add(new Case(program, each)));
        }
        return cases;
    }

    private static List<String> output(NativeClientFixture place, Gpu gpu, Case each)
            throws IOException {
        var exec = place.driver().resolve(NativeFiles.EXEC);
        var ended =
                place.run(
                        exec,
                        "--device",
                        gpu.device(),
                        "--report-file=/dev/null",
                        "--",
                        each.program().toString(),
                        each.name());
        var lines = new ArrayList<>(compared(ended.output().lines().toList()));
        if (ended.status() != 0) {
            lines.add("exit status " + ended.status());
        }
        return lines;
    }

    private static List<String> compared(List<String> lines) {
        return lines.stream().filter(line -> !line.startsWith("info")).toList();
    }

    /// The lines that differ and may not. Adds the rows that allow the others to `used`.
    private static List<String> problems(
            Case each,
            List<String> lines,
            List<String> emulated,
            Set<Difference> allowed,
            Set<Difference> used) {
        var hardware = compared(lines);
        var rows = allowed.stream().filter(row -> row.name().equals(each.title())).toList();
        var whole = rows.stream().filter(Difference::isWhole).findFirst();
        if (whole.isPresent()) {
            use(used, whole.get());
            return List.of();
        }
        var problems = new ArrayList<String>();
        for (int i = 0; i < Math.max(hardware.size(), emulated.size()); i++) {
            var one = i < hardware.size() ? hardware.get(i) : "";
            var other = i < emulated.size() ? emulated.get(i) : "";
            var row = rows.stream().filter(r -> r.covers(one, other)).findFirst();
            row.filter(_ -> !one.equals(other)).ifPresent(r -> use(used, r));
            if (!one.equals(other) && row.isEmpty()) {
                problems.add("%s: '%s' should be '%s'".formatted(each.title(), other, one));
            }
        }
        return problems;
    }

    private static void use(Set<Difference> used, Difference row) {
        synchronized (used) {
            used.add(row);
        }
    }

    private static List<String> read(Path file) {
        try {
            return Files.readAllLines(file).stream().map(String::stripTrailing).toList();
        } catch (IOException fault) {
            throw new UncheckedIOException(file.toString(), fault);
        }
    }
}
