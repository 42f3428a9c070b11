package org.offloadtck.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.checks.finding.KernelFinding.Kind;

/// A bulk copy accesses memory until a thread has waited for it.
final class BulkCopyChecksTest {

    /// Thread 0 initialises an `mbarrier` at `s+512` for one arrival. `%rd1` is the address of the
    /// words of all threads, `%r9` a word of shared memory for each.
    private static final String BEGIN =
            """
            mov.u64 %rd1, %rd9;
            shl.b32 %r9, %r0, 2;
            setp.ne.u32 %p1, %r0, 0;
            @!%p1 mbarrier.init.shared.b64 [s+512], 1;
            bar.sync 0;
            """;

    private static final String LOAD =
            " mbarrier.arrive.expect_tx.shared.b64 _, [s+512], 256;"
                    + " cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
                    + " [s], [%rd1], 256, [s+512]; ";

    private static final String WAIT =
            " W: mbarrier.try_wait.parity.shared.b64 %p3, [s+512], 0; @!%p3 bra W; ";

    private static final String UNCOMMITTED =
            " cp.async.bulk.global.shared::cta.bulk_group [%rd1], [s], 256; ";

    private static final String STORE = UNCOMMITTED + "cp.async.bulk.commit_group; ";

    private static final String READ = " ld.shared.u32 %r2, [%r9]; ";
    private static final String WRITE = " st.shared.u32 [%r9], %r0; ";

