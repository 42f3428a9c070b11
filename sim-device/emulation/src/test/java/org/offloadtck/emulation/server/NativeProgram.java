package org.offloadtck.emulation.server;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A program of another language while it runs; its words go to files.
public record NativeProgram(Process process, Path output, Path errors) {

    /// How long a program may take before a test calls it hung.
    private static final int LONGEST_SECONDS = 60;

    /// What a program left when it ended.
    public record Ended(int status, String output, String errors) {}

    static NativeProgram start(List<String> words, Map<String, String> environment)
            throws IOException {
        var output = Files.createTempFile("output", ".txt");
        var errors = Files.createTempFile("errors", ".txt");
        var builder =
                new ProcessBuilder(words)
                        .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
                        .redirectOutput(output.toFile())
                        .redirectError(errors.toFile());
        builder.environment().putAll(environment);
        return new NativeProgram(builder.start(), output, errors);
    }

    public static Ended run(List<String> words, Map<String, String> environment)
            throws IOException {
        return start(words, environment).await();
    }

    /// Waits for the end; a program that hangs is ended and told as such.
    public Ended await() throws IOException {
        try {
            if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException(
                        "hangs: " + Files.readString(output) + Files.readString(errors));
            }
        } catch (InterruptedException fault) {
            throw new IllegalStateException(fault);
        }
        var ended =
                new Ended(
                        process.exitValue(),
                        Files.readString(output).strip(),
                        Files.readString(errors).strip());
        Files.delete(output);
        Files.delete(errors);
        return ended;
    }
}
