package org.offloadtck.conformance.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.waiver.Exclusion;
import org.offloadtck.conformance.waiver.Exclusions;
import org.offloadtck.conformance.waiver.Waiver;
import org.offloadtck.conformance.waiver.WaiverUse;
import org.offloadtck.conformance.waiver.WaiverUse.State;
import org.offloadtck.conformance.waiver.Waivers;

class KnownOutcomesTest {

    private static final LocalDate IN_TIME = LocalDate.of(2026, 12, 31);
    private static final LocalDate TOO_LATE = LocalDate.of(2027, 1, 1);
    private static final Verdict FAILURE = Verdict.of(VerdictKind.FAIL_VALUE, "2 values differ");

    private static final Waiver ROUNDS = waiver("W1", "zaxpy.*/llvm-16/* -> */opencl:*");

    @Test
    void turnsAFailureItCoversIntoAnExpectedOne() {
        assertThat(verdict(IN_TIME, result("opencl", FAILURE), ROUNDS))
                .isEqualTo("XFAIL(W1): FAIL_VALUE: 2 values differ");
    }

    @Test
    void turnsAPassItCoversIntoAnUnexpectedOne() {
        assertThat(verdict(IN_TIME, result("opencl", Verdict.pass()), ROUNDS))
                .isEqualTo("XPASS(W1): rounds twice");
    }

    @Test
    void leavesAPassThatTwoWaiversCoverUnexpected() {
        var again = waiver("W2", "*");

        assertThat(verdict(IN_TIME, result("opencl", Verdict.pass()), ROUNDS, again))
                .isEqualTo("XPASS(W1): rounds twice");
        assertThat(verdict(IN_TIME, result("opencl", FAILURE), again, ROUNDS))
                .isEqualTo("XFAIL(W2): FAIL_VALUE: 2 values differ");
    }

    @Test
    void leavesAloneWhatItDoesNotCover() {
        assertThat(verdict(IN_TIME, result("sim", FAILURE), ROUNDS)).isEqualTo(FAILURE.text());
    }

    @Test
    void waivesNoFailurePastTheLastDayAndSaysSo() {
        var crashed = result("opencl", new Verdict.Crash("SIGSEGV", "in the launch"));

        assertThat(verdict(TOO_LATE, crashed, ROUNDS))
                .isEqualTo("CRASH(SIGSEGV): in the launch (waiver W1 expired on 2026-12-31)");
    }

    @Test
    void letsAPassBeOnePastTheLastDay() {
        assertThat(verdict(TOO_LATE, result("opencl", Verdict.pass()), ROUNDS)).isEqualTo("PASS");
    }

    @Test
    void prefersAWaiverInForceToAnExpiredOne() {
        var later =
                new Waiver("W2", "zaxpy.*", "rounds twice", "someone", "#1", TOO_LATE.plusDays(1));

        assertThat(verdict(TOO_LATE, result("opencl", FAILURE), ROUNDS, later))
                .isEqualTo("XFAIL(W2): FAIL_VALUE: 2 values differ");
    }

    @Test
    void waivesNoFaultOfTheKitAndNothingThatWasNotJudged() {
        var fault = Verdict.of(VerdictKind.HARNESS_ERROR, "no disk");
        var absent = Verdict.of(VerdictKind.UNSUPPORTED, "no device");

        assertThat(verdict(IN_TIME, result("opencl", fault), ROUNDS)).isEqualTo(fault.text());
        assertThat(verdict(IN_TIME, result("opencl", absent), ROUNDS)).isEqualTo(absent.text());
    }

    @Test
    void excludesWhatTheEditionDoesNotHaveWhateverItsVerdict() {
        var known = excluding(List.of("KL-01"), List.of());

        for (var verdict :
                List.of(FAILURE, Verdict.pass(), Verdict.of(VerdictKind.UNSUPPORTED, "none"))) {
            assertThat(known.apply(result("opencl", verdict)).verdict().text())
                    .isEqualTo("EXCLUDED(E1): no such clause");
        }
        assertThat(known.apply(result("opencl", Verdict.of(VerdictKind.HARNESS_ERROR, "no disk"))))
                .extracting(each -> each.verdict().kind())
                .isEqualTo(VerdictKind.HARNESS_ERROR);
    }

