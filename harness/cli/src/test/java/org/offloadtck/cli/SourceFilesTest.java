package org.offloadtck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// A file that outgrows its bound has a second subject, or says why it has not.
class SourceFilesTest {

    private static final int MOST_LINES = 500;

    private static final String REASON = "more than 500 lines because";

    private static final Pattern TEST_METHOD =
            Pattern.compile(
                    "@(?:Test|ParameterizedTest|Property|TestFactory|ArchTest)\\b[^;{}]*?\\bvoid"
                            + " (\\w+)\\(");

    @Test
    void noSourceFileOutgrowsFiveHundredLines() throws IOException {
        var sources = sources();

        assertThat(sources).hasSizeGreaterThan(200);
        assertThat(sources).noneMatch(SourceFilesTest::isTooLong);
    }

    /// One convention: a test method is a sentence in camel case, which says what holds.
    @Test
    void methodsOfTestsAreSentencesInCamelCase() throws IOException {
        var names =
                sources().stream()
                        .filter(path -> path.toString().contains("/src/test/"))
                        .flatMap(SourceFilesTest::testMethods)
                        .toList();

        assertThat(names)
                .hasSizeGreaterThan(1_000)
                .allMatch(name -> name.matches("[a-z][A-Za-z0-9]+"));
        assertThat(names).noneMatch(name -> name.matches("(test|should)[A-Z].*"));
    }

    private static Stream<String> testMethods(Path source) {
        return TEST_METHOD
                .matcher(String.join("\n", lines(source).toList()))
                .results()
                .map(method -> method.group(1));
    }

    /// A build that fails for one seed in a hundred fails for no reason its author knows.
    @Test
    void everyPropertyIsTriedFromAStatedSeed() throws IOException {
        assertThat(sources().stream().flatMap(SourceFilesTest::lines))
                .filteredOn(line -> line.strip().startsWith("@Property"))
                .hasSizeGreaterThan(50)
                .allMatch(line -> line.contains("seed = \""));
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
        return lines(source).count() > MOST_LINES
                && lines(source).noneMatch(line -> line.contains(REASON));
    }

    private static Stream<String> lines(Path source) {
        try {
            return Files.readAllLines(source).stream();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
