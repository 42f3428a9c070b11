package org.offloadtck.reports.budget;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.command.ExitCode;
import org.offloadtck.reports.Samples;
import picocli.CommandLine;

class BudgetUpdateTest {

    private static final String KERNELS =
            """
            # What solve may cost.
            - kernel: "*_solve"     # every release
              device: t4
              metric: cycles
              reference: 1000
              margin: 5
              source: counted on 2026-11-01
            - {kernel: "*_solve", device: t4, metric: barriers, reference: 7, source: counted}
            - {kernel: "*_solve", device: h100, metric: barriers, reference: 7, source: counted}
            """;

    private static final String REPORT =
            """
            {"schema": "offload-tck-run", "version": 1, "device": "t4", "budgets": [
              {"kernel": "*_solve", "metric": "cycles", "reference": 1000, "margin": 5,
               "source": "counted", "verdict": "PERF_REGRESSED", "value": 1100},
              {"kernel": "*_solve", "metric": "barriers", "reference": 7, "margin": 0,
               "source": "counted", "verdict": "PASS", "value": 7}]}
            """;

    @TempDir private Path folder = Path.of("");

    private Path budgets = Path.of("");

    private final StringWriter printed = new StringWriter();
    private final StringWriter errors = new StringWriter();

    @BeforeEach
    void writeBudgets() throws IOException {
        budgets = Files.writeString(folder.resolve("budgets.yaml"), KERNELS);
    }

    private int update(Path file, Path... reports) {
        var line =
                new CommandLine(new BudgetCommand())
                        .setOut(new PrintWriter(printed))
                        .setErr(new PrintWriter(errors, true));
        var words = new ArrayList<>(List.of("update", file.toString()));
        for (var report : reports) {
            words.add("--from");
            words.add(report.toString());
        }
        words.add("--reason");
        words.add("one sweep more, clang 22 on 2026-11-23");
        return line.execute(words.toArray(String[]::new));
    }

    private Path report(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    @Test
    void movesTheRowsThatLeftTheirMargin() throws IOException {
        assertThat(update(budgets, report("run.json", REPORT))).isEqualTo(ExitCode.OK);

        assertThat(Files.readString(budgets))
                .isEqualTo(
                        KERNELS.replace("reference: 1000", "reference: 1100")
                                .replace(
                                        "counted on 2026-11-01",
                                        "\"one sweep more, clang 22 on 2026-11-23\""));
        assertThat(printed.toString())
                .isEqualToNormalizingNewlines(
                        """
                        cycles of *_solve on t4: 1,000 -> 1,100 (+10.0 %)
                        barriers of *_solve on h100: not measured
                        1 of 3 budgets have a new reference
                        """);
    }

    @Test
    void movesTheRowsOfScenarios() throws IOException {
        var rows =
                """
                - id: zaxpy-sim
                  subject: zaxpy
                  device: sim
                  metric: instructions
                  value: 11000   # exact
                  unit: instructions
                  source: "measured"
                """;
        var file = report("zaxpy.yaml", rows);
        report("results.json", Samples.run().toJson());

        assertThat(update(file, folder)).isEqualTo(ExitCode.OK);

        assertThat(Files.readString(file))
                .contains("value: 12000   # exact", "source: \"one sweep more")
                .hasLineCount(7);
        assertThat(printed.toString()).contains("zaxpy-sim: 11,000 -> 12,000 (+9.1 %)");
    }

    @Test
    void leavesTheFileIfNothingMoved() throws IOException {
        var kept = REPORT.replace("PERF_REGRESSED", "PASS");

        assertThat(update(budgets, report("run.json", kept))).isEqualTo(ExitCode.OK);

        assertThat(Files.readString(budgets)).isEqualTo(KERNELS);
        assertThat(printed.toString()).contains("0 of 3 budgets have a new reference");
    }

    @Test
    void refusesAReportOfOtherReferences() throws IOException {
        var old = REPORT.replace("\"reference\": 1000", "\"reference\": 900");

        assertThat(update(budgets, report("run.json", old))).isEqualTo(ExitCode.USAGE);

        assertThat(errors.toString())
                .contains(
                        "budgets.yaml: cycles of *_solve on t4: reference is 1000 when the report compared with 900");
        assertThat(Files.readString(budgets)).isEqualTo(KERNELS);
    }

    @Test
    void refusesReportsThatDiffer() throws IOException {
        var first = report("one.json", REPORT);
        var second = report("two.json", REPORT.replace("1100", "1200"));

        assertThat(update(budgets, first, second)).isEqualTo(ExitCode.USAGE);

        assertThat(errors.toString())
                .contains(
                        "two.json: cycles of *_solve on t4: is 1200 of 1000 when it is 1100 of 1000 elsewhere");
    }

    @Test
    void refusesAReportWithoutAFigure() throws IOException {
        var other = REPORT.replace("\"t4\"", "\"a100\"");

        assertThat(update(budgets, report("run.json", other))).isEqualTo(ExitCode.USAGE);

        assertThat(errors.toString()).contains("no report has a figure for a budget of");
    }

    /// A report that was cut anywhere gives one error or changes nothing.
    @Test
    void aCutReportChangesNothing() throws IOException {
        for (int length = 0; length < REPORT.stripTrailing().length(); length++) {
            var cut = report("run.json", REPORT.substring(0, length));

            assertThat(update(budgets, cut)).as("%d characters", length).isEqualTo(ExitCode.USAGE);
        }
        assertThat(Files.readString(budgets)).isEqualTo(KERNELS);
        assertThat(errors.toString()).doesNotContain("\tat ");
    }

    /// A file of budgets with a changed byte is refused, or keeps every other character.
    @Test
    void aDamagedFileIsRefusedOrEdited() throws IOException {
        var report = report("run.json", REPORT);
        for (int i = 0; i < KERNELS.length(); i++) {
            var damaged =
                    KERNELS.substring(0, i)
                            + (char) (KERNELS.charAt(i) ^ 1)
                            + KERNELS.substring(i + 1);
            Files.writeString(budgets, damaged);

            int exit = update(budgets, report);

            assertThat(exit).as("character %d", i).isIn(ExitCode.OK, ExitCode.USAGE);
            if (exit == ExitCode.USAGE) {
                assertThat(Files.readString(budgets)).isEqualTo(damaged);
            }
        }
        assertThat(errors.toString()).doesNotContain("\tat ");
    }

    @Test
    void needsAReasonAndACommand() throws IOException {
        var line = new CommandLine(new BudgetCommand()).setErr(new PrintWriter(errors, true));
        var report = report("run.json", REPORT).toString();

        assertThat(line.execute("update", budgets.toString(), "--from", report, "--reason", " "))
                .isEqualTo(ExitCode.USAGE);
        assertThat(line.execute()).isEqualTo(ExitCode.USAGE);

        assertThat(errors.toString())
                .contains("--reason is empty", "no command is given when it should be: update");
    }
}
