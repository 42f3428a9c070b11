package org.offloadtck.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.HostThreads;
import org.offloadtck.engine.launch.LaunchLimits;
import org.offloadtck.engine.launch.LaunchOptions;
import org.offloadtck.engine.load.ProgramLoader;
import org.offloadtck.engine.memory.DeviceHeap;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.memory.NativeBytes;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.engine.thread.WarpTurns;
import org.offloadtck.ptx.text.PtxParser;

/// What depends on how often warps of a CTA change: the results of races alone.
class WarpTurnTest {

    /// Four warps.
    private static final int THREADS = 128;

    private static int word(String body, int turn) {
        return word("", body, WarpTurns.of(turn));
    }

    /// What a kernel leaves in a word.
    private static int word(String declarations, String body, WarpTurns turns) {
        try (var arena = Arena.ofShared()) {
            var memory = new GlobalMemory(arena.allocate(16 << 20, 256));
            var program =
                    ProgramLoader.load(
                            PtxParser.parse("turns.ptx", TestDevice.kernel(declarations, body)),
                            memory);
            var word = memory.allocate("word", 256).orElseThrow();
            var heap = new DeviceHeap(memory, DeviceHeap.DEFAULT_LIMIT);
            Grid.launch(
                    program,
                    program.functions().getFirst(),
                    LaunchShape.of(1, THREADS),
                    ByteBuffer.allocate(Long.BYTES)
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .putLong(word.address())
                            .array(),
                    LaunchOptions.of(LaunchLimits.of(1, heap), HostThreads.of(1)).withTurns(turns));
            return (int) NativeBytes.get(word.address() + memory.hostOffset(), Integer.BYTES);
        }
    }

    /// Each warp adds one to a word that it loads and stores. With turns of few instructions all
    /// load it before one stores it.
    @Test
    void additionsOfARaceAreLostWhereWarpsChangeInBetween() {
        var race =
                """
                ld.param.u64 %rd1, [out];
                ld.global.u32 %r1, [%rd1];
                add.u32 %r1, %r1, 1;
                add.u32 %r1, %r1, 0;
                add.u32 %r1, %r1, 0;
                st.global.u32 [%rd1], %r1;
                """;

        assertThat(word(race, WarpTurns.USUAL)).isEqualTo(THREADS / 32);
        assertThat(word(race, 1)).isEqualTo(1);
        assertThat(word(race, 3)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 64, WarpTurns.USUAL})
    void whatThreadsDoInOrderDoesNotDependOnTurns(int turn) {
        var sums =
                """
                ld.param.u64 %rd1, [out];
                mov.u32 %r2, 0;
                again:
                red.global.add.u32 [%rd1], %r0;
                and.b32 %r3, %r0, 1;
                setp.eq.u32 %p1, %r3, 0;
                @%p1 bra even;
                red.global.add.u32 [%rd1], 1;
                even:
                bar.sync 0;
                add.u32 %r2, %r2, 1;
                setp.lt.u32 %p2, %r2, 5;
                @%p2 bra again;
                """;

        assertThat(word(sums, turn)).isEqualTo(5 * (THREADS * (THREADS - 1) / 2 + THREADS / 2));
    }

    /// In each step of a loop, every warp adds what a word contains to its sum, and one warp
    /// changes the word afterwards, without a barrier in between.
    private static final String READ_THEN_WRITTEN =
            """
            ld.param.u64 %rd1, [out];
            mov.u32 %r2, 0;
            mov.u32 %r3, 0;
            again:
            bar.sync 0;
            ld.volatile.shared.u32 %r1, [shared];
            add.u32 %r3, %r3, %r1;
            mov.u32 %r4, 0;
            work:
            add.u32 %r4, %r4, 1;
            setp.lt.u32 %p1, %r4, 20;
            @%p1 bra work;
            shr.u32 %r4, %r0, 5;
            setp.ne.u32 %p2, %r4, WRITER;
            @%p2 bra next;
            add.u32 %r1, %r1, 1;
            st.volatile.shared.u32 [shared], %r1;
            next:
            add.u32 %r2, %r2, 1;
            setp.lt.u32 %p1, %r2, 5;
            @%p1 bra again;
            and.b32 %r4, %r0, 31;
            setp.eq.u32 %p1, %r4, 0;
            @%p1 red.global.add.u32 [%rd1], %r3;
            """;

