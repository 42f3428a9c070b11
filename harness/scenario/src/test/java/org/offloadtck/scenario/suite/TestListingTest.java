package org.offloadtck.scenario.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.conformance.plan.TestSuite;
import org.offloadtck.implementation.process.HostTool;

/// ctest itself, and scripts that print what ctest 3.25 and lit 14 print.
final class TestListingTest {

    /// Names with characters that a regular expression gives a meaning.
    private static final List<String> NAMES = List.of("a.b", "a-b (c)", "x+*?|$^[1]", "a", "aa");

    @TempDir private Path folder = Path.of("");

    private String program(String script) throws IOException {
        var file = Files.writeString(folder.resolve("runner"), "#!/bin/sh\n" + script + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file.toString();
    }

    @Test
    void ctestRunsEachTestThatItListsAlone() throws IOException {
        var ctest = HostTool.find("ctest");
        assumeThat(ctest).as("ctest is installed").isPresent();
        var lines = new StringBuilder();
        for (var name : NAMES) {
            lines.append("add_test([=[%s]=] \"/bin/sh\" \"-c\" \"exit 0\")\n".formatted(name));
        }
        Files.writeString(folder.resolve("CTestTestfile.cmake"), lines);

        var tests = new TestListing("ctest", folder).ctest();

        assertThat(tests).extracting(TestSuite.Test::name).containsExactlyElementsOf(NAMES);
        for (var test : tests) {
            var words = test.words();
            var ran = ctest.orElseThrow().run(folder, words.subList(1, words.size()), Map.of());
            assertThat(ran.output()).contains("tests failed out of 1\n").contains(test.name());
        }
    }

    @Test
    void litsTestsAreTheLinesWithASuite() throws IOException {
        var lit = program("printf '%s\\n' '-- Available Tests --' '  mine :: a/b c.test'");

        assertThat(new TestListing(lit, folder).lit())
                .containsExactly(
                        new TestSuite.Test(
                                "a/b c.test",
                                List.of(lit, "-v", folder.resolve("a/b c.test").toString())));
    }

    @Test
    void aRunnerThatFailsSaysWhy() throws IOException {
        var lit = program("echo 'error: did not discover any tests' >&2; exit 2");

        assertThatThrownBy(() -> new TestListing(lit, folder).lit())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("error: did not discover any tests");
        assertThatThrownBy(() -> new TestListing("/nowhere/ctest", folder).ctest())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("/nowhere/ctest lists no tests of ");
    }

    @Test
    void anAnswerThatIsNoListIsRefused() throws IOException {
        var ctest = program("echo '{\"tests\": [{\"nam\": 1}]}'");

        assertThatThrownBy(() -> new TestListing(ctest, folder).ctest())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("name is missing");
    }
}