    private static List<KernelFinding> found(String body) {
        return CheckedKernel.runningFor("sm_90", BEGIN + body).run(1, 64);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // each thread waits
                "@%p1 bra W;" + LOAD + WAIT + READ,
                // one thread waits, and a barrier orders the others after it
                "@%p1 bra E;" + LOAD + WAIT + "E: bar.sync 0;" + READ,
                // the next copy to the same place follows the loads of the last one
                "@%p1 bra W;"
                        + LOAD
                        + WAIT
                        + READ
                        + "bar.sync 0; @!%p1 bra F; bra E; F: "
                        + LOAD
                        + "E:",
                // a copy to global memory, of stores before a fence and a barrier
                WRITE + "fence.proxy.async.shared::cta; bar.sync 0; @%p1 bra E;" + STORE + "E:",
                WRITE + "fence.proxy.async; bar.sync 0; @%p1 bra E;" + STORE + "E:",
                WRITE + "bar.sync 0; fence.proxy.async; @%p1 bra E;" + STORE + "E:",
                // shared memory is written after its copy has been read
                WRITE
                        + "fence.proxy.async; bar.sync 0; @%p1 bra E;"
                        + STORE
                        + "cp.async.bulk.wait_group.read 0; E: bar.sync 0;"
                        + WRITE,
                // the last of two groups may remain, for it reads elsewhere
                WRITE
                        + "fence.proxy.async; bar.sync 0; @%p1 bra E;"
                        + STORE
                        + "cp.async.bulk.global.shared::cta.bulk_group [%rd1], [s+256], 0;"
                        + "cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 1; E: bar.sync 0;"
                        + WRITE,
                // global memory is read after the wait
                WRITE
                        + "fence.proxy.async; bar.sync 0; @%p1 bra E;"
                        + STORE
                        + "cp.async.bulk.wait_group 0; E: bar.sync 0; ld.global.u32 %r2, [%rd0];",
                // a copy reads what a copy has written, which needs no fence
                "@%p1 bra E;" + LOAD + WAIT + STORE + "E:",
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
                // the thread itself reads before it waits
                "@%p1 bra E;" + LOAD + READ + WAIT + "E:",
                // a barrier orders the copy's issue, not its end
                "@%p1 bra E;" + LOAD + "E: bar.sync 0;" + READ,
                // the others do not wait
                "@%p1 bra E;" + LOAD + WAIT + "E: " + READ,
                // the thread waits for another mbarrier
                "@%p1 bra E; mbarrier.init.shared.b64 [s+520], 1; mbarrier.arrive.shared.b64 _, [s+520];"
                        + LOAD
                        + "mbarrier.test_wait.parity.shared.b64 %p3, [s+520], 0; E: bar.sync 0;"
                        + READ,
            })
    void aLoadBeforeTheWaitIsARace(String body) {
        assertThat(race(body)).contains("load of 4 bytes", "races with a ", "bulk copy");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "@%p1 bra E;" + LOAD + WRITE + WAIT + "E:",
                // the source is written while it is read
                "@%p1 bra E;" + LOAD + "st.global.u32 [%rd0], %r0; " + WAIT + "E:",
                WRITE
                        + "fence.proxy.async; bar.sync 0; @%p1 bra E;"
                        + STORE
                        + "E: bar.sync 0;"
                        + WRITE,
                // another group than the one that is waited for
                WRITE
                        + "fence.proxy.async; bar.sync 0; @%p1 bra E;"
                        + STORE
                        + "cp.async.bulk.wait_group.read 1; E: bar.sync 0;"
                        + WRITE,
                // a group that was not committed
                WRITE
                        + "fence.proxy.async; bar.sync 0; @%p1 bra E;"
                        + UNCOMMITTED
                        + "cp.async.bulk.wait_group 0; E: bar.sync 0;"
                        + WRITE,
                // global memory after the source was read
                WRITE
                        + "fence.proxy.async; bar.sync 0; @%p1 bra E;"
                        + STORE
                        + "cp.async.bulk.wait_group.read 0; E: bar.sync 0; st.global.u32 [%rd0], %r0;",
            })
    void aStoreBeforeTheWaitIsARace(String body) {
        assertThat(race(body)).contains("store of 4 bytes at", "races with a pending bulk copy;");
    }

    @Test
    void twoCopiesToOnePlaceRaceIfNothingIsBetween() {
        assertThat(
                        race(
                                "@%p1 bra E;"
                                        + LOAD
                                        + LOAD.replace(
                                                "arrive.expect_tx.shared.b64 _,",
                                                "expect_tx.shared.b64")
                                        + WAIT
                                        + "E:"))
                .contains("bulk copy at");
    }

    @Test
    void aCopyReadsStoresOfTheGenericProxyAfterAFenceOnly() {
        assertThat(race(WRITE + "bar.sync 0; @%p1 bra E;" + STORE + "E:"))
                .contains(
                        "bulk copy without fence.proxy.async at", "races with a store of 4 bytes;");
    }

    /// Fences of another proxy or space are none between the async proxy and shared memory; a fence
    /// concerns the stores before it only.
    @ParameterizedTest
    @ValueSource(
            strings = {
                WRITE + "fence.proxy.alias; bar.sync 0;",
                WRITE + "fence.proxy.async.global; bar.sync 0;",
                "mov.u32 %r5, 0; L: st.shared.u32 [%r9], %r5; setp.eq.u32 %p5, %r5, 0;"
                        + " @%p5 fence.proxy.async; add.u32 %r5, %r5, 1; setp.lt.u32 %p6, %r5, 2;"
                        + " @%p6 bra L; bar.sync 0;",
            })
    void otherFencesAreNoneBetweenTheProxies(String stores) {
        assertThat(race(stores + "@%p1 bra E;" + STORE + "E:"))
                .contains("bulk copy without fence.proxy.async at");
    }

    @Test
    void aCopyOfTheDestinationOfAPendingCopyIsARace() {
        String copy =
                "mbarrier.expect_tx.shared.b64 [s+512], 256;"
                        + " cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes"
                        + " [s+256], [s], 256, [s+512];";

        assertThat(race("@%p1 bra E;" + LOAD + copy + WAIT + "E:"))
                .contains("bulk copy at", "races with a pending bulk copy;");
    }

    /// The second CTA uses the state of the first.
    @Test
    void aCopyEndsWithItsCta() {
        String body =
                "mov.u32 %r3, %ctaid.x; setp.ne.u32 %p2, %r3, 0; @%p2 bra F; @%p1 bra E;"
                        + LOAD
                        + "bra E; F:"
                        + WRITE
                        + "E:";

        assertThat(CheckedKernel.runningFor("sm_90", BEGIN + body).run(2, 64)).isEmpty();
    }

    @Test
    void aStoreWithoutABarrierRacesWithTheCopyThatReadsIt() {
        assertThat(race(WRITE + "fence.proxy.async; @%p1 bra E;" + STORE + "E:"))
                .contains("bulk copy at", "races with a store of 4 bytes of another thread;");
    }

    @Test
    void reductionsDoNotRaceWithEachOther() {
        String reduction =
                " cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd1], [s], 256;"
                        + " cp.async.bulk.commit_group; ";
        String body =
                WRITE
                        + "fence.proxy.async; bar.sync 0; and.b32 %r3, %r0, 31;"
                        + " setp.ne.u32 %p1, %r3, 0; @%p1 bra E;"
                        + reduction
                        + reduction
                        + "E:";

        assertThat(found(body)).isEmpty();
        assertThat(race(body.replace("E:", "st.global.u32 [%rd0], 0; E:")))
                .contains("store of 4 bytes at", "races with a pending bulk copy;");
    }

    /// The words from 128 on are in no copy.
    @Test
    void aValueThatACopyMovesRemainsUninitialised() {
        String body =
                WRITE
                        + "fence.proxy.async; bar.sync 0; @%p1 bra E;"
                        + STORE.replace("[s], 256", "[s+128], 128")
                        + "cp.async.bulk.wait_group 0; mbarrier.arrive.expect_tx.shared.b64 _, [s+512],"
                        + " 128; cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
                        + " [s+640], [%rd1], 128, [s+512];"
                        + WAIT
                        + "ld.shared.u32 %r2, [s+640]; setp.eq.u32 %p2, %r2, 5; @%p2 bra E; E:";

        assertThat(found(body)).isEmpty();
        assertThat(found(body.replace("[s+128], 128", "[s+256], 128")))
                .hasSize(1)
                .allMatch(finding -> finding.kind() == Kind.UNINITIALISED)
                .allMatch(finding -> finding.toString().contains("a branch"));
    }

    /// Only the last word of the source is uninitialised.
    @Test
    void theLastWordOfACopyRemainsUninitialised() {
        String body =
                "@!%p1 st.shared.v2.u32 [s+256], {%r0, %r0}; @!%p1 st.shared.u32 [s+264], %r0;"
                        + " fence.proxy.async; @%p1 bra E;"
                        + STORE.replace("[s], 256", "[s+256], 16")
                        + "cp.async.bulk.wait_group 0; ld.global.u32 %r2, [%rd1+8];"
                        + " setp.eq.u32 %p2, %r2, 5; @%p2 bra E; E:";

        assertThat(found(body)).isEmpty();
        assertThat(found(body.replace("%rd1+8", "%rd1+12")))
                .hasSize(1)
                .allMatch(finding -> finding.kind() == Kind.UNINITIALISED);
    }

    /// A sum is initialised if both of its operands are.
    @Test
    void aSumWithAnUninitialisedWordIsUninitialised() {
        String body =
                "@%p1 bra E; st.shared.v2.u32 [s], {%r0, %r0}; st.shared.v2.u32 [s+8], {%r0, %r0};"
                        + " st.shared.v2.u32 [s+16], {%r0, %r0}; st.shared.v2.u32 [s+24], {%r0, %r0};"
                        + " fence.proxy.async; mbarrier.arrive.expect_tx.shared.b64 _, [s+512], 16;"
                        + " cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes"
                        + ".add.u32 [TARGET], [SOURCE], 16, [s+512];"
                        + WAIT
                        + "ld.shared.u32 %r2, [TARGET]; setp.eq.u32 %p2, %r2, 5; @%p2 bra E; E:";

        assertThat(found(body.replace("TARGET", "s+16").replace("SOURCE", "s"))).isEmpty();
        assertThat(found(body.replace("TARGET", "s+32").replace("SOURCE", "s"))).hasSize(1);
        assertThat(found(body.replace("TARGET", "s+16").replace("SOURCE", "s+48"))).hasSize(1);
    }

    @Test
    void anUninitialisedSizeIsReported() {
        assertThat(
                        found(
                                "ld.shared.u32 %r2, [s+900]; and.b32 %r2, %r2, 16; @%p1 bra E;"
                                        + STORE.replace("256", "%r2")
                                        + "E:"))
                .hasSize(1)
                .allMatch(finding -> finding.toString().contains("an address"));
    }
}
