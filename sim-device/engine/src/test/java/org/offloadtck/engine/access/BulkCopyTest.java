package org.offloadtck.engine.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.KernelFaultException;

/// Bulk copies and bulk reductions (PTX ISA 9.0 §9.7.9.25.4).
@Timeout(60)
final class BulkCopyTest {

    /// Eight words in global memory, room for eight, and shared memory.
    private static final String BEFORE =
            """
            .global .align 16 .b32 in[8] = {1, 2, 3, 4, 5, 6, 7, 8};
            .global .align 16 .b32 sum[8] = {10, 20, 30, 40, 50, 60, 70, 80};
            .shared .align 16 .b32 box[8];
            .shared .align 16 .b32 other[8];
            .shared .align 8 .b64 bar;
            """;

    private static final String ADDRESSES =
            """
            mov.u64 %rd1, in;
            mov.u64 %rd2, sum;
            mov.u32 %r1, box;
            mov.u32 %r2, other;
            mov.u32 %r3, bar;
            mov.u32 %r4, 32;
            mov.b16 %h1, 1;
            mbarrier.init.shared.b64 [bar], 1;
            """;

    private static final String LOAD =
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes ";

    private static TestDevice machine(String body) {
        return TestDevice.of("copy.ptx", TestDevice.kernel(BEFORE, ADDRESSES + body));
    }

    private static KernelFaultException fault(String body) {
        return catchThrowableOfType(KernelFaultException.class, () -> machine(body).words(1));
    }

