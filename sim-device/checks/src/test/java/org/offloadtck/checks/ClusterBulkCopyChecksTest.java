package org.offloadtck.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.checks.finding.KernelFinding.Kind;
import org.offloadtck.engine.thread.ClusterShape;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.LaunchShape;

/// Bulk copies to another CTA of a cluster are checked with the shared memory of that CTA.
final class ClusterBulkCopyChecksTest {

    private static final int CTAS = 4;
    private static final int THREADS = 64;

    private static final String SYNC = " barrier.cluster.arrive; barrier.cluster.wait; ";

    /// Thread 0 of each CTA initialises an `mbarrier` at `s+512` for one arrival. `%r9` is the
    /// thread's word of the source, which starts at `s`, and `%r10` that of the destination, at
    /// `s+256`; `%r11` and `%r12` are the destination and the `mbarrier` of the other CTA of the
    /// cluster. `%p1` holds in all threads but the first, `%p2` in rank 0.
    private static final String BEGIN =
            """
            mov.u64 %rd1, s;
            mad.wide.u32 %rd2, %r0, 4, %rd1;
            cvt.u32.u64 %r9, %rd2;
            add.u32 %r10, %r9, 256;
            setp.ne.u32 %p1, %r0, 0;
            mov.u32 %r3, %cluster_ctarank;
            setp.eq.u32 %p2, %r3, 0;
            xor.b32 %r4, %r3, 1;
            cvt.u32.u64 %r5, %rd1;
            mapa.shared::cluster.u32 %r5, %r5, %r4;
            add.u32 %r11, %r5, 256;
            add.u32 %r12, %r5, 512;
            mov.u32 %r6, %ctaid.x;
            mad.lo.u32 %r6, %r6, 64, %r0;
            mad.wide.u32 %rd4, %r6, 4, %rd9;
            @!%p1 mbarrier.init.shared.b64 [s+512], 1;
            """;

    private static final String WRITE = " st.shared.u32 [%r9], %r0; ";
    private static final String FENCE = " fence.proxy.async; ";
    private static final String READ = " ld.shared.u32 %r2, [%r10]; ";

    /// Reads the destination and depends on its value.
    private static final String USE =
            READ + " setp.eq.u32 %p5, %r2, 5; @%p5 st.global.u32 [%rd4], 1; ";

    private static final String EXPECT =
            " @!%p1 mbarrier.arrive.expect_tx.shared.b64 _, [s+512], 256; ";

    /// Thread 0 copies to the other CTA.
    private static final String COPY =
            " @!%p1 cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes"
                    + " [%r11], [s], 256, [%r12]; ";

    private static final String WAIT =
            " W: mbarrier.try_wait.parity.shared.b64 %p3, [s+512], 0; @!%p3 bra W; ";

    /// The sources are written and the `mbarrier` objects are initialised.
    private static final String READY = BEGIN + WRITE + FENCE + EXPECT + SYNC;

