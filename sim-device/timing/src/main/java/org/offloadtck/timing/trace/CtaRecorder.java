package org.offloadtck.timing.trace;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.offloadtck.engine.code.Code;

/// Records the [CtaTrace] of one CTA.
final class CtaRecorder {

    /// Barriers of a CTA (PTX ISA §9.7.13.1).
    static final int BARRIERS = 16;

    private static final int NONE = -1;

    private final List<WarpRecorder> warps;
    private final int[] open = new int[BARRIERS];
    private final TraceBuffer arrivals;
    private final long[] addresses = new long[Code.LANES];
    private final KernelCounters counters;
    private final AccessRecorder accesses;

    /// @param instructions of the image
    /// @param counters of the CTAs that it records
    CtaRecorder(int warpCount, int instructions, TraceBudget room, KernelCounters counters) {
        this.counters = counters;
        this.accesses = new AccessRecorder(counters, instructions);
        arrivals = new TraceBuffer(room);
        warps = Stream.generate(() -> new WarpRecorder(room)).limit(warpCount).toList();
        clear();
    }

    /// Prepares to record another CTA.
    void clear() {
        Arrays.fill(open, NONE);
        arrivals.clear();
        warps.forEach(WarpRecorder::clear);
    }

    /// The counters of all CTAs that were recorded.
    KernelCounters counters() {
        return counters;
    }

    /// Room for where the lanes of an access go.
    long[] addresses() {
        return addresses;
    }

    AccessRecorder accesses() {
        return accesses;
    }

    WarpRecorder warp(int index) {
        return warps.get(index);
    }

    /// A group of the warp arrives at a barrier.
    void arrives(WarpRecorder warp, int barrier) {
        if (open[barrier] == NONE) {
            open[barrier] = arrivals.size();
            arrivals.add(0);
        }
        int number = open[barrier];
        arrivals.set(number, arrivals.get(number) + 1);
        warp.mark(WarpTrace.ARRIVE, number);
    }

    /// A barrier completes, and the waiting warps continue.
    void completes(int barrier) {
        int number = open[barrier];
        open[barrier] = NONE;
        for (var warp : warps) {
            if (warp.passes(barrier)) {
                warp.mark(WarpTrace.WAIT, number);
            }
        }
    }

    CtaTrace trace() {
        return new CtaTrace(warps.stream().map(WarpRecorder::trace).toList(), arrivals.toArray());
    }
}
