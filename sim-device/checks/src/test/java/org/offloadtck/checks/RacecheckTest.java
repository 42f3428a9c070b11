package org.offloadtck.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.checks.finding.FindingFormatter;
import org.offloadtck.checks.finding.KernelFinding.Kind;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.engine.thread.LaunchShape;

/// What is a race and what only looks like one.
final class RacecheckTest {

    /// The address of a word in shared memory for each thread, and of the next thread's.
    private static final String WORDS =
            """
            mov.u64 %rd1, s;
            mad.wide.u32 %rd2, %r0, 4, %rd1;
            xor.b32 %r1, %r0, 32;
            mad.wide.u32 %rd3, %r1, 4, %rd1;
            """;

    @Test
    void namesBothAccessesTheAddressAndTheLines() {
        var findings =
                CheckedKernel.running(
                                """
                                .loc 1 7 3
                                setp.eq.u32 %p1, %r0, 0;
                                @%p1 st.global.u32 [%rd9], 5;
                                .loc 1 8 3
                                ld.global.u32 %r1, [%rd9];
                                .file 1 "a.cu"
                                """)
                        .run(1, 64);

        assertThat(findings).hasSize(1);
        assertThat(findings.getFirst().kind()).isEqualTo(Kind.RACE);
        assertThat(findings.getFirst())
                .hasToString(
                        "test.ptx:22:1 (a.cu:8): k CTA (0, 0, 0) thread (32, 0, 0): load of 4 bytes"
                                + " at 0x200000000400, 0 bytes into 'out' (256 bytes at 0x200000000400)"
                                + " races with a store of 4 bytes of another thread; test.ptx:20:6"
                                + " (a.cu:7): k CTA (0, 0, 0) thread (0, 0, 0): store of 4 bytes");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // between warps, in shared memory, with no barrier
                "st.shared.u32 [%rd2], %r0; ld.shared.u32 %r2, [%rd3];",
                // a read before a write
                "st.shared.u32 [%rd2], %r0; bar.sync 0; ld.shared.u32 %r2, [%rd3]; st.shared.u32"
                        + " [%rd2], 7;",
                // a read through the address of another
                "st.shared.u32 [%rd2], %r0; st.shared.u32 [%rd2+256], 1; bar.sync 0; ld.shared.u32"
                        + " %r2, [%rd2]; ld.shared.u32 %r3, [%rd2+128]; st.shared.u32 [%rd2], 7;",
                // what is read by all and written by the last
                "st.shared.u32 [%rd2], 0; bar.sync 0; ld.shared.u32 %r2, [s]; setp.eq.u32 %p1, %r0,"
                        + " 63; @%p1 st.shared.u32 [s], 1;",
                // two values to one place
                "st.shared.u32 [s], %r0;",
                // a warp's threads synchronise, two warps' do not
                "st.shared.u32 [%rd2], %r0; bar.warp.sync -1; ld.shared.u32 %r2, [%rd3];",
                // a barrier of one warp
                "st.shared.u32 [%rd2], %r0; shr.u32 %r3, %r0, 5; add.u32 %r3, %r3, 1;"
                        + " barrier.sync %r3, 32; ld.shared.u32 %r2, [%rd3];",
                // a plain store and an atomic
                "setp.eq.u32 %p1, %r0, 0; @%p1 st.shared.u32 [s], 1; @!%p1 red.shared.add.u32 [s],"
                        + " 1;",
                // a flag without a fence
                "setp.eq.u32 %p1, %r0, 0; @%p1 st.shared.u32 [s], 5; @%p1 st.volatile.shared.u32"
                        + " [s+512], 1; setp.eq.u32 %p2, %r0, 32; @%p2 ld.volatile.shared.u32 %r2,"
                        + " [s+512]; @%p2 ld.shared.u32 %r2, [s];",
                // halves of a word overlap the word
                "setp.eq.u32 %p1, %r0, 0; @%p1 st.shared.u16 [s+2], 1; setp.eq.u32 %p2, %r0, 32;"
                        + " @%p2 st.shared.u32 [s], 2;",
                // global memory
                "setp.eq.u32 %p1, %r0, 0; @%p1 st.global.u32 [%rd9], 1; ld.global.u32 %r2, [%rd9];"
            })
    void isFoundBetweenWarps(String body) {
        assertThat(CheckedKernel.running(WORDS + body).run(1, 64))
                .isNotEmpty()
                .allMatch(finding -> finding.kind() == Kind.RACE);
    }

    /// The first lane of each warp goes on alone, which bytecode executes as a region.
    private static final String ONE_LANE =
            """
            and.b32 %r1, %r0, 31;
            setp.ne.u32 %p1, %r1, 0;
            @%p1 bra E;
            mov.u32 %r3, 0;
            """;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "st.shared.u32 [s], %r0;",
                "ld.shared.u32 %r2, [s]; st.shared.u32 [s], %r0;",
                "st.global.u32 [%rd9], %r0; ld.global.u32 %r2, [%rd9];",
                // the second of two words
                "st.shared.u32 [%rd2], 1; st.shared.u32 [%rd2+4], 1; ld.shared.v2.u32 {%r4, %r5},"
                        + " [%rd1]; st.shared.u32 [s+4], %r0;",
                // in a loop, by the last turn
                "L: st.shared.u32 [%rd2], %r0; add.u64 %rd2, %rd2, 4; add.u32 %r3, %r3, 1;"
                        + " setp.lt.u32 %p2, %r3, 33; @%p2 bra L;"
            })
    void isFoundBetweenLanesThatRunAlone(String body) {
        assertThat(CheckedKernel.running(WORDS + ONE_LANE + body + " E:").run(1, 64))
                .isNotEmpty()
                .allMatch(finding -> finding.kind() == Kind.RACE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "st.shared.u32 [%rd2], %r0; ld.shared.u32 %r2, [%rd2]; st.shared.u32 [%rd2], %r2;",
                "ld.global.u32 %r2, [%rd9]; ld.global.v2.u32 {%r4, %r5}, [%rd9];",
                "L: st.shared.u32 [%rd2], %r0; add.u64 %rd2, %rd2, 4; add.u32 %r3, %r3, 1;"
                        + " setp.lt.u32 %p2, %r3, 32; @%p2 bra L;",
                "st.global.u32 [%rd0], %r0; E: bar.sync 0; @%p1 bra F; xor.b32 %r1, %r0, 32;"
                        + " mad.wide.u32 %rd3, %r1, 4, %rd9; ld.global.u32 %r2, [%rd3]; F:"
            })
    void isNotFoundBetweenLanesThatRunAlone(String body) {
        var end = body.contains("E:") ? "" : " E:";
        assertThat(CheckedKernel.running(WORDS + ONE_LANE + body + end).run(1, 64)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "st.shared.u32 [%rd2], %r0; bar.sync 0; ld.shared.u32 %r2, [%rd3];",
                "st.shared.u32 [%rd2], %r0; barrier.sync 3, 64; ld.shared.u32 %r2, [%rd3];",
                "st.shared.u32 [%rd2], %r0; bar.sync 0; ld.shared.u32 %r2, [%rd3]; bar.sync 0;"
                        + " st.shared.u32 [%rd2], 7;",
                // reads through one address
                "st.shared.u32 [%rd2], %r0; st.shared.u32 [%rd2+256], 1; bar.sync 0; ld.shared.u32"
                        + " %r2, [%rd2]; ld.shared.u32 %r3, [%rd2+128]; bar.sync 0;"
                        + " st.shared.u32 [%rd2], 7;",
                // each thread its own word
                "st.shared.u32 [%rd2], %r0; ld.shared.u32 %r2, [%rd2]; st.shared.u32 [%rd2], %r2;",
                // neighbours in a word
                "cvt.u64.u32 %rd4, %r0; add.u64 %rd4, %rd1, %rd4; st.shared.u8 [%rd4], 1;",
                // the same value from all
                "st.shared.u32 [s], 3;",
                // atomics
                "red.shared.add.u32 [s], 1; atom.shared.max.u32 %r2, [s], %r0;",
                "st.volatile.shared.u32 [s], %r0; ld.volatile.shared.u32 %r2, [s];",
                // one warp arrives, the other waits
                "setp.lt.u32 %p1, %r0, 32; @!%p1 bra W; st.shared.u32 [%rd2], %r0;"
                        + " barrier.arrive 1, 64; bra E; W: barrier.sync 1, 64;"
                        + " ld.shared.u32 %r2, [%rd3]; E:",
                // reads only
                "ld.global.u32 %r2, [%rd9];"
            })
    void isNotFoundWhereAccessesAreInOrder(String body) {
        assertThat(CheckedKernel.running(WORDS + body).run(1, 64)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "setp.lt.u32 %p1, %r0, 16; @%p1 bra A; ld.shared.u32 %r2, [s]; bra B; A:"
                        + " st.shared.u32 [s], 5; B:",
                "setp.eq.u32 %p1, %r0, 0; @%p1 st.shared.u32 [s], 5; @!%p1 bra B; add.u32 %r1, %r1,"
                        + " 1; st.shared.u32 [s], 6; B: ld.shared.u32 %r2, [s];"
            })
    void isFoundBetweenLanesThatWentDifferentWays(String body) {
        assertThat(CheckedKernel.running(body).run(1, 32)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "setp.lt.u32 %p1, %r0, 16; @!%p1 bra B; st.shared.u32 [s], 5; B: bar.warp.sync -1;"
                        + " ld.shared.u32 %r2, [s];",
                // some lanes synchronise
                "setp.ge.u32 %p1, %r0, 4; @%p1 bra E; setp.ge.u32 %p2, %r0, 2; @%p2 bra C;"
                        + " st.shared.u32 [s], 5; C: bar.warp.sync 15; ld.shared.u32 %r2, [s]; E:"
            })
    void isNotFoundBetweenLanesThatMeet(String body) {
        assertThat(CheckedKernel.running(body).run(1, 32)).isEmpty();
    }

    /// The address of a word in shared memory for each thread, and of the neighbouring lane's.
    static final String NEIGHBOURS =
            """
            mov.u64 %rd1, s;
            mad.wide.u32 %rd2, %r0, 4, %rd1;
            xor.b32 %r1, %r0, 1;
            mad.wide.u32 %rd3, %r1, 4, %rd1;
            setp.eq.u32 %p1, %r0, 0;
            """;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "st.shared.u32 [%rd2], %r0; ld.shared.u32 %r2, [%rd3];",
                // an exchange in a loop: the second load precedes a store
                "mov.u32 %r3, 0; L: st.shared.u32 [%rd2], %r3; bar.warp.sync -1; ld.shared.u32 %r2,"
                        + " [%rd3]; add.u32 %r3, %r3, 1; setp.lt.u32 %p2, %r3, 1000; @%p2 bra L;",
                // what all lanes read, lane 0 or another replaces
                "st.shared.u32 [%rd2], 0; bar.warp.sync -1; ld.shared.u32 %r2, [s]; @%p1"
                        + " st.shared.u32 [s], 1;",
                "st.shared.u32 [%rd2], 0; bar.warp.sync -1; ld.shared.u32 %r2, [s]; setp.eq.u32 %p2,"
                        + " %r0, 9; @%p2 st.shared.u32 [s], 1;",
                // two lanes synchronise, others read
                "st.shared.u32 [%rd2], %r0; setp.lt.u32 %p2, %r0, 2; @!%p2 bra B; bar.warp.sync 3; B:"
                        + " bar.warp.sync -1; st.shared.u32 [%rd2], 5; ld.shared.u32 %r2, [%rd3];"
            })
    void isFoundBetweenLanesThatDoNotSynchroniseInSharedMemory(String body) {
        assertThat(CheckedKernel.running(NEIGHBOURS + body).run(1, 32))
                .isNotEmpty()
                .allMatch(finding -> finding.kind() == Kind.RACE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "st.shared.u32 [%rd2], %r0; bar.warp.sync -1; ld.shared.u32 %r2, [%rd3];"
                        + " bar.warp.sync -1; st.shared.u32 [%rd2], 7;",
                "st.shared.u32 [%rd2], %r0; shfl.sync.idx.b32 %r3, %r0, 0, 31, -1; ld.shared.u32 %r2,"
                        + " [%rd3];",
                "mov.u32 %r3, 0; L: st.shared.u32 [%rd2], %r3; bar.warp.sync -1; ld.shared.u32 %r2,"
                        + " [%rd3]; add.u32 %r3, %r3, 1; setp.lt.u32 %p2, %r3, 1000; bar.warp.sync -1;"
                        + " @%p2 bra L;",
                // each lane its own word, again and again
                "mov.u32 %r3, 0; L: ld.shared.u32 %r2, [%rd2]; add.u32 %r3, %r3, 1; st.shared.u32"
                        + " [%rd2], %r3; setp.lt.u32 %p2, %r3, 1000; @%p2 bra L;",
                // volatile accesses are strong
                "st.volatile.shared.u32 [%rd2], %r0; ld.volatile.shared.u32 %r2, [%rd3];",
                // global memory
                "mad.wide.u32 %rd4, %r0, 4, %rd9; mad.wide.u32 %rd5, %r1, 4, %rd9; st.global.u32"
                        + " [%rd4], %r0; ld.global.u32 %r2, [%rd5];"
            })
    void isNotFoundBetweenLanesThatSynchronise(String body) {
        assertThat(CheckedKernel.running(NEIGHBOURS + body).run(1, 32)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {32, 64})
    void aLockOfCompareAndSwapKeepsThreadsApart(int threads) {
        var bench =
                CheckedKernel.running(
                        """
                        L: atom.global.cas.b32 %r1, [lock], 0, 1;
                        setp.ne.u32 %p1, %r1, 0;
                        @%p1 bra L;
                        ld.global.u32 %r2, [count];
                        add.u32 %r2, %r2, 1;
                        st.global.u32 [count], %r2;
                        atom.global.exch.b32 %r3, [lock], 0;
                        """);

        assertThat(bench.run(2, threads)).isEmpty();
        assertThat(bench.at(bench.image().variable("count").orElseThrow()).getInt(0))
                .isEqualTo(2 * threads);
    }

    /// An operation that devices have no atomic of, as clang 16 makes it of a load and a swap.
    private static String multiplication(String after) {
        return """
        ld.global.u32 %%r5, [count];
        L: mov.u32 %%r2, %%r5;
        mul.lo.u32 %%r3, %%r2, 3;
        atom.global.cas.b32 %%r4, [count], %%r2, %%r3;
        setp.ne.u32 %%p1, %%r4, %%r2;
        mov.u32 %%r5, %%r4;
        @%%p1 bra L;
        %s
        """
                .formatted(after);
    }

    @Test
    void isNotFoundWhereALoadGuessesWhatASwapWillFind() {
        assertThat(CheckedKernel.running(multiplication("")).run(2, 64)).isEmpty();
    }

    @Test
    void isFoundWhereAGuessMeetsAPlainStoreOrIsNoGuess() {
        for (var after : List.of("st.global.u32 [count], 1;", "ld.global.u32 %r6, [count];")) {
            assertThat(CheckedKernel.running(multiplication(after)).run(2, 64)).isNotEmpty();
        }
    }

    @Test
    void aLockThatIsNotWaitedForDoesNot() {
        var findings =
                CheckedKernel.running(
                                """
                                atom.global.cas.b32 %r1, [lock], 0, 1;
                                ld.global.u32 %r2, [count];
                                add.u32 %r2, %r2, %r0;
                                st.global.u32 [count], %r2;
                                atom.global.exch.b32 %r3, [lock], 0;
                                """)
                        .run(1, 64);

        assertThat(findings).isNotEmpty();
    }

    /// Each CTA writes a word; the last to take a number reads all.
    private static String lastBlock(String fence) {
        return """
        mov.u32 %%r1, %%ctaid.x;
        setp.ne.u32 %%p1, %%r0, 0;
        @%%p1 bra E;
        mad.wide.u32 %%rd1, %%r1, 4, %%rd9;
        st.global.u32 [%%rd1], %%r1;
        %s
        atom.global.add.u32 %%r2, [count], 1;
        setp.ne.u32 %%p2, %%r2, 3;
        @%%p2 bra E;
        ld.global.u32 %%r3, [%%rd9];
        ld.global.u32 %%r4, [%%rd9+4];
        st.global.u32 [%%rd9], 9;
        E:
        """
                .formatted(fence);
    }

    @Test
    void theLastBlockAfterAFenceMayReadWhatTheOthersWrote() {
        assertThat(CheckedKernel.running(lastBlock("membar.gl;")).run(4, 32)).isEmpty();
        assertThat(CheckedKernel.running(lastBlock("fence.acq_rel.gpu;")).run(4, 32)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "membar.cta;"})
    void withoutAFenceOfTheDeviceItMayNot(String fence) {
        assertThat(CheckedKernel.running(lastBlock(fence)).run(4, 32))
                .isNotEmpty()
                .allMatch(finding -> finding.kind() == Kind.RACE);
    }

    /// Each thread writes a word and reaches a barrier; then thread 0 counts the CTA, and the last
    /// CTA reads all words.
    ///
    /// @param before the barrier of each thread, after its store
    /// @param after the barrier of each thread
    private static String lastBlockAfterABarrier(String before, String after) {
        return """
        mov.u32 %%r1, %%ctaid.x;
        mad.lo.u32 %%r1, %%r1, 64, %%r0;
        mad.wide.u32 %%rd1, %%r1, 4, %%rd9;
        st.global.u32 [%%rd1], %%r1;
        %s
        bar.sync 0;
        %s
        setp.ne.u32 %%p1, %%r0, 0;
        @%%p1 bra W;
        atom.global.add.u32 %%r2, [count], 1;
        st.shared.u32 [s], %%r2;
        W:
        bar.sync 0;
        ld.shared.u32 %%r2, [s];
        setp.ne.u32 %%p2, %%r2, 3;
        @%%p2 bra E;
        ld.global.u32 %%r3, [%%rd9+128];
        E:
        """
                .formatted(before, after);
    }

    @ParameterizedTest
    @CsvSource({"membar.gl;,''", "'',membar.gl;", "fence.acq_rel.gpu;,''"})
    void theLastBlockMayReadWhatEachThreadWroteBeforeAFenceAndABarrier(
            String before, String after) {
        assertThat(CheckedKernel.running(lastBlockAfterABarrier(before, after)).run(4, 64))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "membar.cta;",
                "setp.eq.u32 %p1, %r0, 0; @%p1 membar.gl;",
                "membar.gl; st.global.u32 [%rd1], 5;"
            })
    void aFenceOfAnotherThreadOrBeforeTheStoreDoesNotPublishIt(String before) {
        assertThat(CheckedKernel.running(lastBlockAfterABarrier(before, "")).run(4, 64))
                .isNotEmpty()
                .allMatch(finding -> finding.kind() == Kind.RACE);
    }

    @Test
    void aReleaseAndAnAcquireOrderTwoBlocks() {
        var flag =
                """
                mov.u32 %%r1, %%ctaid.x;
                setp.ne.u32 %%p1, %%r0, 0;
                @%%p1 bra E;
                setp.eq.u32 %%p2, %%r1, 1;
                @%%p2 bra W;
                st.global.u32 [%%rd9], 5;
                st.%1$s.gpu.global.u32 [lock], 1;
                bra E;
                W: ld.%2$s.gpu.global.u32 %%r2, [lock];
                setp.eq.u32 %%p3, %%r2, 0;
                @%%p3 bra W;
                ld.global.u32 %%r3, [%%rd9];
                E:
                """;

        assertThat(CheckedKernel.running(flag.formatted("release", "acquire")).run(2, 32))
                .isEmpty();
        assertThat(CheckedKernel.running(flag.formatted("relaxed", "relaxed")).run(2, 32))
                .hasSize(1);
    }

    /// Freed memory is reused once 16 MB of it are freed.
    @ParameterizedTest
    @ValueSource(strings = {"st.global.u32 [%rd1], %r2;", "st.global.u8 [%rd1+1], %r2;"})
    void isNotFoundWhereABlockReusesMemoryThatAnotherFreed(String access) {
        var findings =
                CheckedKernel.running(
                                """
                                mov.u32 %r1, 0;
                                mov.u32 %r2, %ctaid.x;
                                L:
                                {
                                .param .b64 n;
                                .param .b64 p;
                                st.param.b64 [n], 262144;
                                call (p), malloc, (n);
                                ld.param.b64 %rd1, [p];
                                }
                                """
                                        + access
                                        + """

                                        {
                                        .param .b64 q;
                                        st.param.b64 [q], %rd1;
                                        call free, (q);
                                        }
                                        add.u32 %r1, %r1, 1;
                                        setp.lt.u32 %p1, %r1, 20;
                                        @%p1 bra L;
                                        """)
                        .run(8, 1);

        assertThat(findings).isEmpty();
    }

    @Test
    void blocksAreInNoOrderButLaunchesAre() {
        var bench = CheckedKernel.running("mov.u32 %r1, %ctaid.x; st.global.u32 [%rd9], %r1;");

        assertThat(bench.run(1, 1)).isEmpty();
        assertThat(bench.run(1, 1)).isEmpty();
        assertThat(bench.run(2, 1)).hasSize(1);
    }

    /// The device runtime of LLVM 16 goes on when it has not got the lock (D18).
    @ParameterizedTest
    @CsvSource({"omp_06_critical.O0.sm75, true", "omp19_06_critical.O0.sm75, false"})
    void aLockThatDoesNotExcludeIsFound(String program, boolean isFound) {
        var path = "ptx/%s.ptx".formatted(program);
        var bench = CheckedKernel.of(path, Corpus.text(path));
        var sum = bench.zeros("sum", 8);
        var arguments = new ArrayList<Object>(List.of(128L, sum));
        if (bench.kernel().parameters().size() > 2) {
            arguments.addFirst(bench.zeros("launch environment", 16));
        }

        bench.launch(bench.kernel(), LaunchShape.of(1, 96), arguments.toArray());

        assertThat(bench.findings())
                .filteredOn(finding -> FindingFormatter.problem(finding).contains("'sum' (8 bytes"))
                .matches(found -> found.isEmpty() != isFound);
    }

    @Test
    void isToldOnceForAPlace() {
        var bench = CheckedKernel.running("st.global.u32 [%rd9], %r0;");

        assertThat(bench.run(4, 128)).hasSize(1);
        assertThat(bench.run(4, 128)).hasSize(1);
    }
}
