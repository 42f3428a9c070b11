package org.offloadtck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// A file that outgrows its bound has a second subject.
class SourceFilesTest {

    private static final int MOST_LINES = 300;

    /// Files that may be longer, each with the measured reason.
    private static final Map<String, String> EXCEPTIONS = Map.of();

    @Test
    void noSourceFileOutgrowsThreeHundredLines() throws IOException {
        var sources = sources();

        assertThat(sources).hasSizeGreaterThan(200);
        assertThat(sources.stream().filter(SourceFilesTest::isTooLong))
                .extracting(path -> path.getFileName().toString())
                .containsExactlyInAnyOrderElementsOf(EXCEPTIONS.keySet());
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("..", ".."))) {
            return files.filter(path -> path.toString().endsWith(".java"))
                    .filter(path -> !path.toString().contains("/target/"))
                    .sorted()
                    .toList();
        }
    }

    private static boolean isTooLong(Path source) {
        try (Stream<String> lines = Files.lines(source)) {
            return lines.count() > MOST_LINES;
        } catch (IOException fault) {
            throw new java.io.UncheckedIOException(fault);
        }
    }
}
