package org.offloadtck.reports.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.command.ExitCode;
import org.offloadtck.data.DataText;
import org.offloadtck.reports.Samples;
import picocli.CommandLine;

class CompareCommandTest {

    @TempDir private Path folder = Path.of("");

    private final StringWriter printed = new StringWriter();
    private final StringWriter errors = new StringWriter();

    @BeforeEach
    void writeTwoRuns() throws IOException {
        var run = Samples.run();
        Files.writeString(folder.resolve("results.json"), run.toJson());
        Files.writeString(folder.resolve("fixed.json"), run.toJson().replace("FAIL_VALUE", "PASS"));
    }

    private int compare(String... words) {
        return new CommandLine(new CompareCommand())
                .setOut(new PrintWriter(printed))
                .setErr(new PrintWriter(errors, true))
                .execute(
                        Stream.of(words)
                                .map(word ->
                                        word.startsWith("-") ? word : folder.resolve(word) + "")
                                .toArray(String[]::new));
    }

    @Test
    void aFolderIsTheReportInIt() {
        assertThat(compare(".", "results.json")).isEqualTo(ExitCode.OK);
        assertThat(printed.toString()).endsWith("5 results are as before\n");
    }

    @Test
    void exitsWithOneIfAResultRegressed() {
        assertThat(compare("results.json", "fixed.json")).isEqualTo(ExitCode.OK);
        assertThat(printed.toString()).contains("Fixed: 1", "FAIL_VALUE -> PASS");
        assertThat(compare("fixed.json", "results.json")).isEqualTo(ExitCode.UNEXPECTED);
        assertThat(printed.toString())
                .contains("Regressed: 1", "PASS -> FAIL_VALUE: y[3] is <1> when it should be 2");
    }

    @Test
    void aBaselineIsWrittenComparedAndReplaced() throws IOException {
        assertThat(compare("--update-baseline", "baseline", "fixed.json")).isEqualTo(ExitCode.OK);
        assertThat(compare("baseline", "results.json")).isEqualTo(ExitCode.UNEXPECTED);
        assertThat(compare("--update-baseline", "baseline", "results.json")).isEqualTo(ExitCode.OK);
        assertThat(compare("baseline", "results.json")).isEqualTo(ExitCode.OK);
        assertThat(Files.readString(folder.resolve("baseline")))
                .startsWith("offload-tck-baseline\t1\n");
    }

    @Test
    void aFileThatIsNoBaselineIsNotReplacedByOne() throws IOException {
        var before = Files.readString(folder.resolve("results.json"));

        assertThat(compare("--update-baseline", "results.json", "fixed.json"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(errors.toString()).contains("results.json is no baseline");
        assertThat(Files.readString(folder.resolve("results.json"))).isEqualTo(before);
    }

    @Test
    void theSeedIsThatOfTheCommandLine() throws IOException {
        var run = Samples.run().toJson();
        Files.writeString(
                folder.resolve("seed.json"),
                run.replaceFirst("\"run\"(\\s*])", "\"run\", \"--shuffle\", \"42\"$1"));

        compare("results.json", "seed.json");

        assertThat(printed.toString()).contains("seed: 'none' -> '42'");
    }

    @Test
    void writesJson() {
        compare("--json", "fixed.json", "results.json");

        var fields = new DataText("comparison", printed.toString()).json();
        assertThat(fields.text("schema")).isEqualTo("offload-tck-comparison");
        assertThat(fields.rows("changes").getFirst().text("kind")).isEqualTo("regressed");
    }

    @Test
    void writesAPageWithoutRequests() throws IOException {
        compare("--html", "page.html", "fixed.json", "results.json");

        var page = Jsoup.parse(Files.readString(folder.resolve("page.html")));
        assertThat(page.select("main").text())
                .contains("PASS -> FAIL_VALUE: y[3] is <1> when it should be 2");
        assertThat(page.select("script, link[rel=stylesheet], img")).isEmpty();
    }

    @Test
    void whatIsNoRunIsAUsageError() throws IOException {
        Files.writeString(folder.resolve("other.json"), "{}");

        assertThat(compare("results.json", "other.json")).isEqualTo(ExitCode.USAGE);
        assertThat(errors.toString()).contains("other.json").doesNotContain("\tat ");
    }
}
