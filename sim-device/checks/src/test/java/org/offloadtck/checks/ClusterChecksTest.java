package org.offloadtck.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.checks.finding.KernelFinding.Kind;
import org.offloadtck.engine.thread.ClusterShape;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.LaunchShape;

/// What is found in clusters, and what only looks like a defect.
final class ClusterChecksTest {

    private static final int CTAS = 4;
    private static final int THREADS = 64;

    /// `%rd2` is the address of the thread's word in shared memory, `%r2` its offset, `%r5` the
    /// same word in the other CTA of the cluster; `%p1` holds in rank 0.
    private static final String WORDS =
            """
            mov.u64 %rd1, s;
            mad.wide.u32 %rd2, %r0, 4, %rd1;
            cvt.u32.u64 %r2, %rd2;
            mov.u32 %r3, %cluster_ctarank;
            setp.eq.u32 %p1, %r3, 0;
            xor.b32 %r4, %r3, 1;
            mapa.shared::cluster.u32 %r5, %r2, %r4;
            mov.u32 %r6, %ctaid.x;
            mad.lo.u32 %r6, %r6, 64, %r0;
            mad.wide.u32 %rd4, %r6, 4, %rd9;
            """;

    private static final String SYNC = "barrier.cluster.arrive; barrier.cluster.wait;\n";

