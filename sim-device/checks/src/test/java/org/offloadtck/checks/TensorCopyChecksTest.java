package org.offloadtck.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.checks.finding.KernelFinding.Kind;
import org.offloadtck.engine.fixture.TensorMapBytes;

/// A copy of a box of a tensor accesses its bytes until a thread has waited for it, and no others.
final class TensorCopyChecksTest {

    /// A tensor of 4 rows of 12 words in rows of 16, of which a box has 2 rows of 8 words: the
    /// words of 64 threads.
    private static final String MAP =
            TensorMapBytes.of(new long[] {12, 4}, new int[] {8, 2}, 64).words();

    /// Thread 0 initialises an `mbarrier` at `s+512`. `%r9` is a word of shared memory for each
    /// thread, of which the first 16 are the box.
    private static final String BEGIN =
            """
            .version 8.0
            .target sm_90
            .address_size 64
            .shared .align 128 .b8 s[1024];
            .global .align 64 .b32 map[32] = MAP;
            .visible .entry k(.param .u64 out)
            {
            .reg .pred %p<10>;
            .reg .b32 %r<20>;
            .reg .b64 %rd<10>;
            mov.u32 %r0, %tid.x;
            ld.param.u64 %rd9, [out];
            mad.wide.u32 %rd0, %r0, 4, %rd9;
            mov.u64 %rd1, map;
            shl.b32 %r8, %r0, 2;
            mov.u32 %r9, s;
            add.u32 %r9, %r9, %r8;
            setp.ne.u32 %p1, %r0, 0;
            @!%p1 mbarrier.init.shared.b64 [s+512], 1;
            @!%p1 tensormap.replace.tile.global_address.global.b1024.b64 [%rd1], %rd9;
            bar.sync 0;
            """;

    private static final String LOAD =
            " mbarrier.arrive.expect_tx.shared.b64 _, [s+512], 64;"
                    + " cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
                    + " [s], [%rd1, {0, 0}], [s+512]; ";

    private static final String WAIT =
            " W: mbarrier.try_wait.parity.shared.b64 %p3, [s+512], 0; @!%p3 bra W; ";

    private static final String STORE =
            " cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%rd1, {8, 2}], [s];"
                    + " cp.async.bulk.commit_group; ";

    private static final String READ = " ld.shared.u32 %r2, [%r9]; ";
    private static final String WRITE = " st.shared.u32 [%r9], %r0; ";
    private static final String FENCE = " fence.proxy.async; bar.sync 0; ";

