package org.offloadtck.conformance.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class VerdictTest {

    @Test
    void readsAsKindDetailAndReason() {
        assertThat(new Verdict.Crash("SIGSEGV", "in the device link").text())
                .isEqualTo("CRASH(SIGSEGV): in the device link");
        assertThat(new Verdict.Flaky(1, 3, "hangs").text()).isEqualTo("FLAKY(1/3): hangs");
        assertThat(Verdict.pass().text()).isEqualTo("PASS");
    }

    @ParameterizedTest
    @EnumSource(
            value = VerdictKind.class,
            names = {"CRASH", "XFAIL", "XPASS", "FLAKY"})
    void refusesAKindWithoutTheDetailItCarries(VerdictKind kind) {
        assertThatThrownBy(() -> Verdict.of(kind, "why"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesAFailureWithoutAReason() {
        assertThatThrownBy(() -> Verdict.of(VerdictKind.FAIL_VALUE, " "))
                .hasMessage("a FAIL_VALUE has a reason");
    }

    @Test
    void refusesAFlakyVerdictThatAlwaysFailed() {
        assertThatThrownBy(() -> new Verdict.Flaky(3, 3, "hangs"))
                .hasMessage("failed is 3 when it should be from 1 to 2, one less than the runs");
    }

    @Test
    void neverCountsAHostFallbackAsHeld() {
        assertThat(VerdictKind.HOST_FALLBACK.standing()).isEqualTo(VerdictClass.UNEXPECTED);
    }

    @Test
    void neverBlamesTheImplementationForAHarnessError() {
        assertThat(VerdictKind.HARNESS_ERROR.standing()).isEqualTo(VerdictClass.HARNESS_FAULT);
    }
}
