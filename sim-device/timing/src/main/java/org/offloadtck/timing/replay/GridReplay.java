package org.offloadtck.timing.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.offloadtck.engine.device.ClusterOccupancy;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.timing.CycleStack;
import org.offloadtck.timing.CycleUse;
import org.offloadtck.timing.Timeline;
import org.offloadtck.timing.figures.Basis;
import org.offloadtck.timing.figures.Quantity;
import org.offloadtck.timing.figures.TimingData;
import org.offloadtck.timing.memory.MemoryPartitions;
import org.offloadtck.timing.memory.MemoryRequestBatch;
import org.offloadtck.timing.memory.TaggedTime;
import org.offloadtck.timing.trace.CtaTrace;
import org.offloadtck.timing.trace.TraceBudget;
import org.offloadtck.timing.trace.TraceRecorder;

/// Replays the CTAs of a grid on a device, event by event, as they are handed over.
///
/// CTAs start in the order of their numbers, each where there is room first; at the launch a CTA on
/// every multiprocessor, then a second one. The CTAs of a cluster start together, when all of them
/// have room ([Vacancies]). The replay goes as far as it can without knowing a CTA that has room.
///
/// Multiprocessors interact through the memory they share, and no request is answered sooner than a
/// hit in its cache. So time is divided into *windows* of that length. Each multiprocessor runs for
/// a window by itself, then the memory serves the requests of all, in the order of time,
/// multiprocessor and request: the outcome does not depend on the order in which they run. Windows
/// of a launch with clusters are shorter, since multiprocessors of a cluster send each other
/// messages, which take less time than a hit. Threads of a [ReplayTeam] run them; all else is done
/// by one thread. A multiprocessor receives answers and CTAs when it runs its next window.
final class GridReplay implements TraceRecorder.Receiver {

    private static final int IDLE = TaggedTime.code(CycleUse.IDLE, Basis.DOCUMENTED);

    private final List<MultiprocessorReplay> multiprocessors = new ArrayList<>();
    private final MemoryPartitions memory;
    private final Map<Long, CtaTrace> recorded = new HashMap<>();
    private final Vacancies vacancies;
    private final long ctas;
    private final int clusterCtas;
    private final long clusterLatency;
    private final TraceBudget room;
    private final int quantum;
    private final int ctaLaunch;
    private final int launchCode;
    private final int drainCode;
    private long next;

    /// The start of the first window.
    private final long origin;

    /// The end of the last window.
    private long now;

    private long end;
    private long residentWarps;
    private long residentBytes;
    private long departed;
    private final MemoryRequestBatch batch;
    private final List<Timeline.Span> spans = new ArrayList<>();
    private final MultiprocessorReplay.Layout layout;

    /// For each multiprocessor the earliest time at which it may have an event, which decides the
    /// window that it runs in next.
    private final long[] due;

    /// The multiprocessors that run in the current window, in their order.
    private final List<MultiprocessorReplay> running = new ArrayList<>();

    /// Instructions that were issued in the window before.
    private long issued;

    GridReplay(
            InstructionCosts steps,
            MultiprocessorReplay.Layout layout,
            Extents extents,
            TraceBudget room) {
        this.layout = layout;
        var device = layout.device();
        var timing = device.timing();
        this.ctas = extents.ctas();
        this.clusterCtas = extents.clusterCtas();
        this.clusterLatency = MultiprocessorReplay.clusterLatency(device);
        this.vacancies = new Vacancies(device.spec(), clusterCtas);
        this.room = room;
        this.memory = new MemoryPartitions(device, layout.cache(), layout.traffic(), clusterCtas);
        this.quantum = lookahead(timing);
        this.batch = new MemoryRequestBatch(quantum);
        this.ctaLaunch = timing.value(Quantity.CTA_LAUNCH);
        this.launchCode = TaggedTime.code(device, CycleUse.LAUNCH);
        this.drainCode = TaggedTime.code(device, CycleUse.DRAIN);
        int launch = timing.value(Quantity.KERNEL_LAUNCH);
        this.origin = (long) launch + ctaLaunch;
        this.due = new long[device.spec().multiprocessor().count()];
        Arrays.fill(due, WarpScheduler.NEVER);
        for (int i = 0; i < due.length; i++) {
            var own = new MultiprocessorReplay(i, steps, layout);
            own.schedulers().forEach(scheduler -> scheduler.rest(launch, launchCode));
            multiprocessors.add(own);
            for (int slot = 0; slot < extents.resident(); slot++) {
                vacancies.add(new Vacancies.Vacancy(launch, slot, i));
            }
        }
    }