    private static List<KernelFinding> findings(String body) {
        var machine = CheckedKernel.running(WORDS + body.replace("SYNC", SYNC));
        var shape =
                new LaunchShape(
                        Extent3D.of(CTAS),
                        Extent3D.of(THREADS),
                        0,
                        ClusterShape.of(Extent3D.of(2)));
        // bits 24 to 31 of later addresses are those of a rank of shared memory
        machine.allocate("before out", 20 << 20);
        machine.launch(machine.kernel(), shape, machine.zeros("out", 4L * CTAS * THREADS));
        return machine.findings();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // the barrier of the cluster is the only one
                "st.shared.u32 [%r2], %r0; SYNC xor.b32 %r7, %r2, 128; ld.shared.u32 %r8, [%r7];"
                        + " st.global.u32 [%rd4], %r8;",
                // a load from the other CTA
                "st.shared.u32 [%r2], %r0; SYNC ld.shared::cluster.u32 %r8, [%r5];"
                        + " st.global.u32 [%rd4], %r8; SYNC st.shared.u32 [%r2], 1;",
                // a store to the other CTA, which then loads it
                "SYNC st.shared::cluster.u32 [%r5], %r0; SYNC ld.shared.u32 %r8, [%r2];"
                        + " st.global.u32 [%rd4], %r8;",
                // atomics of both CTAs on one word
                "st.shared.u32 [%r2], 0; SYNC mapa.shared::cluster.u32 %r7, %r2, 0;"
                        + " atom.shared::cluster.add.u32 %r8, [%r7], 1; SYNC"
                        + " ld.shared.u32 %r8, [%r2]; st.global.u32 [%rd4], %r8;",
                // stores of a CTA to global memory, which the other loads
                "st.global.u32 [%rd4], %r0; SYNC xor.b32 %r7, %r6, 64; mad.wide.u32 %rd5, %r7, 4, %rd9;"
                        + " ld.global.u32 %r8, [%rd5]; SYNC st.global.u32 [%rd4], %r8;",
                // a flag of the other CTA, which its thread sets after a store to global memory
                "setp.eq.u32 %p2, %r0, 0; @!%p2 bra E; add.u32 %r2, %r2, 512; add.u32 %r5, %r5, 512;"
                        + " st.shared.u32 [%r2], 0; E: SYNC @!%p2 bra F; st.global.u32 [%rd4], %r0;"
                        + " st.release.cluster.shared::cluster.u32 [%r5], 1;"
                        + " W: ld.acquire.cluster.shared.u32 %r8, [%r2]; setp.eq.u32 %p3, %r8, 0; @%p3 bra W;"
                        + " xor.b32 %r7, %r6, 64; mad.wide.u32 %rd5, %r7, 4, %rd9; ld.global.u32 %r8, [%rd5];"
                        + " F: SYNC",
                // an arrival at the mbarrier of the other CTA, without a scope, as CUTLASS writes
                // it
                "setp.eq.u32 %p2, %r0, 0; @!%p2 bra E; add.u32 %r2, %r2, 512; add.u32 %r5, %r5, 512;"
                        + " mbarrier.init.shared.b64 [%r2], 1; E: SYNC @!%p2 bra F;"
                        + " st.global.u32 [%rd4], %r0; mbarrier.arrive.shared::cluster.b64 _, [%r5];"
                        + " W: mbarrier.try_wait.parity.shared.b64 %p3, [%r2], 0; @!%p3 bra W;"
                        + " xor.b32 %r7, %r6, 64; mad.wide.u32 %rd5, %r7, 4, %rd9; ld.global.u32 %r8, [%rd5];"
                        + " F: SYNC",
                // memory of the host, whose address has the bits of a rank
                "ld.global.u32 %r8, [%rd4]; setp.eq.u32 %p3, %r8, 5; @%p3 st.global.u32 [%rd4], 1;",
                // lanes whose address names a rank, and lanes whose address does not
                "mapa.shared::cluster.u32 %r7, %r2, %r3; setp.lt.u32 %p2, %r0, 16;"
                        + " selp.u32 %r7, %r7, %r2, %p2; st.shared::cluster.u32 [%r7], %r0;"
                        + " ld.shared.u32 %r8, [%r2]; setp.eq.u32 %p3, %r8, 5; @%p3 st.global.u32 [%rd4], 1;",
                // a flag of rank 0, which rank 1 sets after a store to global memory
                "setp.eq.u32 %p2, %r6, 0; @%p2 st.shared.u32 [s+512], 0; SYNC setp.eq.u32 %p3, %r6, 64;"
                        + " @!%p3 bra A; st.global.u32 [%rd9+8], 1; mapa.shared::cluster.u32 %r7, s, 0;"
                        + " st.release.cluster.shared::cluster.u32 [%r7+512], 1; A: @!%p2 bra F;"
                        + " W: ld.acquire.cluster.shared.u32 %r8, [s+512]; setp.eq.u32 %p4, %r8, 0; @%p4 bra W;"
                        + " ld.global.u32 %r8, [%rd9+8]; F: SYNC",
                // both CTAs store one value to one word
                "mapa.shared::cluster.u32 %r7, %r2, 0; st.shared::cluster.u32 [%r7], 7; SYNC",
                // threads of a CTA store one value, which is another in the other CTA
                "add.u32 %r7, %r6, 1; sub.u32 %r7, %r7, %r0; st.shared.u32 [%r2], %r7; SYNC"
                        + " ld.shared::cluster.u32 %r8, [%r5]; SYNC st.shared.u32 [s+512], %r7; SYNC",
                // rank 0 acquires from another cluster, and the barrier orders rank 1 after it
                "mov.u32 %r7, %ctaid.x; setp.ne.u32 %p2, %r0, 0; @%p2 bra E; setp.eq.u32 %p3, %r7, 0;"
                        + " @!%p3 bra A; st.global.u32 [%rd9+8], 1; st.release.gpu.global.u32 [lock], 1;"
                        + " A: setp.eq.u32 %p3, %r7, 2; @!%p3 bra E;"
                        + " W: ld.acquire.gpu.global.u32 %r8, [lock]; setp.eq.u32 %p4, %r8, 0; @%p4 bra W;"
                        + " E: SYNC setp.eq.u32 %p3, %r7, 3; @%p3 ld.global.u32 %r8, [%rd9+8]; SYNC",
                // the address of the own rank
                "mapa.shared::cluster.u32 %r7, %r2, %r3; st.shared::cluster.u32 [%r7], %r0;"
                        + " ld.shared.u32 %r8, [%r2]; st.global.u32 [%rd4], %r8;",
            })
    void findsNothing(String body) {
        assertThat(findings(body)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // each rank has a flag at the same offset, and rank 0 acquires its own
                "setp.eq.u32 %p2, %r6, 0; @%p2 st.shared.u32 [s+512], 1; SYNC setp.eq.u32 %p3, %r6, 64;"
                        + " @!%p3 bra A; st.global.u32 [%rd9+8], 1; st.release.cluster.shared.u32 [s+512], 1;"
                        + " st.relaxed.gpu.global.u32 [lock], 1; A: @!%p2 bra F;"
                        + " W: ld.relaxed.gpu.global.u32 %r8, [lock]; setp.eq.u32 %p4, %r8, 0; @%p4 bra W;"
                        + " ld.acquire.cluster.shared.u32 %r8, [s+512]; ld.global.u32 %r8, [%rd9+8]; F: SYNC",
                // a load without the barrier of the cluster, behind one of the CTA
                "st.shared.u32 [%r2], %r0; bar.sync 0; ld.shared::cluster.u32 %r8, [%r5]; SYNC",
                // a store to the other CTA, which has only a barrier of its own
                "st.shared.u32 [%r2], 0; SYNC st.shared::cluster.u32 [%r5], %r0; bar.sync 0;"
                        + " ld.shared.u32 %r8, [%r2]; SYNC",
                // rank 1 stores before rank 0 reaches its own barrier
                "st.shared.u32 [%r2], 0; setp.eq.u32 %p2, %r0, 0; @%p2 st.shared.u32 [s+512], 0; SYNC"
                        + " @%p1 bra W; st.shared::cluster.u32 [%r5], 5; add.u32 %r7, %r5, 512; bar.sync 0;"
                        + " @%p2 st.relaxed.cluster.shared::cluster.u32 [%r7], 1; bra E;"
                        + " W: ld.relaxed.cluster.shared.u32 %r8, [s+512]; setp.eq.u32 %p3, %r8, 0; @%p3 bra W;"
                        + " bar.sync 0; ld.shared.u32 %r8, [%r2]; E: SYNC",
                // CTAs of two clusters store to one word of global memory
                "mov.u32 %r7, %ctaid.x; setp.eq.u32 %p2, %r6, 0; @%p2 st.global.u32 [%rd9], 5; SYNC"
                        + " setp.eq.u32 %p2, %r6, 128; @%p2 st.global.u32 [%rd9], 6; SYNC",
                // both CTAs store to one word
                "st.shared.u32 [%r2], 0; SYNC mapa.shared::cluster.u32 %r7, s, 0;"
                        + " setp.ne.u32 %p2, %r0, 0; @!%p2 st.shared::cluster.u32 [%r7], %r3; SYNC",
            })
    void findsARace(String body) {
        assertThat(findings(body)).extracting(KernelFinding::kind).containsOnly(Kind.RACE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // nobody stores
                "SYNC ld.shared::cluster.u32 %r8, [%r5]; st.global.u32 [%rd4], %r8;"
                        + " setp.eq.u32 %p3, %r8, 5; @%p3 st.global.u32 [%rd4], 1; SYNC",
                // rank 0 does not store, which rank 1 loads
                "@!%p1 st.shared.u32 [%r2], %r0; SYNC ld.shared::cluster.u32 %r8, [%r5];"
                        + " setp.eq.u32 %p3, %r8, 5; @%p3 st.global.u32 [%rd4], 1; SYNC",
            })
    void findsUninitialisedMemoryOfTheOther(String body) {
        assertThat(findings(body))
                .isNotEmpty()
                .extracting(KernelFinding::kind)
                .containsOnly(Kind.UNINITIALISED);
    }
}
