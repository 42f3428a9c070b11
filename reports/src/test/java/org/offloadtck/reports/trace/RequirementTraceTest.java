package org.offloadtck.reports.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.conformance.requirement.Requirement;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.reports.Samples;

class RequirementTraceTest {

    private static final Verdict FAILED = Verdict.of(VerdictKind.FAIL_LINK, "undefined symbol");
    private static final Verdict NOT_RUN = Verdict.of(VerdictKind.NOT_RUN, "no device");
    private static final Verdict FAULT = Verdict.of(VerdictKind.HARNESS_ERROR, "no disk");
    private static final Verdict WAIVED = new Verdict.ExpectedFailure("W1", "undefined symbol");

    @Test
    void isBrokenByOneFailure() {
        assertThat(status(Verdict.pass(), FAULT, FAILED)).isEqualTo(RequirementStatus.BROKEN);
    }

    @Test
    void isUndecidedWhenTheKitFailed() {
        assertThat(status(Verdict.pass(), FAULT)).isEqualTo(RequirementStatus.UNDECIDED);
    }

    @Test
    void isWaivedRatherThanHeld() {
        assertThat(status(Verdict.pass(), WAIVED)).isEqualTo(RequirementStatus.WAIVED);
    }

    @Test
    void isHeldInPartWhereSomeOfItWasNotJudged() {
        assertThat(status(NOT_RUN, Verdict.pass())).isEqualTo(RequirementStatus.PARTLY_HELD);
        assertThat(status(Verdict.pass(), Verdict.pass())).isEqualTo(RequirementStatus.HELD);
    }

    @Test
    void isNotHeldByWhatWasNotRun() {
        assertThat(status(NOT_RUN)).isEqualTo(RequirementStatus.NOT_JUDGED);
    }

    @Test
    void isUncoveredWithoutResults() {
        assertThat(status()).isEqualTo(RequirementStatus.UNCOVERED);
    }

    @Test
    void tellsOfResultsThatSpeakForNoRequirement() {
        var lost = Samples.result("names", "llvm-16", DeviceIdentity.NONE, Verdict.pass());
        var document =
                Samples.document(
                        new org.offloadtck.conformance.result.Result(
                                lost.identity(),
                                lost.title(),
                                List.of("OE-77"),
                                lost.verdict(),
                                List.of()));

        assertThat(RunTrace.of(document, Samples.catalogue()).orphans()).containsExactly("OE-77");
    }

    private static RequirementStatus status(Verdict... verdicts) {
        var results =
                Arrays.stream(verdicts)
                        .map(verdict ->
                                Samples.result("runs", "llvm-16", Samples.SIMULATED, verdict))
                        .toList();
        Requirement requirement = Samples.catalogue().requirements().getFirst();
        return new RequirementTrace(requirement, results).status();
    }
}