    @Test
    void excludesAScenarioOnlyIfAllItsRequirementsAreExcluded() {
        var both =
                new Result(
                        result("opencl", FAILURE).identity(),
                        "title",
                        List.of("KL-01", "KL-02"),
                        FAILURE,
                        List.of());

        assertThat(excluding(List.of("KL-01"), List.of()).apply(both).verdict().kind())
                .isEqualTo(VerdictKind.XFAIL);
        assertThat(excluding(List.of(), List.of("zaxpy.*")).apply(both).verdict().kind())
                .isEqualTo(VerdictKind.EXCLUDED);
    }

    @Test
    void excludesNothingOfAnotherEdition() {
        var known =
                new KnownOutcomes(
                        Waivers.NONE,
                        new Exclusions(
                                List.of(
                                        new Exclusion(
                                                "E1",
                                                List.of("llvm-19"),
                                                List.of("KL-01"),
                                                List.of(),
                                                "no such clause"))),
                        IN_TIME);

        assertThat(known.apply(result("opencl", FAILURE)).verdict()).isEqualTo(FAILURE);
        assertThat(known.exclusionUses(List.of(result("opencl", FAILURE))).getFirst().effect())
                .isEqualTo("unused: excludes no result of this run");
    }

    @Test
    void statesWhatEachWaiverDid() {
        var shadowed = waiver("W2", "zaxpy.*");
        var idle = waiver("W3", "saxpy.*");
        var old = new Waiver("W4", "*", "old", "someone", "#1", IN_TIME.minusDays(1));
        var known =
                new KnownOutcomes(
                        new Waivers(List.of(ROUNDS, shadowed, idle, old)),
                        Exclusions.NONE,
                        IN_TIME);

        var uses = known.waiverUses(List.of(known.apply(result("opencl", FAILURE))));

        assertThat(uses)
                .extracting(WaiverUse::state)
                .containsExactly(State.USED, State.UNUSED, State.UNUSED, State.EXPIRED);
        assertThat(uses)
                .extracting(WaiverUse::effect)
                .containsExactly(
                        "decides 1 result",
                        "unused: covers 1 result, which earlier waivers decide or which were not"
                                + " judged",
                        "unused: no result of this run has such a key; remove it",
                        "expired on 2026-12-30: waives nothing, and covers 1 result; renew or"
                                + " remove it");
    }

    private static KnownOutcomes excluding(List<String> requirements, List<String> scenarios) {
        return new KnownOutcomes(
                new Waivers(List.of(ROUNDS)),
                new Exclusions(
                        List.of(
                                new Exclusion(
                                        "E1",
                                        List.of("llvm-16"),
                                        requirements,
                                        scenarios,
                                        "no such clause"))),
                IN_TIME);
    }

    private static String verdict(LocalDate today, Result result, Waiver... waivers) {
        return new KnownOutcomes(new Waivers(Arrays.asList(waivers)), Exclusions.NONE, today)
                .apply(result)
                .verdict()
                .text();
    }

    private static Waiver waiver(String id, String results) {
        return new Waiver(id, results, "rounds twice", "someone", "#1", IN_TIME);
    }

    private static Result result(String device, Verdict verdict) {
        var identity =
                new ResultIdentity(
                        ScenarioId.of("zaxpy", "The result equals the host's"),
                        List.of(),
                        "llvm-16",
                        Stage.KERNEL_LAUNCH,
                        ImplementationIdentity.REFERENCE,
                        new DeviceIdentity(device, "d"));
        return new Result(identity, "The result equals", List.of("KL-01"), verdict, List.of());
    }
}