    /// For how long multiprocessors have no effect on each other. Those of a cluster send each
    /// other messages, and what they wait for at its barrier.
    private int lookahead(TimingData timing) {
        int hit = timing.value(Quantity.L2_LATENCY);
        if (clusterCtas == 1) {
            return hit;
        }
        int barrier = (int) TaggedTime.time(clusterLatency);
        return Math.min(hit, Math.min(barrier, timing.value(Quantity.DSMEM_LATENCY)));
    }

    /// How many CTAs there are.
    ///
    /// @param ctas of the grid
    /// @param resident that a multiprocessor holds at a time
    /// @param clusterCtas of a cluster
    record Extents(long ctas, int resident, int clusterCtas) {

        /// CTAs that a device holds at a time, of whole clusters.
        long together(DeviceSpec device) {
            return Math.min(ctas, Vacancies.capacity(device, resident, clusterCtas));
        }
    }

    private void takeDepartures(MultiprocessorReplay multiprocessor) {
        var departures = multiprocessor.departures();
        while (!departures.isEmpty()) {
            var departure = departures.remove();
            departs(departure.cta(), departure.time());
        }
    }

    private void departs(CtaReplay cta, long time) {
        residentWarps += cta.trace().warps().size() * (time - cta.placed());
        long bytes = cta.trace().bytes();
        room.release(bytes);
        residentBytes -= bytes;
        departed++;
        if (spans.size() < Timeline.MOST) {
            spans.add(cta.span(time));
        }
        vacancies.add(new Vacancies.Vacancy(time, cta.slot(), cta.multiprocessor().number()));
    }

    /// Adds a recorded CTA and continues the replay as far as possible.
    @Override
    public void ended(long number, CtaTrace trace) {
        recorded.put(number, trace);
        boolean goesOn = true;
        while (goesOn) {
            goesOn = place() && step();
        }
    }

    /// Places clusters in vacant slots.
    ///
    /// @return whether every CTA that has a slot is recorded
    private boolean place() {
        while (next < ctas && vacancies.hasRoom()) {
            var traces = new CtaTrace[clusterCtas];
            for (int rank = 0; rank < clusterCtas; rank++) {
                var trace = recorded.get(next + rank);
                if (trace == null) {
                    return false;
                }
                traces[rank] = trace;
            }
            place(traces, vacancies.take());
        }
        return true;
    }

    /// Places the CTAs of a cluster, which start together when the last of them has room.
    private void place(CtaTrace[] traces, List<Vacancies.Vacancy> slots) {
        long placed = slots.stream().mapToLong(Vacancies.Vacancy::time).max().orElseThrow();
        var cluster =
                new ClusterReplay(
                        slots.stream().mapToInt(Vacancies.Vacancy::multiprocessor).toArray(),
                        Arrays.stream(traces).map(CtaTrace::clusterBarriers).toArray(int[][]::new));
        long from = Math.max(now, placed + ctaLaunch);
        long begins = TaggedTime.until(from, launchCode);
        for (int rank = 0; rank < traces.length; rank++) {
            recorded.remove(next);
            residentBytes += traces[rank].bytes();
            room.resides(residentBytes);
            var slot = slots.get(rank);
            due[slot.multiprocessor()] = Math.min(due[slot.multiprocessor()], from);
            multiprocessors
                    .get(slot.multiprocessor())
                    .arrives(
                            new CtaReplay.Arrival(
                                    next++, slot.slot(), placed, begins, traces[rank], cluster));
        }
    }

