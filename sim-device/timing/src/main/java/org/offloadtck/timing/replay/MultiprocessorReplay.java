package org.offloadtck.timing.replay;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.offloadtck.timing.CycleUse;
import org.offloadtck.timing.figures.Quantity;
import org.offloadtck.timing.figures.TimedDevice;
import org.offloadtck.timing.memory.TaggedTime;
import org.offloadtck.timing.memory.TrafficCounters;

/// A multiprocessor: its schedulers, its memory pipeline, and the CTAs it holds.
final class MultiprocessorReplay {

    /// Lines of local memory that a warp's can have: 512 KiB of each thread.
    private static final int LOCAL_SHIFT = 17;

    /// A line beyond any of global memory.
    private static final long LOCAL_ORIGIN = 1L << 56;

    private final int number;
    private final InstructionCosts steps;
    private final int[] words;
    private final LoadStoreUnit loadStore;
    private final WarpScheduler[] schedulers;

    /// The next issue of each scheduler, in the format of [WarpScheduler#when] and
    /// [WarpScheduler#who].
    private final long[] turns;

    private final BiConsumer<CtaReplay, Long> departures;
    private final int warps;
    private final int barrierLatency;
    private final int barrierCode;

    /// @param departures receives each CTA that ends, with the cycle
    MultiprocessorReplay(
            int number,
            InstructionCosts steps,
            Layout layout,
            BiConsumer<CtaReplay, Long> departures) {
        var device = layout.device();
        this.number = number;
        this.steps = steps;
        this.words = steps.words();
        this.departures = departures;
        this.loadStore = new LoadStoreUnit(device, layout.l1Bytes(), layout.traffic());
        this.turns = new long[device.spec().multiprocessor().partitions()];
        this.schedulers = new WarpScheduler[turns.length];
        int sharing = device.timing().value(Quantity.DOUBLE_SCHEDULERS);
        var doubles = Stream.generate(() -> new DoubleUnit(sharing)).limit(turns.length).toList();
        Arrays.setAll(
                schedulers,
                i -> new WarpScheduler(steps, loadStore, doubles.get(i / sharing), turns, i));
        this.warps = device.spec().multiprocessor().threads() / device.spec().cta().warpThreads();
        this.barrierLatency = device.timing().value(Quantity.BARRIER_LATENCY);
        this.barrierCode = TaggedTime.code(device, CycleUse.BARRIER);
    }

    /// What the multiprocessors of a launch share.
    ///
    /// @param l1Bytes of the first-level cache of each
    record Layout(TimedDevice device, long l1Bytes, TrafficCounters traffic) {}

    int number() {
        return number;
    }

    LoadStoreUnit loadStore() {
        return loadStore;
    }

    List<WarpScheduler> schedulers() {
        return List.of(schedulers);
    }

    /// Takes a CTA.
    void place(CtaReplay.Arrival arrival) {
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
            warp.advance(arrival.from(), arrival.placed());
        }
    }

    /// The time of the next event, as far as it is known.
    long next() {
        long next = WarpScheduler.NEVER;
        for (var scheduler : schedulers) {
            next = Math.min(next, scheduler.next());
        }
        return next == WarpScheduler.NEVER ? TaggedTime.UNKNOWN : next;
    }

    /// Replays all events before `end`.
    void run(long end) {
        loadStore.setHorizon(end);
        for (long turn = turn(); WarpScheduler.when(turn) < end; turn = turn()) {
            var scheduler = schedulers[WarpScheduler.who(turn)];
            if (scheduler.holds()) {
                execute(scheduler);
            }
            scheduler.choose();
        }
    }

    private long turn() {
        long first = turns[0];
        for (int i = 1; i < turns.length; i++) {
            first = Math.min(first, turns[i]);
        }
        return first;
    }

    private void execute(WarpScheduler scheduler) {
        long now = scheduler.next();
        var warp = scheduler.chosen();
        int at = warp.step;
        int base = warp.base();
        scheduler.issue();
        int kind = words[at + InstructionCosts.KIND];
        long latency = words[at + InstructionCosts.LATENCY];
        if (kind < InstructionCosts.LOAD) {
            warp.result(
                    at,
                    base,
                    TaggedTime.until(now + latency, words[at + InstructionCosts.WAITING]));
        } else {
            long there = loadStore.access(warp, kind, now);
            boolean isKnown = there != TaggedTime.UNKNOWN;
            warp.result(at, base, isKnown ? there + (latency << TaggedTime.BITS) : there);
        }
        long from =
                TaggedTime.until(
                        now + words[at + InstructionCosts.BLOCKS],
                        words[at + InstructionCosts.BLOCKING]);
        warp.advance(from, now);
    }

    /// When the warps that wait at a barrier which completes now can issue, as a [TaggedTime].
    long barrierFrom(long now) {
        return TaggedTime.until(now + barrierLatency, barrierCode);
    }

    /// A CTA has ended.
    void ended(CtaReplay cta, long now) {
        departures.accept(cta, now);
    }
}