    private static List<KernelFinding> found(String body) {
        return CheckedKernel.of("tensor.ptx", BEGIN.replace("MAP", MAP) + body + "\nret;\n}\n")
                .run(1, 64);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "@%p1 bra W;" + LOAD + WAIT + READ,
                "@%p1 bra E;" + LOAD + WAIT + "E: bar.sync 0;" + READ,
                // words of shared memory that are not in the box
                "@%p1 bra E;" + LOAD + "E: st.shared.u32 [%r9+64], %r0;",
                // words of the tensor's memory that are not in the box: from the third row on
                "@%p1 bra E;"
                        + LOAD
                        + "E: setp.lt.u32 %p2, %r0, 24; @!%p2 st.global.u32 [%rd0], 0;",
                WRITE + FENCE + "@%p1 bra E;" + STORE + "E:",
                // only 4 words of each row are in the tensor
                WRITE
                        + FENCE
                        + "@%p1 bra E;"
                        + STORE
                        + "E: setp.lt.u32 %p2, %r0, 40; @%p2 st.global.u32 [%rd0], 0;"
                        + "setp.eq.u32 %p2, %r0, 44; @%p2 st.global.u32 [%rd0], 0;",
            })
    void copiesThatAreWaitedForAreNoFinding(String body) {
        assertThat(found(body)).isEmpty();
    }

    private static String race(String body) {
        var findings = found(body);

        assertThat(findings).isNotEmpty().allMatch(finding -> finding.kind() == Kind.RACE);
        return findings.getFirst().toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "@%p1 bra E;" + LOAD + READ + WAIT + "E:",
                "@%p1 bra E;" + LOAD + "E: bar.sync 0;" + READ,
                "@%p1 bra E;" + LOAD + WAIT + "E: " + READ,
            })
    void aLoadBeforeTheWaitIsARace(String body) {
        assertThat(race(body)).contains("load of 4 bytes", "races with a ", "bulk copy");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "@%p1 bra E;" + LOAD + WRITE + WAIT + "E:",
                // a word of the second row of the box
                "@%p1 bra E;"
                        + LOAD
                        + "E: bar.sync 0; setp.eq.u32 %p2, %r0, 16; @%p2 st.global.u32 [%rd0], 0;",
                // the first word of the box that is in the tensor
                WRITE
                        + FENCE
                        + "@%p1 bra E;"
                        + STORE
                        + "E: bar.sync 0; setp.eq.u32 %p2, %r0, 40; @%p2 st.global.u32 [%rd0], 0;",
                WRITE + FENCE + "@%p1 bra E;" + STORE + "E: bar.sync 0;" + WRITE,
            })
    void aStoreBeforeTheWaitIsARace(String body) {
        assertThat(race(body)).contains("store of 4 bytes at", "races with a pending bulk copy;");
    }

    @Test
    void aCopyReadsStoresOfTheGenericProxyAfterAFenceOnly() {
        assertThat(race(WRITE + "bar.sync 0; @%p1 bra E;" + STORE + "E:"))
                .contains(
                        "bulk copy without fence.proxy.async at", "races with a store of 4 bytes;");
    }

    /// The first threads of two warps write one box.
    private static String twice(String copy) {
        return WRITE
                + FENCE
                + "and.b32 %r3, %r0, 31; setp.ne.u32 %p1, %r3, 0; @%p1 bra E;"
                + copy
                + "E:";
    }

    @Test
    void reductionsOfOneBoxDoNotRace() {
        String reduction =
                " cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group"
                        + " [%rd1, {8, 2}], [s]; cp.async.bulk.commit_group; ";

        assertThat(found(twice(reduction))).isEmpty();
        assertThat(
                        race(
                                WRITE
                                        + FENCE
                                        + "@%p1 bra A;"
                                        + reduction
                                        + "A: bar.sync 0; setp.ne.u32 %p2, %r0, 32; @%p2 bra E;"
                                        + STORE
                                        + "E:"))
                .contains("bulk copy at", "races with a pending bulk copy;");
        assertThat(race(twice(STORE))).contains("bulk copy at", "races with a pending bulk copy;");
    }

    /// The last 4 words of a row of the box are outside the tensor, so that they are zero.
    @Test
    void aValueThatACopyMovesRemainsUninitialised() {
        String body =
                STORE.replace("{8, 2}", "{4, 0}")
                        + "cp.async.bulk.wait_group 0;"
                        + LOAD.replace("{0, 0}", "{8, 0}")
                        + WAIT
                        + "ld.shared.u32 %r2, [s+16]; setp.eq.u32 %p2, %r2, 5; @%p2 bra E; E:";

        assertThat(found("@%p1 bra E;" + body)).isEmpty();
        assertThat(found("@%p1 bra E;" + body.replace("[s+16]", "[s+12]")))
                .hasSize(1)
                .allMatch(finding -> finding.kind() == Kind.UNINITIALISED)
                .allMatch(finding -> finding.toString().contains("a branch"));
    }

    @Test
    void anUninitialisedCoordinateIsReported() {
        assertThat(
                        found(
                                "ld.shared.u32 %r2, [s+900]; and.b32 %r2, %r2, 1; @%p1 bra E;"
                                        + LOAD.replace("{0, 0}", "{0, %r2}")
                                        + WAIT
                                        + "E:"))
                .hasSize(1)
                .allMatch(finding -> finding.toString().contains("an address"));
    }
}
