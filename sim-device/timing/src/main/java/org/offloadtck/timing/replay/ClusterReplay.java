package org.offloadtck.timing.replay;

import org.offloadtck.timing.memory.MemoryRequest;
import org.offloadtck.timing.memory.TaggedTime;

/// A cluster on its multiprocessors, and its barrier.
///
/// Each of its CTAs is changed by the thread that runs its multiprocessor. The phases of the
/// barrier belong to the primary thread, which learns of arrivals between windows.
final class ClusterReplay {

    private final int[] multiprocessors;
    private final int[][] barriers;
    private final CtaReplay[] ctas;

    /// CTAs that have not arrived, by phase; those whose threads had all exited do not.
    private final int[] missing;

    /// When the last of those that have arrived did, by phase.
    private final long[] latest;

    /// @param multiprocessors of the CTAs, by rank
    /// @param barriers of each CTA, by phase, as [org.offloadtck.timing.trace.CtaTrace] has them
    ClusterReplay(int[] multiprocessors, int[][] barriers) {
        this.multiprocessors = multiprocessors;
        this.barriers = barriers;
        this.ctas = new CtaReplay[multiprocessors.length];
        int phases = 0;
        for (int[] each : barriers) {
            phases = Math.max(phases, each.length);
        }
        this.missing = new int[phases];
        this.latest = new long[phases];
        for (int[] each : barriers) {
            for (int phase = 0; phase < each.length; phase++) {
                missing[phase]++;
            }
        }
    }

    /// All threads of a CTA that have not exited have arrived at the barrier.
    ///
    /// @param when the last did, a cycle
    record Arrival(ClusterReplay cluster, int phase, long when) {}

    /// An arrival at a barrier of a CTA, by a warp of another CTA or by the whole cluster. The
    /// thread that runs the multiprocessor of the CTA receives it.
    private record Message(ClusterReplay cluster, int rank, int barrier)
            implements MemoryRequest.Waiter {

        @Override
        public void await() {}

        @Override
        public void arrive(long when, long now) {
            cluster.ctas[rank].arriveFromAfar(barrier, now, when);
        }
    }

    int size() {
        return multiprocessors.length;
    }

    int multiprocessor(int rank) {
        return multiprocessors[rank];
    }

    /// A CTA has been placed.
    void place(int rank, CtaReplay cta) {
        ctas[rank] = cta;
    }

    /// A CTA of the multiprocessor that the caller runs.
    CtaReplay cta(int rank) {
        return ctas[rank];
    }

    /// The signal of one more arrival at a barrier of a CTA.
    ///
    /// @param time when it leaves the multiprocessor of the one that arrives
    MemoryRequest signal(int rank, int barrier, long time) {
        var signal = new MemoryRequest(MemoryRequest.Kind.SIGNAL, time, multiprocessors[rank], 0);
        signal.add(new Message(this, rank, barrier));
        return signal;
    }

    /// Takes the arrival of a CTA.
    ///
    /// @return whether all have arrived
    boolean takes(Arrival arrival) {
        int phase = arrival.phase();
        latest[phase] = Math.max(latest[phase], arrival.when());
        return --missing[phase] == 0;
    }

    /// The message that a phase has completed, for a CTA.
    ///
    /// @param latency from the last arrival to this message, as [TaggedTime] has it
    MemoryRequest completion(int rank, int phase, long latency) {
        var message = signal(rank, barriers[rank][phase], latest[phase]);
        message.answer(TaggedTime.until(latest[phase], 0) + latency);
        return message;
    }

    /// Whether a CTA takes part in a phase.
    boolean takesPart(int rank, int phase) {
        return phase < barriers[rank].length;
    }
}
