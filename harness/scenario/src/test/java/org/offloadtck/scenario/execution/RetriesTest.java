package org.offloadtck.scenario.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.conformance.result.ImplementationIdentity;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.ResultIdentity;
import org.offloadtck.conformance.result.ScenarioId;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;

class RetriesTest {

    private static final Verdict FAILURE = Verdict.of(VerdictKind.FAIL_VALUE, "3 is 2");

    private final Deque<Verdict> later = new ArrayDeque<>();
    private int asked;

    @Test
    void aFailureThatDoesNotRecurIsFlaky() {
        later.add(FAILURE);
        later.add(Verdict.pass());

        assertThat(verdict(5, FAILURE).text()).isEqualTo("FLAKY(2/3): FAIL_VALUE: 3 is 2");
        assertThat(asked).isEqualTo(2);
    }

    @Test
    void aFailureThatRecursStays() {
        later.add(FAILURE);
        later.add(FAILURE);

        assertThat(verdict(2, FAILURE)).isEqualTo(FAILURE);
    }

    @Test
    void aScenarioThatDoesNotFailRunsOnce() {
        assertThat(verdict(2, Verdict.pass())).isEqualTo(Verdict.pass());
        assertThat(verdict(2, Verdict.of(VerdictKind.UNSUPPORTED, "no device")).kind())
                .isEqualTo(VerdictKind.UNSUPPORTED);
        assertThat(asked).isZero();
    }

    @Test
    void aRunThatIsNotJudgedSaysNothing() {
        later.add(Verdict.of(VerdictKind.UNSUPPORTED, "no device"));
        later.add(Verdict.of(VerdictKind.HARNESS_ERROR, "no disk"));

        assertThat(verdict(2, FAILURE)).isEqualTo(FAILURE);
    }

    @Test
    void whatIsWaivedOrAFaultOfTheKitIsNotRunAgain() {
        var waived = new Verdict.ExpectedFailure("W1", "3 is 2");
        var fault = Verdict.of(VerdictKind.HARNESS_ERROR, "no disk");

        assertThat(verdict(2, waived)).isEqualTo(waived);
        assertThat(verdict(2, fault)).isEqualTo(fault);
        assertThat(asked).isZero();
    }

    @Test
    void aPassThatAWaiverDidNotExpectIsNotRunAgain() {
        var stale = new Verdict.UnexpectedPass("W1", "rounds twice");
        later.add(Verdict.pass());

        assertThat(verdict(2, stale)).isEqualTo(stale);
        assertThat(asked).isZero();
    }

    @Test
    void withoutRetriesAFailureStays() {
        assertThat(verdict(0, FAILURE)).isEqualTo(FAILURE);
        assertThat(asked).isZero();
    }

    private Verdict verdict(int retries, Verdict first) {
        return new Retries(retries)
                .of(
                        List.of(result(first)),
                        failed -> {
                            assertThat(failed).hasSize(1);
                            asked++;
                            return List.of(result(later.remove()));
                        })
                .getFirst()
                .verdict();
    }

    private static Result result(Verdict verdict) {
        var identity =
                new ResultIdentity(
                        ScenarioId.of("zaxpy", "A sum is right"),
                        List.of(),
                        "llvm-16",
                        Stage.KERNEL_LAUNCH,
                        ImplementationIdentity.REFERENCE,
                        new DeviceIdentity("sim", "d"));
        return new Result(identity, "A sum is right", List.of("KL-01"), verdict, List.of());
    }
}
