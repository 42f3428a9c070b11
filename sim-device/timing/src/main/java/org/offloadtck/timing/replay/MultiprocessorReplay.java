package org.offloadtck.timing.replay;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.offloadtck.timing.CycleUse;
import org.offloadtck.timing.figures.Quantity;
import org.offloadtck.timing.figures.TimedDevice;
import org.offloadtck.timing.memory.MemoryRequest;
import org.offloadtck.timing.memory.SecondLevelCache;
import org.offloadtck.timing.memory.TaggedTime;
import org.offloadtck.timing.memory.TrafficCounters;
import org.offloadtck.timing.trace.WarpTrace;

/// A multiprocessor: its schedulers, its memory pipeline, and the CTAs it holds.
final class MultiprocessorReplay {

    /// Lines of local memory that a warp's can have: 512 KiB of each thread.
    private static final int LOCAL_SHIFT = 17;

    /// A line beyond any of global memory.
    private static final long LOCAL_ORIGIN = 1L << 56;

    private final int number;
    private final InstructionCosts steps;
    private final LoadStoreUnit loadStore;
    private final WarpScheduler[] schedulers;

    /// The next issue of each scheduler, in the format of [Turn].
    private final long[] turns;

    private final TrafficCounters traffic = new TrafficCounters();

    /// CTAs that have ended and were not taken yet, in the order of time.
    private final Deque<Departure> departures = new ArrayDeque<>();

    /// CTAs that it places when it runs the next window.
    private final Deque<CtaReplay.Arrival> arrivals = new ArrayDeque<>();

    /// Requests that were answered; its warps receive the answers when it runs the next window.
    private final Deque<MemoryRequest> answers = new ArrayDeque<>();

    /// Arrivals at barriers of CTAs of other multiprocessors that were not taken yet.
    private final List<MemoryRequest> signals = new ArrayList<>();

    /// Arrivals of CTAs at barriers of clusters that were not taken yet.
    private final Deque<ClusterReplay.Arrival> reports = new ArrayDeque<>();

    private final int warps;
    private final long clusterLatency;
    private final int barrierLatency;
    private final int barrierInterval;

    /// When it takes the next arrival at a barrier.
    private long barrierFree;

    private final int barrierCode;

    /// Cycles from an event of a scheduler to what it can change at another one, a warp that passes
    /// a barrier. None if a unit is shared: who used it last decides between equals.
    private final int lookahead;

    /// The end of the last window.
    private long now;

    /// The time of the next issue.
    private long next = WarpScheduler.NEVER;

    private long issued;
    private long issuedBefore;

    /// A CTA that has ended, in a cycle.
    record Departure(CtaReplay cta, long time) {}

    /// When a warp scheduler issues next, and which one it is, in one `long`: the least of such
    /// numbers is the earliest and of those the first, found without a branch.
    static final class Turn {

        /// Bits below a time.
        private static final int BITS = 8;

        /// Of these, bits for the number of the scheduler; its rank at the unit it waits for is
        /// above.
        private static final int NUMBER_BITS = 4;

        private Turn() {}

        static long of(long time, int scheduler) {
            return time << BITS | scheduler;
        }

        /// The turn of a scheduler that waits for a unit together with others.
        ///
        /// @param rank its place in the order in which the unit serves them
        static long ranked(long turn, int rank) {
            return turn | (long) rank << NUMBER_BITS;
        }

        /// The scheduler whose turn it is.
        static int who(long turn) {
            return (int) turn & (1 << NUMBER_BITS) - 1;
        }

        /// When that is.
        static long when(long turn) {
            return turn >> BITS;
        }
    }

    /// The order in which a replay computes what the schedulers of a multiprocessor do; the outcome
    /// is the same.
    enum IssueOrder {
        /// In the order of time, one instruction at a time.
        IN_TURN,
        /// A scheduler issues as many instructions as it can before another one may notice.
        AHEAD
    }

    MultiprocessorReplay(int number, InstructionCosts steps, Layout layout) {
        var device = layout.device();
        this.number = number;
        this.steps = steps;
        this.loadStore = new LoadStoreUnit(number, device, layout.l1Bytes(), traffic);
        this.turns = new long[device.spec().multiprocessor().partitions()];
        this.schedulers = new WarpScheduler[turns.length];
        int sharing = device.timing().value(Quantity.DOUBLE_SCHEDULERS);
        var doubles =
                Stream.generate(() -> new BusyUnits.DoubleUnit(sharing))
                        .limit(turns.length)
                        .toList();
        Arrays.setAll(
                schedulers,
                i ->
                        new WarpScheduler(
                                steps, loadStore, doubles.get(i / sharing), turns, i, layout));
        this.warps = device.spec().multiprocessor().threads() / device.spec().cta().warpThreads();
        this.barrierLatency = device.timing().value(Quantity.BARRIER_LATENCY);
        this.clusterLatency = clusterLatency(device);
        this.barrierInterval = device.timing().value(Quantity.BARRIER_INTERVAL);
        this.barrierCode = TaggedTime.code(device, CycleUse.BARRIER);
        boolean isInTurn = layout.isInTurn() || steps.shareDoubles();
        this.lookahead = isInTurn ? 0 : barrierLatency;
    }

    /// From the last arrival at the barrier of a cluster to what waits there, as [TaggedTime] has
    /// it: no less than at a barrier of a CTA.
    static long clusterLatency(TimedDevice device) {
        var figure = device.timing().figure(Quantity.CLUSTER_BARRIER_LATENCY);
        long cycles = Math.max(figure.value(), device.timing().value(Quantity.BARRIER_LATENCY));
        return TaggedTime.until(cycles, TaggedTime.code(CycleUse.BARRIER, figure.basis()));
    }

