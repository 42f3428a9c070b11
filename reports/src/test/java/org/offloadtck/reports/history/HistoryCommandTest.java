package org.offloadtck.reports.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.command.ExitCode;
import org.offloadtck.reports.Samples;
import picocli.CommandLine;

class HistoryCommandTest {

    @TempDir private Path folder = Path.of("");

    private final StringWriter printed = new StringWriter();
    private final StringWriter errors = new StringWriter();

    private int history(String... words) {
        return new CommandLine(new HistoryCommand())
                .setOut(new PrintWriter(printed))
                .setErr(new PrintWriter(errors, true))
                .execute(words);
    }

    @Test
    void showsTheRunsOfFilesAndFolders() throws IOException {
        var run = Samples.run().toJson();
        Files.writeString(folder.resolve("results.json"), run);
        var other = folder.resolve("other.json");
        Files.writeString(other, run.replace("2026-11-22T20:00:00Z", "2026-11-21T08:30:00Z"));
        var page = folder.resolve("page.html");

        assertThat(history("--html", page.toString(), folder.toString(), other.toString()))
                .isEqualTo(ExitCode.OK);

        assertThat(printed.toString().lines().skip(1))
                .startsWith("2026-11-21 08:30  0.1.0 d7621adf           2           2           1")
                .element(1)
                .asString()
                .startsWith("2026-11-22 20:00");
        var html = Jsoup.parse(Files.readString(page));
        assertThat(html.select("tbody tr")).hasSize(2);
        assertThat(html.select("svg[role=img][aria-label] polyline")).hasSize(4);
        assertThat(html.select("script, link[rel=stylesheet], img")).isEmpty();
    }

    @Test
    void whatIsNoRunIsAUsageError() throws IOException {
        var file = Files.writeString(folder.resolve("results.json"), "[");

        assertThat(history(file.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(errors.toString()).contains("results.json: line 1").doesNotContain("\tat ");
    }
}
