package org.offloadtck.engine.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.thread.ClusterShape;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.LaunchShape;

/// Bulk copies and asynchronous stores to the shared memory of other CTAs of a cluster (PTX ISA 9.0
/// §9.7.9.25.4, §9.7.9.12, §9.7.13.7).
@Timeout(60)
final class ClusterBulkCopyTest {

    private static final String BEFORE =
            """
            .global .align 16 .b32 in[4] = {1, 2, 3, 4};
            .shared .align 16 .b32 box[8];
            .shared .align 16 .b32 mine[4];
            .shared .align 8 .b64 bar;
            """;

    private static final String SYNC = "barrier.cluster.arrive; barrier.cluster.wait;\n";

    /// `%rd1` is the address of the two words of the CTA in `out`, `%r1` its index, `%r2` its rank.
    /// In each CTA, `mine` is 10 times the index and 0 to 3, `box` is 100, and the `mbarrier` waits
    /// for an arrival of the CTA. `%p1` holds in all threads but the first.
    private static final String BEGIN =
            """
            ld.param.u64 %rd0, [out];
            mov.u64 %rd2, in;
            mov.u32 %r1, %ctaid.x;
            mad.wide.u32 %rd1, %r1, 8, %rd0;
            mov.u32 %r2, %cluster_ctarank;
            setp.ne.u32 %p1, %r0, 0;
            mul.lo.u32 %r3, %r1, 10;
            add.u32 %r4, %r3, 1;
            add.u32 %r5, %r3, 2;
            add.u32 %r6, %r3, 3;
            @%p1 bra SET;
            st.shared.v4.b32 [mine], {%r3, %r4, %r5, %r6};
            mov.u32 %r7, 100;
            st.shared.v4.b32 [box], {%r7, %r7, %r7, %r7};
            st.shared.v4.b32 [box+16], {%r7, %r7, %r7, %r7};
            mbarrier.init.shared.b64 [bar], 1;
            fence.proxy.async;
            SET:
            """
                    + SYNC;

    /// Each CTA waits for its `mbarrier` and stores the second and the sixth word of `box`.
    private static final String END =
            """
            WAIT:
            mbarrier.try_wait.parity.shared.b64 %p3, [bar], 0;
            @!%p3 bra WAIT;
            @%p1 bra DONE;
            ld.shared.b32 %r8, [box+4];
            ld.shared.b32 %r9, [box+20];
            st.global.v2.b32 [%rd1], {%r8, %r9};
            DONE:
            """
                    + SYNC;

    private static final String NEXT =
            """
            add.u32 %r10, %r2, 1;
            and.b32 %r10, %r10, 1;
            mapa.shared::cluster.u32 %r11, box, %r10;
            mapa.shared::cluster.u32 %r12, bar, %r10;
            """;

    private static int[] run(int ctas, int cluster, String body) {
        String text = TestDevice.kernel(BEFORE, BEGIN + body);
        var machine =
                TestDevice.of(
                        "copy.ptx",
                        cluster == 2 ? text.replace("\n{\n", "\n.reqnctapercluster 2\n{\n") : text);
        var shape =
                new LaunchShape(
                        Extent3D.of(ctas),
                        Extent3D.of(32),
                        0,
                        ClusterShape.of(Extent3D.of(cluster)));
        machine.allocate("before out", 40 << 20);
        var out = machine.allocate("out", 8L * ctas);
        machine.launch(machine.kernel(), shape, out);
        machine.end();
        return machine.ints(out);
    }

    private static KernelFaultException fault(String body) {
        return assertThatExceptionOfType(KernelFaultException.class)
                .isThrownBy(() -> run(2, 2, body))
                .actual();
    }

    private static String expecting(int bytes) {
        return "@!%p1 mbarrier.arrive.expect_tx.shared.b64 _, [bar], " + bytes + ";\n";
    }

