package org.offloadtck.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.thread.LaunchShape;

/// How long the turns of CTAs are that wait for other CTAs, and of those that do not.
@Timeout(60)
class WaitingCtaTest {

    /// Each CTA adds one to the first word and waits until all have.
    private static final String ALL_ARRIVE =
            """
            ld.param.u64 %rd1, [out];
            mov.u32 %r2, %nctaid.x;
            setp.ne.u32 %p1, %r0, 0;
            @%p1 bra joined;
            atom.global.add.u32 %r1, [%rd1], 1;
            wait:
            ld.volatile.global.u32 %r1, [%rd1];
            setp.lt.u32 %p2, %r1, %r2;
            @%p2 bra wait;
            joined:
            bar.sync 0;
            """;

    /// As [#ALL_ARRIVE], and each look at the word leaves another time in a register.
    private static final String ALL_ARRIVE_IN_TIME =
            """
            ld.param.u64 %rd1, [out];
            mov.u32 %r2, %nctaid.x;
            setp.ne.u32 %p1, %r0, 0;
            @%p1 bra joined;
            atom.global.add.u32 %r1, [%rd1], 1;
            wait:
            mov.u64 %rd2, %globaltimer;
            ld.volatile.global.u32 %r1, [%rd1];
            setp.lt.u32 %p2, %r1, %r2;
            @%p2 bra wait;
            joined:
            bar.sync 0;
            """;

    /// Local memory of a thread in bytes: that of 16 CTAs takes the memory that the host spares for
    /// CTAs that make progress.
    private static final int LOCAL = 524_280;

    private static long instructions(int ctas) {
        var machine = TestDevice.running(ALL_ARRIVE);
        var out = machine.allocate("out", 4);
        var outcome = machine.launch(machine.kernel(), LaunchShape.of(ctas, 96), out);
        machine.end();
        assertThat(machine.ints(out)[0]).isGreaterThanOrEqualTo(ctas);
        return outcome.counters().warpInstructions();
    }

    @Test
    void aGridThatWaitsForAllItsCtasTakesTimeThatGrowsAsTheirNumber() {
        assertThat(instructions(64)).isLessThan(5 * instructions(16));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 16, 64})
    void aWaitEndsItsTurnEarly(int ctas) {
        assertThat(instructions(ctas)).isLessThan(30_000L * ctas);
    }

    @ParameterizedTest
    @ValueSource(strings = {ALL_ARRIVE, ALL_ARRIVE_IN_TIME})
    void allCtasThatTheDeviceHoldsArriveThoughTheyTakeMuchMemory(String body) {
        var machine = TestDevice.running(".local .b8 large[%d];\n".formatted(LOCAL) + body);
        var out = machine.allocate("out", 4);
        machine.launch(machine.kernel(), LaunchShape.of(20, 32), out);

        assertThat(machine.ints(out)).containsExactly(20);
    }

    @Test
    void aLongLoopWithoutStoresIsNoWait() {
        var machine =
                TestDevice.running(
                        """
                        ld.param.u64 %rd1, [out];
                        mov.u32 %r2, %ctaid.x;
                        setp.ne.u32 %p1, %r2, 0;
                        @%p1 bra drawn;
                        mov.u32 %r3, 0;
                        again:
                        add.u32 %r3, %r3, 1;
                        setp.lt.u32 %p2, %r3, 20000;
                        @%p2 bra again;
                        drawn:
                        mad.wide.u32 %rd2, %r2, 4, %rd1;
                        atom.global.add.u32 %r1, [%rd1+64], 1;
                        st.global.u32 [%rd2], %r1;
                        """);
        var out = machine.allocate("out", 128);
        machine.launch(machine.kernel(), LaunchShape.of(4, 1), out);

        assertThat(machine.ints(out)).startsWith(0, 1, 2, 3);
    }
}