    @ParameterizedTest
    @ValueSource(ints = {0, THREADS / 32 - 1})
    void inTurnsOfADeviceEveryWarpReadsAfterABarrierBeforeOneRunsFar(int writer) {
        var shared = ".shared .align 4 .b32 shared;\n";
        var body = READ_THEN_WRITTEN.replace("WRITER", "" + writer);
        int right = (0 + 1 + 2 + 3 + 4) * THREADS / 32;

        assertThat(word(shared, body, WarpTurns.OF_A_DEVICE)).isEqualTo(right);
        assertThat(word(shared, body, WarpTurns.LONG)).isNotEqualTo(right);
    }

    /// The first warp sets a word that the others read in their first instructions.
    @Test
    void inTurnsOfADeviceEveryWarpStartsBeforeOneRunsFar() {
        var shared = ".shared .align 4 .b32 shared;\n";
        var body =
                """
                ld.param.u64 %rd1, [out];
                ld.volatile.shared.u32 %r1, [shared];
                red.global.add.u32 [%rd1], %r1;
                mov.u32 %r2, 0;
                work:
                add.u32 %r2, %r2, 1;
                setp.lt.u32 %p1, %r2, 20;
                @%p1 bra work;
                setp.ge.u32 %p2, %r0, 32;
                @%p2 bra end;
                st.volatile.shared.u32 [shared], 1;
                end:
                """;

        assertThat(word(shared, body, WarpTurns.OF_A_DEVICE)).isZero();
        assertThat(word(shared, body, WarpTurns.LONG)).isEqualTo(THREADS - 32);
    }

    /// Lanes take turns too, however short those of their warp are.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 255, 256, WarpTurns.USUAL})
    @Timeout(60)
    void lanesThatWaitForOthersOfTheirWarpGoOn(int turn) {
        var waiting =
                """
                ld.param.u64 %rd1, [out];
                setp.eq.u32 %p1, %r0, 5;
                @%p1 bra release;
                wait:
                ld.volatile.global.u32 %r1, [%rd1];
                setp.eq.u32 %p2, %r1, 0;
                @%p2 bra wait;
                bra end;
                release:
                st.volatile.global.u32 [%rd1], 7;
                end:
                """;

        assertThat(word(waiting, turn)).isEqualTo(7);
    }

    /// Three warps wait for a fourth one that issues about 30,000 instructions.
    @Test
    void aWarpWhoseLanesSleepEndsItsTurn() {
        var machine =
                TestDevice.running(
                        """
                        ld.param.u64 %rd1, [out];
                        setp.ge.u32 %p1, %r0, 96;
                        mov.u32 %r2, 0;
                        @%p1 bra work;
                        wait:
                        ld.volatile.global.u32 %r1, [%rd1];
                        setp.ne.u32 %p2, %r1, 0;
                        @%p2 bra end;
                        nanosleep.u32 20;
                        bra wait;
                        work:
                        add.u32 %r2, %r2, 1;
                        setp.lt.u32 %p3, %r2, 10000;
                        @%p3 bra work;
                        st.volatile.global.u32 [%rd1], 7;
                        end:
                        """);
        var out = machine.allocate("out", 4L * THREADS);

        var counters = machine.launch(machine.kernel(), LaunchShape.of(1, THREADS), out).counters();

        assertThat(counters.warpInstructions()).isBetween(30_000L, 31_000L);
    }

    private static long instructions(int threads, String space, String take, int held) {
        var machine =
                TestDevice.of(
                        "lock.ptx",
                        TestDevice.kernel(
                                "." + space + " .align 4 .b32 lock;\n",
                                """
                                mov.u32 %%r2, 0;
                                take:
                                atom.%1$s.%2$s;
                                setp.ne.u32 %%p1, %%r1, 0;
                                @%%p1 bra take;
                                work:
                                add.u32 %%r2, %%r2, 1;
                                setp.lt.u32 %%p2, %%r2, %3$d;
                                @%%p2 bra work;
                                st.volatile.%1$s.u32 [lock], 0;
                                """
                                        .formatted(space, take, held)));
        var out = machine.allocate("out", 4L * THREADS);
        return machine.launch(machine.kernel(), LaunchShape.of(1, threads), out)
                .counters()
                .warpInstructions();
    }

    /// Each thread takes a lock, issues 3,000 instructions and releases it, while the others wait.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    global | exch.b32 %r1, [lock], 1
                    global | cas.b32 %r1, [lock], 0, 1
                    shared | exch.b32 %r1, [lock], 1
                    shared | cas.b32 %r1, [lock], 0, 1
                    """)
    void threadsThatFailToTakeALockEndTheirTurn(String space, String take) {
        assertThat(instructions(THREADS, space, take, 1000))
                .isBetween(THREADS * 3_000L, THREADS * 3_000L + 10_000L);
    }
}
