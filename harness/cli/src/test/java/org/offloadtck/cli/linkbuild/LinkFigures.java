package org.offloadtck.cli.linkbuild;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// The figures of the whole comparison: a row for each build without differences.
///
/// The columns are release, options, form, exit status of the release's wrapper and of the kit's,
/// number of images, warnings that the kit prints, `ran` if both programs were run, differences.
final class LinkFigures {

    static final Path FILE = Path.of("target", "link-builds.csv");

    private LinkFigures() {}

    static boolean has(LinkBuild build) throws IOException {
        return Files.exists(FILE)
                && Files.readAllLines(FILE).stream()
                        .anyMatch(row -> row.startsWith(key(build)) && row.endsWith(","));
    }

    private static String key(LinkBuild build) {
        return "%s,%s,%s,".formatted(build.release(), build.options(), build.form());
    }

    static void add(LinkComparison.Outcome outcome) throws IOException {
        long warnings =
                outcome.kitOutput().lines().filter(line -> line.startsWith("warning:")).count();
        var row =
                List.of(
                        Integer.toString(outcome.status()),
                        Integer.toString(outcome.kitStatus()),
                        Integer.toString(outcome.images().size()),
                        Long.toString(warnings),
                        outcome.ran() ? "ran" : "",
                        String.join(" | ", outcome.differences()).replaceAll("[\\n,]", ";"));
        Files.createDirectories(Path.of("target"));
        Files.writeString(
                FILE,
                key(outcome.build()) + String.join(",", row) + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }
}
