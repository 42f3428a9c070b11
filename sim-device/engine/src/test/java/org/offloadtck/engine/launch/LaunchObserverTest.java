package org.offloadtck.engine.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.engine.thread.Warp;

/// The notifications of an observer, in order.
final class LaunchObserverTest {

    /// Records its notifications.
    private static final class Notes implements LaunchObserver {

        private final TestDevice machine;
        private final List<String> lines = new ArrayList<>();

        Notes(TestDevice machine) {
            this.machine = machine;
        }

        @Override
        public void ctaStarted(Cta cta) {
            lines.add("begins " + cta.position().x());
        }

        @Override
        public void ctaEnded(Cta cta) {
            lines.add("ends " + cta.position().x());
        }

        @Override
        public void instructionIssued(Warp warp, LaneGroup group, int active) {
            int op = machine.image().code().words()[group.pc() * 8];
            if (op == Op.BARRIER) {
                lines.add("warp %d waits".formatted(warp.index()));
            }
        }

        @Override
        public void accessIssued(Warp warp, LaneGroup group, int active, long[] addresses) {
            lines.add("%x of warp %d: 0x%x".formatted(active, warp.index(), addresses[0]));
        }

        @Override
        public void heapBlockAllocated(Warp warp, LaneGroup group, int lane, Allocation block) {
            lines.add("lane %d of warp %d gets %s".formatted(lane, warp.index(), block));
        }

        @Override
        public void barrierCompleted(Cta cta, int barrier) {
            lines.add("barrier %d completes".formatted(barrier));
        }
    }

    @Test
    void isToldOfAccessesBarriersAndCtasInOrder() {
        var machine =
                TestDevice.running(
                        """
                        bar.sync 3;
                        setp.lt.u32 %p1, %r0, 2;
                        @%p1 st.global.u32 [%rd0+4], %r0;
                        """);
        var out = machine.allocate("out", 4 * 64);
        var notes = new Notes(machine);

        machine.launch(machine.kernel(), LaunchShape.of(1, 64), notes, out);

        assertThat(notes.lines)
                .containsExactly(
                        "begins 0",
                        "ffffffff of warp 0: 0x300000000",
                        "warp 0 waits",
                        "ffffffff of warp 1: 0x300000000",
                        "warp 1 waits",
                        "barrier 3 completes",
                        "3 of warp 0: 0x%x".formatted(out.address() + 4),
                        "ends 0");
    }

    @Test
    void isToldWhoGetsABlockAndNotWhoGetsNone() {
        var body =
                """
                setp.gt.u32 %p1, %r0, 1;
                @%p1 ret;
                sub.u32 %r1, 2, %r0;
                mul.wide.u32 %rd1, %r1, 40;
                {
                .param .b64 n;
                .param .b64 p;
                st.param.b64 [n], %rd1;
                call (p), malloc, (n);
                }
                """;
        var malloc = ".extern .func (.param .b64 p) malloc(.param .b64 n);";
        var machine = TestDevice.of("test.ptx", TestDevice.kernel(malloc, body));
        machine.limit(1 << 10, 80);
        var out = machine.allocate("out", 4 * 32);
        var notes = new Notes(machine);

        machine.launch(machine.kernel(), LaunchShape.of(1, 32), notes, out);

        assertThat(notes.lines)
                .filteredOn(line -> line.startsWith("lane"))
                .singleElement()
                .asString()
                .startsWith("lane 1 of warp 0 gets 'malloc' (40 bytes");
    }

    @Test
    void aPairForwardsEveryEvent() {
        var events =
                Arrays.stream(LaunchObserver.class.getDeclaredMethods())
                        .filter(method -> !method.isSynthetic() && !method.getName().equals("and"))
                        .map(Method::getName)
                        .toList();

        assertThat(ObserverPair.class.getDeclaredMethods())
                .extracting(Method::getName)
                .containsAll(events);
    }
}
