package org.offloadtck.reports.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.util.HashSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.reports.Samples;
import org.offloadtck.reports.trace.RunTrace;

class CodeHostReportsTest {

    private static String codeQuality(ResultDocument document) throws IOException {
        var out = new StringWriter();
        CodeQuality.write(document, out);
        return out.toString();
    }

    @Test
    void annotatesTheScenarioOfAFailure() {
        assertThat(GitHubReport.annotations(trace(Samples.run())))
                .contains(
                        "::error file=features/src/main/resources/features/offload-entries/table.feature"
                                + ",line=12,title=OE-01 The table runs::The table runs: FAIL_VALUE: y[3] is"
                                + " <1> when it should be 2 (table.runs/");
    }

    @Test
    void escapesWhatWouldEndAWorkflowCommand() {
        var run =
                Samples.document(
                        Samples.result(
                                "runs",
                                "llvm-16",
                                Samples.SIMULATED,
                                Verdict.of(VerdictKind.FAIL_VALUE, "100%\n::error::x")));

        assertThat(GitHubReport.annotations(trace(run)))
                .contains("100%25%0A::error::x")
                .hasLineCount(1);
    }

    @Test
    void staysWithinTheLimitsOfGitHub() {
        var run = trace(failures(5_000));

        assertThat(GitHubReport.annotations(run))
                .hasLineCount(GitHubReport.MOST_ANNOTATIONS)
                .endsWith("::error title=Offload TCK::4991 more scenarios failed\n");
        assertThat(GitHubReport.summary(run).getBytes(UTF_8)).hasSizeLessThan(1 << 20);
        assertThat(GitHubReport.summary(run)).endsWith("* 4900 more\n");
    }

    @Test
    void countsPerImplementationInTheSummary() {
        assertThat(GitHubReport.summary(trace(Samples.run())))
                .contains("| broken | 1 |")
                .contains("| reference | 2 | 2 | 0 | 0 | 1 |")
                .contains("* **OE-01** The table runs: FAIL\\_VALUE: y\\[3\\] is \\<1\\> when");
    }

    @Test
    void beginsTheSummaryOfAFullyWaivedRunWithThatAndStatesTheTermsOfWaivers() throws IOException {
        assertThat(GitHubReport.summary(trace(Samples.waived())))
                .startsWith(
                        "**Fully waived: no result held; 1 failed as waivers expect, 1 excluded, 0 not"
                                + " judged.**\n")
                .contains("| reference | 0 | 0 | 1 | 1 | 0 |")
                .contains(
                        "* **W1** decides 1 result: rounds twice; owner someone, issue"
                                + " example.org/W1, expires 2026-12-31 (`table.*`)")
                .contains("* **W2** unused: no result of this run has such a key; remove it: ")
                .contains("* **E1** excludes 1 result: OE-01 of llvm-22: the edition has no table");
        assertThat(codeQuality(Samples.waived())).isEqualTo("[ ]\n");
    }

    @Test
    void givesGitLabEveryFieldThatItReads() throws IOException {
        var violations = JsonMapper.builder().build().readTree(codeQuality(Samples.run()));
        var fingerprints = new HashSet<String>();

        assertThat(violations)
                .hasSize(2)
                .allSatisfy(violation -> {
                    assertThat(violation.get("description").asText()).contains(" when ");
                    assertThat(violation.get("check_name").asText()).isEqualTo("OE-01");
                    assertThat(violation.get("severity").asText()).isEqualTo("major");
                    assertThat(violation.at("/location/lines/begin").isInt()).isTrue();
                    assertThat(fingerprints.add(violation.get("fingerprint").asText())).isTrue();
                });
    }

    private static ResultDocument failures(int count) {
        return Samples.document(
                IntStream.range(0, count)
                        .mapToObj(number ->
                                Samples.result(
                                        "runs %d".formatted(number),
                                        "llvm-16",
                                        Samples.SIMULATED,
                                        Verdict.of(VerdictKind.FAIL_VALUE, "ä".repeat(9_000))))
                        .toArray(Result[]::new));
    }

    private static RunTrace trace(ResultDocument run) {
        return RunTrace.of(run, Samples.catalogue());
    }
}
