package org.offloadtck.ptx.pass;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.ptx.ir.Body;
import org.offloadtck.ptx.pass.LiveIntervals.Interval;
import org.offloadtck.ptx.text.PtxParser;

/// Which registers and variables have a live interval, and which intervals share a slot.
class LiveIntervalsTest {

    private static Body body(String statements) {
        String text =
                """
                .version 7.8
                .target sm_75
                .address_size 64
                .func (.param .b32 r) f(.param .b32 a);
                .visible .entry k(.param .u64 p) {
                .reg .pred %%p; .reg .b32 %%r, %%s; .reg .b64 %%d;
                %s
                }
                """
                        .formatted(statements);
        return PtxParser.parse("a.ptx", text).functions().getFirst().body();
    }

    private static Optional<Interval> ofRegister(String name, String statements) {
        var body = body(statements);
        return body.registers().stream()
                .filter(register -> register.name().equals(name))
                .findFirst()
                .flatMap(register -> LiveIntervals.of(body).ofRegister(register.index()));
    }

    @Test
    void aRegisterLivesFromItsWriteToItsLastUse() {
        assertThat(ofRegister("%r", "mov.u32 %s, 1; mov.u32 %r, 2; add.u32 %s, %s, %r; ret;"))
                .contains(new Interval(1, 2));
    }

    @Test
    void aBranchOutOfTheIntervalDoesNotMatter() {
        assertThat(ofRegister("%r", "mov.u32 %r, 2; @%p bra L; mov.u32 %s, %r; L: ret;"))
                .contains(new Interval(0, 2));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "L: add.u32 %r, %r, 1; bra L;",
                "@%p mov.u32 %r, 1; mov.u32 %s, %r;",
                "mov.u32 %r, 1; L: mov.u32 %s, %r; bra L;",
                "mov.u32 %s, %r; mov.u32 %r, 1;",
                "ld.u32 %r, [%r]; mov.u32 %s, %r;",
                "bar.sync %r; mov.u32 %s, %r;",
                "st.u32 [%d], %r;",
                "call (_), f, (%r);",
            })
    void aRegisterWithAValueFromElsewhereHasNoInterval(String statements) {
        assertThat(ofRegister("%r", statements)).isEmpty();
    }

    @Test
    void argumentsAndResultsOfACallLiveAroundIt() {
        var lifetimes =
                LiveIntervals.of(
                        body(
                                """
                                { .param .b32 a; .param .b32 b;
                                st.param.b32 [a], 1;
                                call (b), f, (a);
                                ld.param.b32 %r, [b]; }
                                """));

        assertThat(lifetimes.ofVariable(0)).contains(new Interval(0, 1));
        assertThat(lifetimes.ofVariable(1)).contains(new Interval(1, 2));
    }

    @Test
    void aVariableWhoseAddressIsTakenHasNoInterval() {
        var lifetimes =
                LiveIntervals.of(body(".local .b32 x; st.local.u32 [x], 1; mov.u64 %d, x;"));

        assertThat(lifetimes.ofVariable(0)).isEmpty();
    }

    @Test
    void intervalsThatDoNotOverlapShareASlot() {
        var places = new LinearScanAllocator(4);

        assertThat(
                        List.of(
                                places.allocate(8, 8, new Interval(0, 5)),
                                places.allocate(4, 4, new Interval(1, 2)),
                                places.allocate(4, 4, new Interval(2, 9)),
                                places.allocate(4, 4, new Interval(3, 4)),
                                places.allocate(16, 8, new Interval(6, 7))))
                .containsExactly(8, 4, 16, 4, 24);
        assertThat(places.end()).isEqualTo(40);
    }
}
