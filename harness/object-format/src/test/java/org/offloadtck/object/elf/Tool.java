package org.offloadtck.object.elf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A tool of this machine that reads ELF files; a test that needs one which is not installed is
/// skipped.
public record Tool(String name) {

    private static final long LIMIT_SECONDS = 30;

    /// Runs the tool in `folder` and returns what it wrote to both its streams; it must succeed.
    public String run(Path folder, String... arguments) throws IOException, InterruptedException {
        assumeTrue(isInstalled(), () -> name + " is not installed");
        var command = new ArrayList<String>(List.of(name));
        command.addAll(List.of(arguments));
        Path output = Files.createTempFile(folder, "tool", ".out");
        Process process =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        process.destroyForcibly();
        String said = Files.readString(output);
        assertThat(ended).as("%s ended; it said %s", command, said).isTrue();
        assertThat(process.exitValue()).as("%s said %s", command, said).isZero();
        return said;
    }

    private boolean isInstalled() {
        if (Files.isExecutable(Path.of(name))) {
            return true;
        }
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
    }
}