    /// What the multiprocessors of a launch share.
    ///
    /// @param l1Bytes of the first-level cache of each, which is empty
    /// @param cache of the second level
    /// @param traffic that the launch has caused, once it has ended
    /// @param profile to which issues are reported, which are then in turn and on one thread
    /// @param team of the threads of the host that replay the launch
    record Layout(
            TimedDevice device,
            long l1Bytes,
            SecondLevelCache cache,
            TrafficCounters traffic,
            IssueOrder order,
            IssueProfile profile,
            ReplayTeam team) {

        /// The same for a part of the device.
        Layout on(TimedDevice part) {
            return new Layout(part, l1Bytes, cache, traffic, order, profile, team);
        }

        /// Whether a scheduler's turn ends with each instruction.
        boolean isInTurn() {
            return order == IssueOrder.IN_TURN || profile.isOn();
        }
    }

    int number() {
        return number;
    }

    List<WarpScheduler> schedulers() {
        return List.of(schedulers);
    }

    /// The traffic that its memory pipeline has caused.
    TrafficCounters traffic() {
        return traffic;
    }

    /// The CTAs that have ended, which the caller removes.
    Deque<Departure> departures() {
        return departures;
    }

    /// Sends an arrival at a barrier of a CTA of another multiprocessor, after all accesses so far.
    ///
    /// @param target of [WarpTrace#remote]
    void signal(ClusterReplay cluster, int target, long now) {
        int rank = WarpTrace.rank(target);
        long leaves = Math.max(now, loadStore.free());
        signals.add(cluster.signal(rank, WarpTrace.barrier(target), leaves));
    }

    /// Arrivals at barriers of CTAs of other multiprocessors, in the order in which they happened,
    /// which the caller removes when they have left.
    List<MemoryRequest> signals() {
        return signals;
    }

    /// A CTA arrives at the barrier of its cluster.
    void report(ClusterReplay.Arrival arrival) {
        reports.add(arrival);
    }

    /// Arrivals of its CTAs at barriers of clusters, which the caller removes.
    Deque<ClusterReplay.Arrival> reports() {
        return reports;
    }

    /// From the last arrival at the barrier of a cluster to what waits there, as [TaggedTime] has
    /// it.
    long clusterLatency() {
        return clusterLatency;
    }

    /// Receives a CTA.
    void arrives(CtaReplay.Arrival arrival) {
        arrivals.add(arrival);
    }

    /// Receives a request that was answered.
    void answered(MemoryRequest request) {
        answers.add(request);
    }

    private void place(CtaReplay.Arrival arrival) {
        var trace = arrival.trace();
        int slot = arrival.slot();
        var cta = new CtaReplay(this, arrival);
        int count = trace.warps().size();
        for (int i = 0; i < count; i++) {
            int index = slot * count + i;
            var scheduler = schedulers[index % schedulers.length];
            long local = LOCAL_ORIGIN + (((long) number * warps + index) << LOCAL_SHIFT);
            var warp = new WarpReplay(trace.warps().get(i), steps, cta, scheduler, local);
            scheduler.add(warp);
            warp.begin(arrival.from(), arrival.placed());
        }
    }

    /// The requests that it has sent and that were not taken yet, in the order of time.
    Deque<MemoryRequest> outbox() {
        return loadStore.outbox();
    }

    /// Replays a window. Its warps, schedulers and caches change here only, so that they mostly
    /// stay in the cache of one processor of the host.
    ///
    /// @param end of the window
    void run(long end) {
        while (!answers.isEmpty()) {
            loadStore.answer(answers.remove(), now);
        }
        while (!arrivals.isEmpty()) {
            place(arrivals.remove());
        }
        loadStore.setHorizon(end);
        next = issueUntil(end);
        now = end;
        countIssued();
    }

    /// The time of the next event, as long as it receives nothing; [WarpScheduler#NEVER] without
    /// one.
    long next() {
        var outbox = outbox();
        long first = outbox.isEmpty() ? next : Math.min(next, outbox.element().time());
        for (var signal : signals) {
            first = Math.min(first, signal.time());
        }
        return first;
    }

    /// Replays all events before `end`, in the order of turns as far as another scheduler can
    /// notice it.
    ///
    /// @return the time of the next one
    private long issueUntil(long end) {
        while (true) {
            long first = turns[0];
            long second = Long.MAX_VALUE;
            for (int i = 1; i < turns.length; i++) {
                second = Math.min(second, Math.max(first, turns[i]));
                first = Math.min(first, turns[i]);
            }
            if (Turn.when(first) >= end) {
                return Turn.when(first);
            }
            long ahead = Turn.when(second) + lookahead;
            schedulers[Turn.who(first)].run(second, ahead, end);
        }
    }

    private void countIssued() {
        issuedBefore = issued;
        issued = 0;
        for (var scheduler : schedulers) {
            issued += scheduler.account().issued();
        }
    }

    /// Instructions of the device that the last [#run] issued.
    long issued() {
        return issued - issuedBefore;
    }

    /// A warp arrives at a barrier.
    ///
    /// @return when the warps that wait there can issue if no other is to arrive, as a [TaggedTime]
    long arrive(long now) {
        long taken = Math.max(now, barrierFree);
        barrierFree = taken + barrierInterval;
        return TaggedTime.until(taken + barrierLatency, barrierCode);
    }

    /// A CTA has ended.
    void ended(CtaReplay cta, long now) {
        departures.add(new Departure(cta, now));
    }
}
