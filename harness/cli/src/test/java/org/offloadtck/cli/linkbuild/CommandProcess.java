package org.offloadtck.cli.linkbuild;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.offloadtck.cli.OffloadTck;

/// A finished process.
///
/// @param output of both streams
public record CommandProcess(int status, String output) {

    private static final long LIMIT_SECONDS = 120;

    public static boolean isInstalled(String tool) {
        return List.of(System.getenv().getOrDefault("PATH", "").split(":", -1)).stream()
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool)));
    }

    /// The words that start the kit of this class path.
    static List<String> kit() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                OffloadTck.class.getName());
    }

    static CommandProcess run(Path folder, List<String> words) {
        return run(folder, Map.of(), words);
    }

    static CommandProcess run(Path folder, Map<String, String> environment, List<String> words) {
        try {
            var output = Files.createTempFile("link-build-", ".txt");
            try {
                var builder =
                        new ProcessBuilder(words)
                                .directory(folder.toFile())
                                .redirectErrorStream(true)
                                .redirectOutput(output.toFile());
                builder.environment().putAll(environment);
                var process = builder.start();
                if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                    throw new IllegalStateException(String.join(" ", words) + " does not end");
                }
                return new CommandProcess(process.exitValue(), Files.readString(output));
            } finally {
                Files.delete(output);
            }
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /// The output of a process that must succeed.
    String orFail() {
        if (status != 0) {
            throw new IllegalStateException("exit status %d: %s".formatted(status, output));
        }
        return output;
    }
}