    /// Each thread stores a word of shared memory.
    private static String words(String from) {
        return "shl.b32 %%r9, %%r0, 2; add.u32 %%r9, %%r9, %s; ld.shared.u32 %%r9, [%%r9];"
                .formatted(from)
                .concat(" st.global.u32 [%rd0], %r9;");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                LOAD + "[%r1], [%rd1], 32, [%r3];",
                LOAD + "[box], [in], %r4, [bar];",
                // addresses of shared memory have 32 bits
                "mov.b64 %rd3, {%r1, %r4}; " + LOAD + "[%rd3], [%rd1], 32, [%r3];",
                // offsets of variables
                LOAD + "[box+16], [in+16], 16, [bar]; " + LOAD + "[box], [in], 16, [bar];",
                "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r1], [%rd1], %r4, [bar];",
                "mov.b64 %rd3, 0; cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
                        + ".L2::cache_hint [%r1], [%rd1], 32, [%r3], %rd3;",
                "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster"
                        + " [%r1], [%rd1], 32, [%r3], %h1;",
                LOAD + "[%r1+16], [%rd1+16], 16, [%r3]; " + LOAD + "[%r1], [%rd1], 16, [%r3];",
                LOAD
                        + "[%r2], [%rd1], 32, [%r3]; mbarrier.expect_tx.shared.b64 [bar], 32;"
                        + " cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes"
                        + " [%r1], [%r2], %r4, [%r3];",
            })
    void aCopyToSharedMemoryCompletesThePhaseOfItsMbarrier(String copy) {
        var machine =
                machine(
                        "bar.sync 0; setp.ne.u32 %p1, %r0, 0; @%p1 bra W;"
                                + " mbarrier.arrive.expect_tx.shared.b64 _, [bar], 32;"
                                + copy
                                + "W: mbarrier.try_wait.parity.shared.b64 %p2, [bar], 0; @!%p2 bra W;"
                                + words("%r1"));
        int[] expected = {1, 2, 3, 4, 5, 6, 7, 8};

        assertThat(machine.words(8)).containsExactly(expected);
    }

    /// The bytes may be transactions before they are expected.
    @Test
    void thePhaseCompletesWhenTheBytesAreExpectedAfterTheCopy() {
        var machine =
                machine(
                        LOAD
                                + "[%r1], [%rd1], 32, [%r3]; mov.u32 %r9, 0;"
                                + " mbarrier.test_wait.parity.shared.b64 %p1, [bar], 0;"
                                + " @%p1 or.b32 %r9, %r9, 1;"
                                + " mbarrier.arrive.expect_tx.shared.b64 _, [bar], 32;"
                                + " mbarrier.test_wait.parity.shared.b64 %p1, [bar], 0;"
                                + " @%p1 or.b32 %r9, %r9, 2; st.global.u32 [%rd0], %r9;");

        assertThat(machine.words(1)).containsExactly(2);
    }

    @Test
    void aGuardChoosesTheLanesThatCopy() {
        String each =
                "shl.b32 %r9, %r0, 4; add.u32 %r10, %r1, %r9; cvt.u64.u32 %rd3, %r9;"
                        + " add.u64 %rd3, %rd3, %rd1; setp.eq.u32 %p1, %r0, 1; @%p1 ";
        var machine = machine(each + LOAD + "[%r10], [%rd3], 16, [%r3];" + words("%r1"));

        assertThat(machine.words(8)).containsExactly(0, 0, 0, 0, 5, 6, 7, 8);
    }

    /// What thread 0 does after each thread has stored 100 and its number to `box`.
    private static String storing(String copies) {
        return """
        ld.param.u64 %rd3, [out];
        add.u32 %r9, %r0, 100;
        shl.b32 %r10, %r0, 2;
        add.u32 %r10, %r10, %r1;
        st.shared.b32 [%r10], %r9;
        fence.proxy.async.shared::cta;
        bar.sync 0;
        setp.ne.u32 %p1, %r0, 0;
        @%p1 bra E;
        """
                + copies
                + """
                cp.async.bulk.commit_group;
                cp.async.bulk.wait_group.read 0;
                cp.async.bulk.wait_group 0;
                E:
                """;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cp.async.bulk.global.shared::cta.bulk_group [%rd3], [%r1], 16;",
                "cp.async.bulk.prefetch.L2.global [%rd1], 32; mov.b64 %rd4, 0;"
                        + " cp.async.bulk.prefetch.L2.global.L2::cache_hint [%rd1], 32, %rd4;"
                        + " cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint"
                        + " [%rd3], [box], 16, %rd4;",
            })
    void aCopyToGlobalMemoryIsThereAfterTheWait(String copy) {
        assertThat(machine(storing(copy)).words(4)).containsExactly(100, 101, 102, 103);
    }

    /// Of 16 bytes, those whose bits a mask of 16 bits has.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "mov.b16 %h1, 0x2131;"
                        + " cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%rd3], [%r1], 16, %h1;",
                "mov.b16 %h1, 0x2131; mov.b64 %rd4, 0;"
                        + " cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.cp_mask"
                        + " [%rd3], [%r1], 16, %rd4, %h1;",
            })
    void onlyBytesOfTheMaskAreCopied(String copy) {
        assertThat(machine(storing(copy)).words(4)).containsExactly(100, 101, 102, 0);
        assertThat(machine(storing(copy.replace("0x2131", "0xfffe"))).words(4))
                .containsExactly(0, 101, 102, 103);
    }

    @Test
    void nothingIsCopiedIfThereAreNoBytes() {
        String copy = "cp.async.bulk.global.shared::cta.bulk_group [%rd3], [%r1], 0;";

        assertThat(machine(storing(copy)).words(4)).containsExactly(0, 0, 0, 0);
    }

    /// A reduction of 16 bytes of `left` in global memory with `right` in shared memory, the first
    /// word of which is the same in all elements of 32 bits.
    @ParameterizedTest
    @CsvSource({
        "add.u32, 0x10, 0x25, 0x35",
        "add.s32, 0x10, 0xffffffff, 0xf",
        "add.u64, 0xffffffff, 0x1, 0x0",
        "add.f32, 0x3f800000, 0x40000000, 0x40400000",
        // a subnormal sum is flushed
        "add.f32, 0x00000001, 0x00000001, 0x0",
        "add.noftz.f16, 0x3c003c00, 0x40003c00, 0x42004000",
        "add.noftz.bf16, 0x3f803f80, 0x40003f80, 0x40404000",
        "min.u32, 0xfffffff0, 3, 3",
        "min.s32, 0xfffffff0, 3, 0xfffffff0",
        "max.u32, 0xfffffff0, 3, 0xfffffff0",
        "max.s32, 0xfffffff0, 3, 3",
        "max.s64, 0xfffffff0, 3, 3",
        "min.u64, 0xfffffff0, 3, 3",
        "min.f16, 0x3c004200, 0x40003c00, 0x3c003c00",
        "max.bf16, 0x3f804040, 0x40003f80, 0x40004040",
        "and.b32, 12, 10, 8",
        "or.b32, 12, 10, 14",
        "xor.b32, 12, 10, 6",
        "and.b64, 12, 10, 8",
        "or.b64, 12, 10, 14",
        "xor.b64, 12, 10, 6",
        "inc.u32, 4, 7, 5",
        "inc.u32, 7, 7, 0",
        "dec.u32, 4, 7, 3",
        "dec.u32, 0, 7, 7",
    })
    void aReductionCombinesGlobalMemoryWithSharedMemory(
            String operation, String left, String right, String expected) {
        String body =
                """
                mov.b32 %%r9, %s;
                mov.b32 %%r10, %s;
                st.global.v4.b32 [%%rd2], {%%r9, %%r9, %%r9, %%r9};
                st.shared.v4.b32 [%%r1], {%%r10, %%r10, %%r10, %%r10};
                cp.reduce.async.bulk.global.shared::cta.bulk_group.%s [%%rd2], [%%r1], 16;
                ld.global.b32 %%r9, [%%rd2+8];
                st.global.u32 [%%rd0], %%r9;
                """
                        .formatted(left, right, operation);

        assertThat(machine(body).words(1)).containsExactly(Long.decode(expected).intValue());
    }

    @ParameterizedTest
    @CsvSource({
        "add.u32, 0x10, 0x25, 0x35",
        "add.u64, 0xffffffff, 0x1, 0x0",
        "max.s32, 0xfffffff0, 3, 3",
        "xor.b32, 12, 10, 6",
        "inc.u32, 7, 7, 0",
    })
    void aReductionCombinesSharedMemoryOfTheClusterWithThatOfTheCta(
            String operation, String left, String right, String expected) {
        String body =
                """
                mov.b32 %%r9, %s;
                mov.b32 %%r10, %s;
                st.shared.v4.b32 [%%r2], {%%r9, %%r9, %%r9, %%r9};
                st.shared.v4.b32 [%%r1], {%%r10, %%r10, %%r10, %%r10};
                mbarrier.arrive.expect_tx.shared.b64 _, [bar], 16;
                cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.%s
                  [%%r2], [%%r1], 16, [%%r3];
                W: mbarrier.try_wait.parity.shared.b64 %%p2, [bar], 0;
                @!%%p2 bra W;
                ld.shared.b32 %%r9, [%%r2+8];
                st.global.u32 [%%rd0], %%r9;
                """
                        .formatted(left, right, operation);

        assertThat(machine(body).words(1)).containsExactly(Long.decode(expected).intValue());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[%r1+8], [%rd1], 16, [%r3] | MISALIGNED | store of 16 bytes at 0x8 is not at a"
                        + " multiple of 16",
                "[%r1], [%rd1+4], 16, [%r3] | MISALIGNED | load of 16 bytes at 0x[0-9a-f]+4 is not at"
                        + " a multiple of 16",
                "[%r1], [%rd1], 20, [%r3] | MISALIGNED | bulk copy of 20 bytes when their number"
                        + " should be a multiple of 16",
                "[%r1], [%rd1], 48, [%r3] | OUT_OF_BOUNDS | load of 16 bytes at 0x[0-9a-f]+ is .*",
                "[%r3+16], [%rd1], 16, [%r3] | OUT_OF_BOUNDS | store of 16 bytes at 0x50 of shared"
                        + " memory, which ends at 0x48",
                "[%r1], [0], 16, [%r3] | NULL_POINTER | load of 16 bytes at 0x0 is through a null"
                        + " pointer",
                "[%r1], [%rd1], 16, [%r2] | INVALID_MBARRIER | the mbarrier is not initialised",
                "[%r1], [%rd1], 16, [%r3+4] | MISALIGNED | atomic of 8 bytes at 0x44 is not at a"
                        + " multiple of 8",
            })
    void aCopyToSharedMemoryIsChecked(String operands, FaultKind kind, String problem) {
        var fault = fault(LOAD + operands + ";");

        assertThat(fault.kind()).isEqualTo(kind);
        assertThat(fault.problem()).matches(problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cp.async.bulk.global.shared::cta.bulk_group [%rd2+8], [%r1], 16; | MISALIGNED",
                "cp.async.bulk.global.shared::cta.bulk_group [%rd2], [%r1+4], 16; | MISALIGNED",
                "cp.async.bulk.global.shared::cta.bulk_group [%rd2+32], [%r1], 16; | OUT_OF_BOUNDS",
                "cp.async.bulk.global.shared::cta.bulk_group [%rd2], [%r3], 16; | OUT_OF_BOUNDS",
                "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd2+32], [%r1], 16; |"
                        + " OUT_OF_BOUNDS",
                "mov.b16 %h2, 3; cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
                        + ".multicast::cluster [%r1], [%rd1], 16, [%r3], %h2; | OUT_OF_BOUNDS",
                "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.min.u64"
                        + " [%r2], [%r1], 16, [%r3]; | UNSUPPORTED",
                "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s64 [%rd2], [%r1], 16; |"
                        + " UNSUPPORTED",
                "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f16 [%rd2], [%r1], 16; |"
                        + " UNSUPPORTED",
                "cp.reduce.async.bulk.global.shared::cta.bulk_group.min.noftz.f16 [%rd2], [%r1], 16; |"
                        + " UNSUPPORTED",
                "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.and.b64"
                        + " [%r2], [%r1], 16, [%r3]; | UNSUPPORTED",
            })
    void aCopyIsChecked(String copy, FaultKind kind) {
        assertThat(fault(copy).kind()).isEqualTo(kind);
    }

    @Test
    void aReductionIsAnAtomicAccess() {
        String copy =
                "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd2+4], [%r1], 16;";

        assertThat(fault(copy).problem()).startsWith("atomic of 16 bytes at ");
    }

    /// An `mbarrier` counts at most 2^20 - 1 bytes (PTX ISA 9.0 §9.7.13.16.5.2).
    @Test
    void theBytesOfAPhaseAreLimited() {
        var fault =
                fault(
                        "mbarrier.expect_tx.shared.b64 [bar], 0xfffff; mbarrier.expect_tx.shared.b64"
                                + " [bar], 16;");

        assertThat(fault.kind()).isEqualTo(FaultKind.INVALID_MBARRIER);
    }
}
