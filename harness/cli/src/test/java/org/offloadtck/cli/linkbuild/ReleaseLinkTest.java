package org.offloadtck.cli.linkbuild;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Compares `offload-tck link` with the linker wrapper of each installed release: exit status,
/// images, entries, registration, and what the programs print.
///
/// With the system property `link-builds=all` it performs every build that [LinkFigures] does not
/// have yet, and runs programs; else a few builds.
final class ReleaseLinkTest {

    private static final boolean ALL = "all".equals(System.getProperty("link-builds"));

    @TempDir private static Path folder = Path.of("");

    @TestFactory
    Stream<DynamicTest> linksAsTheReleaseDoes() {
        var comparison = new LinkComparison(folder);
        var builds = ALL ? LinkBuild.all() : LinkBuild.representative();
        return builds.stream()
                .filter(build ->
                        build.toString().matches(System.getProperty("link-builds.name", ".*")))
                .map(build ->
                        DynamicTest.dynamicTest(build.toString(), () -> check(comparison, build)));
    }

    private static void check(LinkComparison comparison, LinkBuild build) throws Exception {
        var reason = LinkComparison.reasonAgainst(build);
        assumeTrue(reason.isEmpty(), reason.orElse(""));
        assumeFalse(ALL && LinkFigures.has(build), "is in " + LinkFigures.FILE);

        var outcome =
                comparison.compare(build, ClangRelease.of(build.release()), ALL && build.isRun());

        if (ALL) {
            LinkFigures.add(outcome);
        }
        assertThat(outcome.differences())
                .as("release: %s%nkit: %s", outcome.output(), outcome.kitOutput())
                .isEmpty();
    }
}
