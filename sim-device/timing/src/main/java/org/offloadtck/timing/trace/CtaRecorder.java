package org.offloadtck.timing.trace;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// Records the [CtaTrace] of one CTA.
final class CtaRecorder {

    /// Barriers of a CTA (PTX ISA §9.7.13.1).
    static final int BARRIERS = 16;

    private static final int NONE = -1;

    private final List<WarpRecorder> warps;
    private final int[] open = new int[BARRIERS];
    private final TraceBuffer arrivals;
    private final KernelCounters counters;
    private final AccessRecorder accesses;
    private final MbarrierPhases phases = new MbarrierPhases();

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
        phases.clear();
        warps.forEach(WarpRecorder::clear);
    }

    /// The counters of all CTAs that were recorded.
    KernelCounters counters() {
        return counters;
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
            open[barrier] = newBarrier();
        }
        arrivesAt(warp, open[barrier]);
    }

    private int newBarrier() {
        int number = arrivals.size();
        arrivals.add(0);
        return number;
    }

    private void arrivesAt(WarpRecorder warp, int number) {
        arrivesAt(warp, number, WarpTrace.ARRIVE);
    }

    private void arrivesAt(WarpRecorder warp, int number, int mark) {
        arrivals.set(number, arrivals.get(number) + 1);
        warp.mark(mark, number);
    }

    /// Lanes of a group use an `mbarrier` each.
    void uses(WarpRecorder warp, MbarrierPhases.Use use, int lanes, long[] at) {
        if (use == MbarrierPhases.Use.POLLS) {
            warp.pollsAt(lanes, at);
            return;
        }
        for (int rest = lanes; rest != 0; ) {
            long address = at[Integer.numberOfTrailingZeros(rest)];
            switch (use) {
                case CHANGES -> changes(warp, address, WarpTrace.ARRIVE);
                case COMPLETES_COPY -> changes(warp, address, WarpTrace.ARRIVE_WITH_COPY);
                case NONE, INITIALISES, POLLS, ENDS_WAIT -> phases.initialise(address);
            }
            rest = others(rest, at, address);
        }
    }

    private void changes(WarpRecorder warp, long address, int mark) {
        int number = phases.current(address).orElseGet(this::newBarrier);
        phases.begin(address, number);
        arrivesAt(warp, number, mark);
    }

    /// The lanes whose object is another one.
    private static int others(int lanes, long[] at, long address) {
        int others = lanes;
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            others &= at[lane] == address ? ~(1 << lane) : -1;
        }
        return others;
    }

    /// A phase of an `mbarrier` completes.
    void completes(long mbarrier) {
        phases.complete(mbarrier);
    }

    /// Lanes of a group have waited for a phase of an `mbarrier`, and lanes `failed` in vain. The
    /// warp is held until the phases have completed.
    void waits(WarpRecorder warp, int failed) {
        int held = 0;
        for (int rest = warp.endPoll(failed); rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            long address = warp.polled(lane);
            var number = phases.last(address);
            if (number.isPresent() && (held == 0 || warp.polled(held - 1) != address)) {
                warp.mark(WarpTrace.WAIT, number.getAsInt());
                held = lane + 1;
            }
        }
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