    private static List<KernelFinding> found(String body) {
        var machine = CheckedKernel.runningFor("sm_90", body);
        var shape =
                new LaunchShape(
                        Extent3D.of(CTAS),
                        Extent3D.of(THREADS),
                        0,
                        ClusterShape.of(Extent3D.of(2)));
        machine.launch(machine.kernel(), shape, machine.zeros("out", 4L * CTAS * THREADS));
        return machine.findings();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // each thread waits
                COPY + WAIT + USE + SYNC,
                // one thread waits, and a barrier orders the others after it
                COPY + "@%p1 bra E;" + WAIT + "E: bar.sync 0;" + USE + SYNC,
                // the source is written again after the other CTA has waited
                COPY + WAIT + SYNC + WRITE + SYNC,
                // only rank 0 copies, and has its own words at the offsets of the destination
                "@!%p2 bra W; @!%p1 st.shared.u32 [s+256], 1;"
                        + COPY
                        + "@!%p1 st.shared.u32 [s+260], 1; bra E;"
                        + "W: bra E; E:"
                        + SYNC,
                // the same by rank 1
                "@%p2 bra E;" + COPY + "@!%p1 st.shared.u32 [s+260], 1; E:" + SYNC,
            })
    void copiesThatAreWaitedForAreNoFinding(String body) {
        assertThat(found(READY + body)).isEmpty();
    }

    private static String race(String body) {
        var findings = found(body);

        assertThat(findings).isNotEmpty().allMatch(finding -> finding.kind() == Kind.RACE);
        return findings.getFirst().toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // the other CTA does not wait
                COPY + "bar.sync 0;" + READ + SYNC,
                // nor is it enough that the cluster does
                COPY + SYNC + READ + SYNC,
                // one thread waits, the others do not
                COPY + "@%p1 bra E;" + WAIT + "E:" + READ + SYNC,
            })
    void aLoadOfTheDestinationBeforeTheWaitIsARace(String body) {
        assertThat(race(READY + body)).contains("load of 4 bytes", "races with a ", "bulk copy");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // the destination
                COPY + SYNC + "st.shared.u32 [%r10], 1;" + WAIT + SYNC,
                // the destination, by the thread of the copy
                COPY + "@!%p1 st.shared::cluster.u32 [%r11], 1;" + SYNC,
                // the source, by the thread of the copy
                COPY + "@!%p1 st.shared.u32 [s], 1;" + SYNC,
                // the source, which the other CTA has not waited for
                "@!%p2 bra E;" + COPY + "@!%p1 st.shared.u32 [s], 1; E:" + SYNC,
            })
    void aStoreBeforeTheWaitIsARace(String body) {
        assertThat(race(READY + body))
                .contains("store of 4 bytes at", "races with a pending bulk copy;");
    }

    /// Rank 0 copies to its own shared memory, and rank 1 uses the same offsets of its own.
    @Test
    void aCopyWithinACtaConcernsThatCtaOnly() {
        String body =
                "@!%p2 bra E; @!%p1 cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes"
                        + " [s+256], [s], 256, [s+512]; E:"
                        + SYNC
                        + "@%p2 bra F; st.shared.u32 [%r10], 1;"
                        + READ
                        + "F:"
                        + SYNC;

        assertThat(found(READY + body)).isEmpty();
        assertThat(race(READY + body.replace("@%p2 bra F;", "@!%p2 bra F;")))
                .contains("races with a pending bulk copy;");
    }

    /// Rank 0 copies from global memory to both CTAs.
    private static final String MULTICAST =
            """
            mov.b16 %h1, 3;
            setp.ne.u32 %p4, %r3, 0;
            or.pred %p4, %p4, %p1;
            @!%p4 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [s+256], [%rd9], 256, [s+512], %h1;
            """;

    @Test
    void eachCtaOfAMulticastWaitsForItsPart() {
        assertThat(found(READY + MULTICAST + WAIT + USE + SYNC)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"@%p2", "@!%p2"})
    void aPartOfAMulticastThatIsNotWaitedForIsARace(String waits) {
        String body =
                READY + MULTICAST + SYNC + waits + " bra W; bra E;" + WAIT + "E:" + READ + SYNC;

        assertThat(race(body)).contains("load of 4 bytes", "races with a pending bulk copy;");
    }

    /// Each thread stores its word to the destination of the other CTA.
    private static final String STORE =
            """
            shl.b32 %r7, %r0, 2;
            add.u32 %r11, %r11, %r7;
            st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r11], %r0, [%r12];
            """;

    /// All threads add to the first word of the other CTA, which has been written before.
    private static final String REDUCE =
            "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32"
                    + " [%r11], %r0, [%r12]; ";

    private static final String SET = "@!%p1 st.shared.u32 [s+256], 1;";

    @ParameterizedTest
    @ValueSource(
            strings = {
                STORE + WAIT + USE + SYNC,
                REDUCE + WAIT + "ld.shared.u32 %r2, [s+256];" + SYNC,
                // two reductions of a thread
                REDUCE + REDUCE + SYNC,
            })
    void storesThatAreWaitedForAreNoFinding(String body) {
        assertThat(found(BEGIN + SET + EXPECT + SYNC + body)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // the destination is read before the wait
                STORE + SYNC + READ + SYNC,
                REDUCE + SYNC + "ld.shared.u32 %r2, [s+256];" + SYNC,
                // two stores to one place
                STORE
                        + SYNC
                        + "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r11], 1, [%r12];"
                        + SYNC,
                // a store and a reduction
                REDUCE + SYNC + STORE + SYNC,
            })
    void aStoreThatIsNotWaitedForIsARace(String body) {
        assertThat(race(BEGIN + SET + EXPECT + SYNC + body))
                .contains("races with a pending asynchronous store;");
    }

    /// Both CTAs copy to rank 0.
    @Test
    void copiesOfTwoCtasToOnePlaceRace() {
        String body =
                READY.replace("256;  barrier", "512;  barrier")
                        + "mov.u32 %r4, 0; cvt.u32.u64 %r5, %rd1; mapa.shared::cluster.u32 %r5, %r5, %r4;"
                        + " add.u32 %r11, %r5, 256; add.u32 %r12, %r5, 512;"
                        + COPY
                        + SYNC;

        assertThat(race(body)).contains("bulk copy at", "races with a pending bulk copy;");
    }

    @Test
    void aFenceOfAnotherCtaIsNotOneOfTheSource() {
        String body = BEGIN + WRITE + EXPECT + "@!%p2 fence.proxy.async;" + SYNC;
        String copy = "@!%p2 bra E;" + COPY + "E:" + SYNC;

        assertThat(race(body + copy)).contains("bulk copy without fence.proxy.async at");
        assertThat(found(body + copy.replace("@!%p2", "@%p2"))).isEmpty();
    }

    /// The sources of rank 1 are never written.
    @Test
    void aCopyMovesUninitialisedValuesToTheOtherCta() {
        String ready = BEGIN + "@%p2 " + WRITE.trim() + FENCE + EXPECT + SYNC + COPY + WAIT;

        assertThat(found(ready + "@%p2 bra E;" + USE + "E:" + SYNC)).isEmpty();
        assertThat(found(ready + "@!%p2 bra E;" + USE + "E:" + SYNC))
                .isNotEmpty()
                .allMatch(finding -> finding.kind() == Kind.UNINITIALISED);
    }

    /// Rank 0 copies to rank 1: the words at the same offsets of rank 0 remain uninitialised.
    @Test
    void aCopyInitialisesTheOtherCtaOnly() {
        String ready = READY + "@!%p2 bra E;" + COPY + "E:" + SYNC;

        assertThat(found(ready + "@%p2 bra F;" + WAIT + USE + "F:" + SYNC)).isEmpty();
        assertThat(found(ready + "@!%p2 bra F;" + USE + "F:" + SYNC))
                .isNotEmpty()
                .allMatch(finding -> finding.kind() == Kind.UNINITIALISED);
    }
}