    /// Replays the next window in which something happens.
    ///
    /// @return whether there is one
    private boolean step() {
        long first = WarpScheduler.NEVER;
        for (long time : due) {
            first = Math.min(first, time);
        }
        if (first == WarpScheduler.NEVER) {
            return false;
        }
        now = origin + ((first - origin) / quantum + 1) * quantum;
        collectRunning();
        run();
        running.forEach(this::takeRequests);
        serve();
        running.forEach(this::takeReports);
        running.forEach(this::takeDepartures);
        return true;
    }

    /// Collects the multiprocessors of which something may happen in the window.
    private void collectRunning() {
        running.clear();
        for (int i = 0; i < due.length; i++) {
            if (due[i] < now) {
                running.add(multiprocessors.get(i));
            }
        }
    }

    private void run() {
        if (layout.profile().isOn()) {
            running.forEach(multiprocessor -> multiprocessor.run(now));
        } else {
            layout.team().share(running.size(), issued, i -> running.get(i).run(now));
        }
        issued = 0;
        for (var multiprocessor : running) {
            issued += multiprocessor.issued();
        }
    }

    /// Takes the requests that leave before the end of the window. A few leave before its start:
    /// those of a warp that waited for an answer with an instruction without cost.
    private void takeRequests(MultiprocessorReplay multiprocessor) {
        var outbox = multiprocessor.outbox();
        while (!outbox.isEmpty() && outbox.element().time() < now) {
            var request = outbox.remove();
            long cycle = Math.max(0, request.time() - (now - quantum));
            batch.add(request, multiprocessor.number(), (int) cycle);
        }
        takeSignals(multiprocessor);
        due[multiprocessor.number()] = multiprocessor.next();
    }

    private void takeSignals(MultiprocessorReplay multiprocessor) {
        for (var signals = multiprocessor.signals().iterator(); signals.hasNext(); ) {
            var signal = signals.next();
            if (signal.time() < now) {
                signals.remove();
                long cycle = Math.max(0, signal.time() - (now - quantum));
                batch.add(signal, multiprocessor.number(), (int) cycle);
            }
        }
    }

    /// Completes the barriers of clusters whose last CTA has arrived.
    private void takeReports(MultiprocessorReplay multiprocessor) {
        var reports = multiprocessor.reports();
        while (!reports.isEmpty()) {
            var report = reports.remove();
            if (report.cluster().takes(report)) {
                complete(report.cluster(), report.phase());
            }
        }
    }

    private void complete(ClusterReplay cluster, int phase) {
        for (int rank = 0; rank < cluster.size(); rank++) {
            if (cluster.takesPart(rank, phase)) {
                int multiprocessor = cluster.multiprocessor(rank);
                var message = cluster.completion(rank, phase, clusterLatency);
                multiprocessors.get(multiprocessor).answered(message);
                due[multiprocessor] = now;
            }
        }
    }

    private void serve() {
        batch.sort();
        for (int i = 0; i < batch.size(); i++) {
            var request = batch.request(i);
            int multiprocessor = batch.multiprocessor(i);
            long when = memory.serve(request, multiprocessor);
            end = Math.max(end, TaggedTime.time(when));
            request.answer(when);
            if (request.isAwaited()) {
                int receiver = request.receiver(multiprocessor);
                multiprocessors.get(receiver).answered(request);
                due[receiver] = now;
            }
        }
        batch.clear();
    }

    /// Whether all CTAs have ended.
    boolean hasEnded() {
        return departed == ctas;
    }

    /// Ends the kernel; all CTAs have ended.
    ///
    /// @return how the schedulers spent their cycles
    CycleStack finish() {
        var schedulers = multiprocessors.stream().flatMap(m -> m.schedulers().stream()).toList();
        long last = schedulers.stream().mapToLong(WarpScheduler::free).max().orElse(0);
        for (var scheduler : schedulers) {
            scheduler.rest(last, IDLE);
            scheduler.rest(end, drainCode);
        }
        long cycles = Math.max(last, end);
        multiprocessors.forEach(m -> layout.traffic().add(m.traffic()));
        memory.end();
        return CycleStack.of(
                cycles, schedulers.stream().map(each -> each.account().spent()).toList());
    }