    /// The threads other than the first of a CTA do not copy.
    private static String first(String copy) {
        return NEXT + "@%p1 bra WAIT;\n" + copy + "\n";
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes"
                        + " [%r11+16], [mine], 16, [%r12]; | 100 11 100 1 100 31 100 21",
                "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
                        + " [%r11], [%rd2], 16, [%r12]; | 2 100 2 100 2 100 2 100",
                "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32"
                        + " [%r11], [mine], 16, [%r12]; | 111 100 101 100 131 100 121 100",
                // the source by its own rank
                "mapa.shared::cluster.u32 %r13, mine, %r2;"
                        + " cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes"
                        + " [%r11], [%r13], 16, [%r12]; | 11 100 1 100 31 100 21 100",
            })
    void aCopyToAnotherCtaCompletesThePhaseThere(String copy, String expected) {
        assertThat(run(4, 2, expecting(16) + first(copy) + END)).containsExactly(numbers(expected));
    }

    private static int[] numbers(String text) {
        return Arrays.stream(text.split(" ")).mapToInt(Integer::parseInt).toArray();
    }

    /// Rank 0 expects 32 bytes, 16 from each CTA; rank 1 has no transactions.
    @Test
    void theTransactionsAreThoseOfTheMbarrierThatIsNamed() {
        String body =
                """
                setp.eq.u32 %p2, %r2, 0;
                selp.u32 %r13, 32, 0, %p2;
                @!%p1 mbarrier.arrive.expect_tx.shared.b64 _, [bar], %r13;
                shl.b32 %r14, %r2, 4;
                mapa.shared::cluster.u32 %r11, box, 0;
                mapa.shared::cluster.u32 %r12, bar, 0;
                add.u32 %r11, %r11, %r14;
                @%p1 bra WAIT;
                cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r11], [mine], 16, [%r12];
                """;

        assertThat(run(4, 2, body + END)).containsExactly(1, 11, 100, 100, 21, 31, 100, 100);
    }

    /// Global memory is at addresses whose bits are those of a rank of shared memory.
    @Test
    void aCopyToGlobalMemoryHasNoRank() {
        String body =
                """
                setp.ne.u32 %p2, %r2, 1;
                or.pred %p2, %p2, %p1;
                @%p2 bra DONE;
                cp.async.bulk.global.shared::cta.bulk_group [%rd0], [mine], 16;
                cp.async.bulk.commit_group;
                cp.async.bulk.wait_group 0;
                DONE:
                """;

        assertThat(run(2, 2, body)).containsExactly(10, 11, 12, 13);
    }

    @Test
    void aLaneThatDoesNotCopyNeedsNoAddress() {
        String body =
                "@%p1 mapa.shared::cluster.u32 %r11, box, 99; @!%p1"
                        + " cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes"
                        + " [%r11+16], [mine], 16, [%r12];\n";

        assertThat(run(2, 2, expecting(16) + NEXT + body + END)).containsExactly(100, 11, 100, 1);
    }

    private static final String STORE =
            "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes";

    private static final String REDUCE =
            "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "4 | " + STORE + ".b32 [%r11+4], %r3, [%r12]; | 10 100 0 100 30 100 20 100",
                "4 | st.async.shared::cluster.mbarrier::complete_tx::bytes.s32 [%r11+20], 7, [%r12];"
                        + " | 100 7 100 7 100 7 100 7",
                "8 | " + STORE + ".v2.b32 [%r11], {7, %r3}, [%r12]; | 10 100 0 100 30 100 20 100",
                "8 | mov.b64 %rd3, {%r4, %r5}; "
                        + STORE
                        + ".b64 [%r11], %rd3, [%r12]; | 12 100 2 100 32 100 22 100",
                "16 | "
                        + STORE
                        + ".v4.u32 [%r11+16], {%r3, %r4, %r5, %r6}, [%r12]; | 100 11 100 1 100 31 100 21",
                "32 | mov.b64 %rd3, 5; "
                        + STORE
                        + ".v4.s64 [%r11], {%rd3, %rd3, %rd3, %rd3}, [%r12]; | 0 0 0 0 0 0 0 0",
                // generic addresses
                "4 | cvt.u64.u32 %rd3, %r11; cvta.shared.u64 %rd3, %rd3; cvt.u64.u32 %rd4, %r12;"
                        + " cvta.shared.u64 %rd4, %rd4; st.async.mbarrier::complete_tx::bytes.u32"
                        + " [%rd3+4], %r3, [%rd4]; | 10 100 0 100 30 100 20 100",
                "4 | "
                        + REDUCE
                        + ".add.u32 [%r11+4], %r3, [%r12]; | 110 100 100 100 130 100 120 100",
                "8 | mov.b64 %rd3, 5; "
                        + REDUCE
                        + ".add.u64 [%r11], %rd3, [%r12]; | 100 100 100 100 100 100 100 100",
                "4 | "
                        + REDUCE
                        + ".max.s32 [%r11+4], 200, [%r12]; | 200 100 200 100 200 100 200 100",
                "4 | " + REDUCE + ".inc.u32 [%r11+4], 99, [%r12]; | 0 100 0 100 0 100 0 100",
                "4 | "
                        + REDUCE
                        + ".xor.b32 [%r11+20], 1, [%r12]; | 100 101 100 101 100 101 100 101",
                "0 | mov.b32 %r13, 0; | 100 100 100 100 100 100 100 100",
            })
    void anAsynchronousStoreCompletesThePhaseThere(int bytes, String store, String expected) {
        assertThat(run(4, 2, expecting(bytes) + first(store) + END))
                .containsExactly(numbers(expected));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                STORE + ".b32 [%r11+2], %r3, [%r12]; | MISALIGNED",
                STORE + ".v2.b32 [%r11+4], {%r3, %r3}, [%r12]; | MISALIGNED",
                STORE + ".b32 [%r11], %r3, [%r12+4]; | MISALIGNED",
                STORE + ".b32 [%r11+128], %r3, [%r12]; | OUT_OF_BOUNDS",
                "mapa.shared::cluster.u32 %r13, box, 2; "
                        + STORE
                        + ".b32 [%r13], 1, [%r12]; | OUT_OF_BOUNDS",
                STORE + ".b32 [%r11], %r3, [%r11]; | INVALID_MBARRIER",
                "st.async.mbarrier::complete_tx::bytes.u32 [%rd4], 7, [%rd2]; | INVALID_BARRIER",
                REDUCE + ".add.u32 [%r11+2], %r3, [%r12]; | MISALIGNED",
                "mapa.shared::cluster.u32 %r13, box, 2; "
                        + REDUCE
                        + ".add.u32 [%r13], 1, [%r12]; | OUT_OF_BOUNDS",
                REDUCE + ".and.b64 [%r11], %rd1, [%r12]; | UNSUPPORTED",
            })
    void anAsynchronousStoreIsChecked(String store, FaultKind kind) {
        String generic = "cvt.u64.u32 %rd3, %r11; cvta.shared.u64 %rd4, %rd3;\n";

        assertThat(fault(expecting(4) + first(generic + store) + END).kind()).isEqualTo(kind);
    }

    private static final String MULTICAST =
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster ";

    /// Rank 0 copies to the CTAs of the mask 0b1010 at the offset of `box`, and each expects 16
    /// bytes.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "mov.b16 %h1, 10; @!%p1 " + MULTICAST + "[box], [in], 16, [bar], %h1;",
                "mov.b16 %h1, 10; @!%p1 "
                        + MULTICAST
                        + "[%r11+0], [%rd2], 16, [%r12], %h1; @%p1 "
                        + MULTICAST
                        + "[box], [0], 16, [bar], %h1;",
                "mov.b32 %r13, bar; sub.u32 %r13, %r13, 8; cvt.u64.u32 %rd3, %r13; mov.b64 %rd4, 0;"
                        + " mov.b16 %h1, 10; @!%p1 "
                        + "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster"
                        + ".L2::cache_hint [box], [%rd2], 16, [%rd3+8], %h1, %rd4;",
                "mov.b32 %r13, 16; mov.b16 %h1, 10; mov.b16 %h2, 0; @!%p1 "
                        + MULTICAST
                        + "[box], [in], 16, [bar], %h1; @!%p1 "
                        + MULTICAST
                        + "[box+16], [in], %r13, [bar], %h2;",
            })
    void aMulticastCopiesToTheCtasOfItsMask(String copy) {
        String body =
                """
                setp.ne.u32 %p2, %r2, 0;
                or.pred %p1, %p1, %p2;
                and.b32 %r14, %r2, 1;
                setp.eq.u32 %p4, %r14, 0;
                setp.ne.u32 %p5, %r0, 0;
                or.pred %p4, %p4, %p5;
                @!%p4 mbarrier.arrive.expect_tx.shared.b64 _, [bar], 16;
                """
                        + NEXT
                        + copy.replace("@%p1", "@%p6")
                        + """
                        setp.ne.u32 %p1, %r0, 0;
                        setp.eq.u32 %p4, %r14, 0;
                        @%p4 bra READ;
                        """
                        + END.replace("@%p1 bra DONE", "READ: @%p1 bra DONE");

        assertThat(run(8, 4, "setp.ne.u32 %p6, 0, 0;" + body))
                .containsExactly(
                        100, 100, 2, 100, 100, 100, 2, 100, 100, 100, 2, 100, 100, 100, 2, 100);
    }

    /// Rank 1 copies to rank 0 alone, in a kernel that states its clusters.
    @Test
    void aMulticastMayLeaveOutTheCtaOfTheThread() {
        String body =
                """
                setp.ne.u32 %p2, %r2, 1;
                or.pred %p2, %p1, %p2;
                mov.b16 %h1, 1;
                mov.b16 %h2, 2;
                """
                        + expecting(16)
                        + "@!%p2 "
                        + MULTICAST
                        + "[box], [in], 16, [bar], %h1; @!%p2 "
                        + MULTICAST
                        + "[box+16], [in], 16, [bar], %h2;"
                        + END;

        assertThat(run(2, 2, body)).containsExactly(2, 100, 100, 2);
    }

    @Test
    void aMulticastOutsideTheClusterIsAFault() {
        var fault =
                fault("mov.b16 %h1, 5; @!%p1 " + MULTICAST + "[box], [in], 16, [bar], %h1;" + SYNC);

        assertThat(fault.kind()).isEqualTo(FaultKind.OUT_OF_BOUNDS);
        assertThat(fault.problem())
                .isEqualTo(
                        "store of 16 bytes at 0x0 of shared memory of the CTA of rank 2 in the cluster,"
                                + " which has 2 CTAs");
    }

    /// A cluster of 16 CTAs has all ranks of a mask; the kernel does not state its clusters.
    @Test
    void aMulticastReachesSixteenCtas() {
        String body =
                """
                setp.ne.u32 %p2, %r2, 7;
                or.pred %p2, %p1, %p2;
                mov.b16 %h1, -1;
                """
                        + expecting(16)
                        + "@!%p2 "
                        + MULTICAST
                        + "[box+16], [in], 16, [bar], %h1;"
                        + END;
        int[] found = run(16, 16, body);

        for (int cta = 0; cta < 16; cta++) {
            assertThat(found[2 * cta]).isEqualTo(100);
            assertThat(found[2 * cta + 1]).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[%r11+8], [mine], 16, [%r12] | MISALIGNED | store of 16 bytes at 0x1000008 is not at a"
                        + " multiple of 16",
                "[%r11], [mine], 8, [%r12] | MISALIGNED | bulk copy of 8 bytes when their number should be"
                        + " a multiple of 16",
                "[%r11+64], [mine], 16, [%r12] | OUT_OF_BOUNDS | store of 16 bytes at 0x40 of shared"
                        + " memory, which ends at 0x38",
                "[%r13], [mine], 16, [%r12] | OUT_OF_BOUNDS | store of 16 bytes at 0x0 of shared memory of"
                        + " the CTA of rank 2 in the cluster, which has 2 CTAs",
                "[%r14], [mine], 16, [%r12] | OUT_OF_BOUNDS | store of 16 bytes at 0x0 of shared memory of"
                        + " the CTA of rank 254 in the cluster, which has 2 CTAs",
                "[box], [%r11], 16, [bar] | OUT_OF_BOUNDS | bulk copy from the shared memory of the CTA of"
                        + " rank [01] when it should be that of the thread's CTA, of rank [01]",
                "[%r11], [mine], 16, [%r11] | INVALID_MBARRIER | the mbarrier is not initialised",
            })
    void aCopyToAnotherCtaIsChecked(String operands, FaultKind kind, String problem) {
        String others =
                "mapa.shared::cluster.u32 %r13, box, 2; mapa.shared::cluster.u32 %r14, box, 500;\n";
        String copy =
                "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes %s;"
                        .formatted(operands);
        var fault = fault(others + expecting(16) + first(copy) + END);

        assertThat(fault.kind()).isEqualTo(kind);
        assertThat(fault.problem()).matches(problem.replace("0x1000008", "0x[0-9a-f]+8"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes"
                        + " [%r11], [mine], 16, [%r12];",
                STORE + ".b32 [%r11], %r3, [%r12];",
                REDUCE + ".add.u32 [%r11], %r3, [%r12];",
                "mov.b16 %h1, 2; cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
                        + ".multicast::cluster [box], [in], 16, [bar], %h1;",
            })
    void aCopyToACtaThatHasExitedIsAFault(String copy) {
        String body =
                """
                setp.eq.u32 %p2, %r2, 1;
                @%p2 exit;
                mov.u32 %r13, 0;
                BUSY:
                add.u32 %r13, %r13, 1;
                setp.lt.u32 %p2, %r13, 300000;
                @%p2 bra BUSY;
                """;
        var fault = fault(body + first(copy) + END);

        assertThat(fault.kind()).isEqualTo(FaultKind.EXITED_CTA);
    }
}
