package org.offloadtck.conformance.waiver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
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
import org.offloadtck.data.DataText;

class WaiversTest {

    private static final LocalDate IN_TIME = LocalDate.of(2026, 12, 31);
    private static final LocalDate TOO_LATE = LocalDate.of(2027, 1, 1);

    private static final String ROW =
            """
            - id: W1
              results: "zaxpy.*/llvm-16/* -> */opencl:*"
              reason: the device rounds twice
              owner: someone
              issue: https://example.org/1
              expires: "2026-12-31"
            """;

    @Test
    void turnsAFailureItCoversIntoAnExpectedOne() {
        var failed = result("opencl", Verdict.of(VerdictKind.FAIL_VALUE, "2 values differ"));

        assertThat(load(ROW).apply(failed, IN_TIME).verdict().text())
                .isEqualTo("XFAIL(W1): FAIL_VALUE: 2 values differ");
    }

    @Test
    void turnsAPassItCoversIntoAnUnexpectedOne() {
        var passed = result("opencl", Verdict.pass());

        assertThat(load(ROW).apply(passed, IN_TIME).verdict().text())
                .isEqualTo("XPASS(W1): the device rounds twice");
    }

    @Test
    void leavesAloneWhatItDoesNotCover() {
        var failed = result("sim", new Verdict.Crash("SIGSEGV", "in the launch"));

        assertThat(load(ROW).apply(failed, IN_TIME)).isEqualTo(failed);
    }

    @Test
    void waivesNothingPastItsLastDay() {
        var crashed = result("opencl", new Verdict.Crash("SIGSEGV", "in the launch"));

        assertThat(load(ROW).apply(crashed, TOO_LATE).verdict().text())
                .isEqualTo("CRASH(SIGSEGV): in the launch (waiver W1 expired on 2026-12-31)");
    }

    @Test
    void waivesNoFaultOfTheKit() {
        var fault = result("opencl", Verdict.of(VerdictKind.HARNESS_ERROR, "no disk"));

        assertThat(load(ROW).apply(fault, IN_TIME)).isEqualTo(fault);
    }

    @Test
    void refusesADayThatIsNone() {
        assertThatThrownBy(() -> load(ROW.replace("12-31", "13-31")))
                .hasMessage(
                        "w.yaml: W1: expires is '2026-13-31' when it should be a day as"
                                + " 2026-12-31");
    }

    private static Waivers load(String yaml) {
        return Waivers.load(new DataText("w.yaml", yaml));
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