    /// Place and time of the CTAs.
    Timeline timeline() {
        return new Timeline(spans, ctas - spans.size());
    }

    /// Warps on multiprocessors, as cycles of all of them added up.
    long residentWarps() {
        return residentWarps;
    }

    /// The free slots for CTAs, and which of them the next cluster takes: the first ones that can
    /// hold all its CTAs and are on multiprocessors of one GPC. A launch without clusters takes the
    /// first one of the device.
    private static final class Vacancies {

        private static final Comparator<Vacancy> FIRST_TIME =
                Comparator.comparingLong(Vacancy::time).thenComparingInt(Vacancy::slot);

        private static final Comparator<Vacancy> FIRST =
                FIRST_TIME.thenComparingInt(Vacancy::multiprocessor);

        private final int ctas;

        /// By multiprocessor, the free slots of its GPC. Multiprocessors outside the GPCs have a
        /// set of their own, from which no cluster takes slots.
        private final List<NavigableSet<Vacancy>> placeOf = new ArrayList<>();

        private final List<NavigableSet<Vacancy>> places = new ArrayList<>();

        /// A free slot for a CTA.
        ///
        /// @param time from when on
        record Vacancy(long time, int slot, int multiprocessor) {}

        /// @param ctas of a cluster
        Vacancies(DeviceSpec device, int ctas) {
            this.ctas = ctas;
            for (int size : sizes(device, ctas)) {
                NavigableSet<Vacancy> place = new TreeSet<>(FIRST);
                places.add(place);
                for (int i = 0; i < size; i++) {
                    placeOf.add(place);
                }
            }
            while (placeOf.size() < device.multiprocessor().count()) {
                placeOf.add(new TreeSet<>(FIRST));
            }
        }

        /// Multiprocessors of each part of a device among which the CTAs of a cluster are
        /// distributed.
        private static int[] sizes(DeviceSpec device, int ctas) {
            return ctas == 1
                    ? new int[] {device.multiprocessor().count()}
                    : IntStream.range(0, device.clusters().gpcs())
                            .map(gpc -> ClusterOccupancy.multiprocessors(device, gpc))
                            .toArray();
        }

        /// CTAs that a device holds at a time.
        ///
        /// @param resident CTAs that a multiprocessor holds
        /// @param ctas of a cluster
        static long capacity(DeviceSpec device, int resident, int ctas) {
            return IntStream.of(sizes(device, ctas))
                    .mapToLong(size -> (long) size * resident / ctas * ctas)
                    .sum();
        }

        void add(Vacancy vacancy) {
            placeOf.get(vacancy.multiprocessor()).add(vacancy);
        }

        /// Whether a cluster has room.
        boolean hasRoom() {
            return places.stream().anyMatch(this::hasRoom);
        }

        private boolean hasRoom(NavigableSet<Vacancy> place) {
            return place.size() >= ctas;
        }

        /// Takes the slots of the next cluster, which has room: where it can start first, and of
        /// such places, where the CTAs take the lower slots, where more is free, and in the first
        /// one.
        ///
        /// @return a slot for each CTA, by rank
        List<Vacancy> take() {
            var place =
                    places.stream()
                            .filter(this::hasRoom)
                            .min(
                                    Comparator.comparing(this::last, FIRST_TIME)
                                            .thenComparingInt(each -> -each.size()))
                            .orElseThrow();
            var slots = new ArrayList<Vacancy>();
            for (int i = 0; i < ctas; i++) {
                slots.add(place.pollFirst());
            }
            return slots;
        }

        /// The slot of a place that the last CTA of a cluster would take.
        private Vacancy last(NavigableSet<Vacancy> place) {
            return place.stream().skip(ctas - 1L).findFirst().orElseThrow();
        }
    }
}
