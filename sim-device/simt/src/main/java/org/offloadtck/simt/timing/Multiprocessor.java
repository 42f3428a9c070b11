package org.offloadtck.simt.timing;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.offloadtck.simt.device.DeviceSpec;
import org.offloadtck.simt.device.Quantity;

/// A multiprocessor: its schedulers, its memory pipeline, and the CTAs it holds.
final class Multiprocessor {

    /// Lines of local memory that a warp's can have: 512 KiB of each thread.
    private static final int LOCAL_SHIFT = 17;

    /// A line beyond any of global memory.
    private static final long LOCAL_ORIGIN = 1L << 56;

    private final int number;
    private final Steps steps;
    private final int[] words;
    private final LoadStore loadStore;
    private final Scheduler[] schedulers;

    /// When each scheduler issues next, as [Scheduler#when] and [Scheduler#who] have it.
    private final long[] turns;

    private final BiConsumer<CtaReplay, Long> departures;
    private final int warps;
    private final int barrierLatency;
    private final int barrierCode;

    /// @param departures told of a CTA that has ended, and when
    Multiprocessor(int number, Steps steps, Layout layout, BiConsumer<CtaReplay, Long> departures) {
        var spec = layout.spec();
        this.number = number;
        this.steps = steps;
        this.words = steps.words();
        this.departures = departures;
        this.loadStore = new LoadStore(spec, layout.l1Bytes(), layout.traffic());
        this.turns = new long[spec.multiprocessor().partitions()];
        this.schedulers = new Scheduler[turns.length];
        Arrays.setAll(schedulers, i -> new Scheduler(steps, loadStore, turns, i));
        this.warps = spec.multiprocessor().threads() / spec.cta().warpThreads();
        this.barrierLatency = spec.timing().value(Quantity.BARRIER_LATENCY);
        this.barrierCode = LoadStore.code(spec, CycleUse.BARRIER);
    }

    /// What the multiprocessors of a launch have in common.
    ///
    /// @param l1Bytes of the first-level cache of each
    record Layout(DeviceSpec spec, long l1Bytes, Traffic traffic) {}

    int number() {
        return number;
    }

    LoadStore loadStore() {
        return loadStore;
    }

    List<Scheduler> schedulers() {
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

    /// When something happens next, as far as it is known.
    long next() {
        long next = Scheduler.NEVER;
        for (var scheduler : schedulers) {
            next = Math.min(next, scheduler.next());
        }
        return next == Scheduler.NEVER ? Waiting.UNKNOWN : next;
    }

    /// Does all that happens before `end`.
    void run(long end) {
        loadStore.setHorizon(end);
        for (long turn = turn(); Scheduler.when(turn) < end; turn = turn()) {
            var scheduler = schedulers[Scheduler.who(turn)];
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

    private void execute(Scheduler scheduler) {
        long now = scheduler.next();
        var warp = scheduler.chosen();
        int at = warp.step;
        int base = warp.base();
        scheduler.issue();
        int kind = words[at + Steps.KIND];
        long latency = words[at + Steps.LATENCY];
        if (kind < Steps.LOAD) {
            warp.result(at, base, Waiting.until(now + latency, words[at + Steps.WAITING]));
        } else {
            long there = loadStore.access(warp, kind, now);
            boolean isKnown = there != Waiting.UNKNOWN;
            warp.result(at, base, isKnown ? there + (latency << Waiting.BITS) : there);
        }
        long from = Waiting.until(now + words[at + Steps.BLOCKS], words[at + Steps.BLOCKING]);
        warp.advance(from, now);
    }

    /// When those go on who wait at a barrier that is complete now, as [Waiting] has it.
    long barrierFrom(long now) {
        return Waiting.until(now + barrierLatency, barrierCode);
    }

    /// A CTA has ended.
    void ended(CtaReplay cta, long now) {
        departures.accept(cta, now);
    }
}
