package org.offloadtck.reports.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.reports.Samples;

class VerdictTableTest {

    @Test
    void showsStagesRequirementsAndDevices() {
        assertThat(VerdictTable.of(Samples.run(), Samples.catalogue()))
                .isEqualTo(
                        """
                        Offload entries                           no device  opencl:pocl  sim:sm_75
                          OE-01  An entry of a table has a <nam…  PASS 2     NOT_RUN 1    FAIL_VALUE 1/2
                          OE-02  A table is not empty & not end…  uncovered

                        Profiles
                          llvm-16  1 PASS, 1 FAIL_VALUE, 1 PERF_REGRESSED, 1 NOT_RUN
                          llvm-22  1 PASS

                        Needs attention
                          OE-01  The table costs
                              PERF_REGRESSED: 12000 when the budget is 11000
                              table.costs/-/llvm-16/offload-entries -> reference/sim:sm_75
                          OE-01  The table runs
                              FAIL_VALUE: y[3] is <1> when it should be 2
                              table.runs/-/llvm-16/offload-entries -> reference/sim:sm_75

                        Not judged
                          1 × NOT_RUN: no platform found

                        Devices not here
                          opencl:pocl: no platform found

                        2 requirements: 1 broken, 1 uncovered
                        5 results: 2 PASS, 1 FAIL_VALUE, 1 PERF_REGRESSED, 1 NOT_RUN
                        """);
    }

    @Test
    void theTableFitsATerminal() {
        assertThat(
                        VerdictTable.of(Samples.run(), Samples.catalogue())
                                .lines()
                                .takeWhile(line -> !line.isEmpty()))
                .hasSize(3)
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    }

    @Test
    void beginsAFullyWaivedRunWithThatAndListsWaiversAndExclusions() {
        assertThat(VerdictTable.of(Samples.waived(), Samples.catalogue()))
                .startsWith(
                        "Fully waived: no result held; 1 failed as waivers expect, 1 excluded, 0 not"
                                + " judged.\n\n")
                .contains(
                        """
                        Waivers
                          W1  decides 1 result
                              rounds twice; owner someone, issue example.org/W1, expires 2026-12-31
                              table.*
                          W2  unused: no result of this run has such a key; remove it
                              rounds twice; owner someone, issue example.org/W2, expires 2026-12-31
                              table.*
                          W3  expired on 2026-12-31: waives nothing, and covers 2 results; renew or remove it
                              rounds twice; owner someone, issue example.org/W3, expires 2026-12-31
                              table.*

                        Exclusions
                          E1  excludes 1 result: OE-01 of llvm-22
                              the edition has no table
                        """)
                .endsWith("2 results: 1 XFAIL, 1 EXCLUDED\n");
        assertThat(VerdictTable.of(Samples.run(), Samples.catalogue()))
                .doesNotContain("Fully waived");
    }

    @Test
    void tellsAFailureThatRepeatsOnce() {
        var wrong = Verdict.of(VerdictKind.FAIL_VALUE, "y[3] is 1 when it should be 2");
        var twice =
                Samples.document(
                        Samples.result("runs", "llvm-16", Samples.SIMULATED, wrong),
                        Samples.result("runs", "llvm-22", Samples.SIMULATED, wrong));

        assertThat(VerdictTable.of(twice, Samples.catalogue()))
                .containsOnlyOnce("y[3] is 1 when it should be 2")
                .contains("and 1 more of this scenario");
    }

    @Test
    void saysThatNothingWasRun() {
        assertThat(VerdictTable.of(Samples.document(), Samples.catalogue()))
                .endsWith("2 requirements: 2 uncovered\nno results\n");
    }
}
