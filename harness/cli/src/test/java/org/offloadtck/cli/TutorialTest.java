package org.offloadtck.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `docs/tutorial.md`: its commands, executed one after another in one folder, print what it says.
class TutorialTest {

    private static final Path TUTORIAL = Path.of("../../docs/tutorial.md");
    private static final String PROMPT = "$ ";

    @TempDir private Path folder = Path.of("");

    /// A command and the lines below it: its input if it is `cat`, else its output.
    private record Step(String command, List<String> lines) {

        boolean isFile() {
            return command.startsWith("cat > ");
        }
    }

    @Test
    void itsCommandsPrintWhatItSays() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/clang++-16")), "there is no clang++-16");
        assumeTrue(
                Files.exists(Path.of("/usr/lib/llvm-16/lib/libomptarget-nvptx-sm_75.bc")),
                "there is no device runtime of LLVM 16");
        var text = Files.readString(TUTORIAL);
        installKit();
        Files.writeString(folder.resolve("scale.cpp"), blocks(text, "cpp").getFirst());
        var steps =
                blocks(text, "console").stream().flatMap(block -> steps(block).stream()).toList();

        assertThat(steps).hasSizeGreaterThan(15);
        for (var step : steps) {
            follow(step);
        }
    }

    private void installKit() throws IOException {
        var bin = Files.createDirectories(folder.resolve("bin"));
        var classes =
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path"));
        var java = Path.of(System.getProperty("java.home"), "bin", "java");
        Files.writeString(
                Files.createFile(
                        bin.resolve("offload-tck"),
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rwxr-xr-x"))),
                """
                #!/bin/sh
                exec %s -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED -cp '%s' org.offloadtck.cli.OffloadTck "$@"
                """
                        .formatted(java, classes));
    }

    private static List<String> blocks(String text, String language) {
        return Pattern.compile(
                        "^```" + language + "\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE)
                .matcher(text)
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    private static List<Step> steps(String block) {
        var steps = new ArrayList<Step>();
        for (var line : block.lines().toList()) {
            if (line.startsWith(PROMPT)) {
                steps.add(new Step(line.substring(PROMPT.length()), new ArrayList<>()));
            } else {
                steps.getLast().lines().add(line);
            }
        }
        return steps;
    }

    private void follow(Step step) throws Exception {
        if (step.isFile()) {
            var file = folder.resolve(step.command().substring("cat > ".length()));
            Files.writeString(file, String.join("\n", step.lines()) + "\n");
            return;
        }
        var shell = new ProcessBuilder("bash", "-c", step.command()).directory(folder.toFile());
        shell.environment().merge("PATH", "", (path, _) -> folder.resolve("bin") + ":" + path);
        var output = folder.resolve("output.txt");
        var process = shell.redirectErrorStream(true).redirectOutput(output.toFile()).start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).as(step.command()).isTrue();
        if (!step.lines().isEmpty()) {
            assertThat(Files.readString(output).stripTrailing())
                    .as(step.command())
                    .matches(pattern(step.lines()));
        }
    }

    /// `…` is any text of a line, and alone on a line, any lines.
    private static Pattern pattern(List<String> lines) {
        var text = new StringBuilder();
        for (var line : lines) {
            var any = line.equals("…") ? "(.|\n)*" : "[^\n]*";
            text.append(text.isEmpty() ? "" : "\n")
                    .append(
                            List.of(line.split("…", -1)).stream()
                                    .map(Pattern::quote)
                                    .reduce((a, b) -> a + any + b)
                                    .orElse(""));
        }
        return Pattern.compile(text.toString());
    }
}
