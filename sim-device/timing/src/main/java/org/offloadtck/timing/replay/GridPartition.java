package org.offloadtck.timing.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.timing.CycleStack;
import org.offloadtck.timing.ReplayCoverage;
import org.offloadtck.timing.Timeline;
import org.offloadtck.timing.figures.Figure;
import org.offloadtck.timing.figures.Quantity;
import org.offloadtck.timing.figures.TimedDevice;
import org.offloadtck.timing.figures.TimingData;
import org.offloadtck.timing.trace.CtaTrace;
import org.offloadtck.timing.trace.TraceBudget;
import org.offloadtck.timing.trace.TraceRecorder;

/// Replays a grid on a device: whole, or in parts if the traces of the CTAs that the device holds
/// together take too much memory of the host.
///
/// The first traces decide. A part is a sequence of CTAs on a [DevicePart]; parts are replayed one
/// after another, and the second-level cache keeps its contents from part to part, so that data
/// which all CTAs share is read from device memory once. Traces count in the order of the CTAs, so
/// the decision does not depend on the threads of the host.
final class GridPartition implements TraceRecorder.Receiver {

    /// The least parts whose variance says anything.
    private static final int LEAST_PARTS = 4;

    /// How many times as large as the first traces later ones may be.
    private static final int GROWTH = 2;

    /// The difference from a whole replay that parts with equal cycles may have, as a fraction of
    /// the cycles: at least, and for each part. ADR 15 has the measurement.
    private static final double MODEL_ERROR = 0.15;

    private static final double MODEL_ERROR_OF_PART = 0.0075;

    private final InstructionCosts costs;
    private final MultiprocessorReplay.Layout layout;
    private final GridReplay.Extents extents;
    private final TraceBudget room;
    private final Map<Long, CtaTrace> early = new HashMap<>();
    private final List<CtaTrace> held = new ArrayList<>();
    private final List<CycleStack> stacks = new ArrayList<>();
    private final List<Timeline.Span> spans = new ArrayList<>();
    private Optional<GridReplay> current = Optional.empty();
    private MultiprocessorReplay.Layout layoutOfPart;
    private long heldBytes;
    private long next;
    private long residentWarps;

    /// Parts of the grid; 0 while it is not decided.
    private int parts;

    GridPartition(
            InstructionCosts costs,
            MultiprocessorReplay.Layout layout,
            GridReplay.Extents extents,
            TraceBudget room) {
        this.costs = costs;
        this.layout = layout;
        this.layoutOfPart = layout;
        this.extents = extents;
        this.room = room;
    }

    /// What a replay computed.
    ///
    /// @param residentWarps warps on multiprocessors, as cycles of all of them added up
    record Outcome(
            CycleStack stack, long residentWarps, Timeline timeline, ReplayCoverage coverage) {}

    @Override
    public void ended(long number, CtaTrace trace) {
        early.put(number, trace);
        var known = Optional.ofNullable(early.remove(next));
        while (known.isPresent()) {
            if (parts == 0) {
                hold(known.get());
            } else {
                replay(next, known.get());
            }
            next++;
            known = Optional.ofNullable(early.remove(next));
        }
    }

    /// Holds a trace until the CTAs that the device holds together are known, or take too much.
    private void hold(CtaTrace trace) {
        held.add(trace);
        heldBytes += trace.bytes();
        if (heldBytes > room.most()) {
            parts = partsFor(held.size() - 1);
            if (parts > 0) {
                layoutOfPart = layout.on(new DevicePart(layout.device(), parts).device());
            } else {
                room.resides(heldBytes);
            }
        } else if (held.size() == residentOf(1)) {
            parts = 1;
        }
        if (parts > 0) {
            for (int i = 0; i < held.size(); i++) {
                replay(i, held.get(i));
            }
            held.clear();
        }
    }

    /// CTAs on one of so many parts of the device at a time.
    private long residentOf(int count) {
        var part = new DevicePart(layout.device(), count).spec();
        long most = Math.ceilDiv(extents.ctas(), count);
        return Math.min(most, extents.together(part));
    }

    /// How many parts there must be for the traces of a part to have room; 0 if no part is small
    /// enough.
    ///
    /// @param fitting CTAs whose traces have room
    private int partsFor(int fitting) {
        for (int count = DevicePart.atLeast(layout.device(), LEAST_PARTS);
                count > 0 && count <= extents.ctas() / extents.clusterCtas();
                count = DevicePart.atLeast(layout.device(), count + 1)) {
            long resident = residentOf(count);
            if (resident > 0 && GROWTH * resident <= fitting) {
                return count;
            }
        }
        return 0;
    }

    private void replay(long number, CtaTrace trace) {
        int part = stacks.size();
        if (number == first(part)) {
            var ctas =
                    new GridReplay.Extents(
                            first(part + 1) - number, extents.resident(), extents.clusterCtas());
            current = Optional.of(new GridReplay(costs, layoutOfPart, ctas, room));
        }
        var replay = current.orElseThrow();
        replay.ended(number - first(part), trace);
        if (number + 1 == first(part + 1) && !room.isExceeded()) {
            finish(part, replay);
        }
    }

    /// The first CTA of a part.
    private long first(int part) {
        long clusters = extents.ctas() / extents.clusterCtas();
        return Math.multiplyExact(clusters, (long) part) / parts * extents.clusterCtas();
    }

    private void finish(int part, GridReplay replay) {
        stacks.add(replay.finish());
        residentWarps += replay.residentWarps();
        int multiprocessors = layoutOfPart.device().spec().multiprocessor().count();
        replay.timeline().spans().stream()
                .limit((long) Timeline.MOST - spans.size())
                .map(span -> span.moved(first(part), part * multiprocessors))
                .forEach(spans::add);
    }

    /// Whether all CTAs have ended.
    boolean hasEnded() {
        return parts > 0 && stacks.size() == parts;
    }

    /// The outcome; all CTAs have ended.
    Outcome outcome() {
        return new Outcome(
                CycleStack.mean(stacks),
                residentWarps,
                new Timeline(spans, extents.ctas() - spans.size()),
                coverage());
    }

    private ReplayCoverage coverage() {
        if (parts == 1) {
            return ReplayCoverage.Whole.WHOLE;
        }
        var cycles = ConfidenceInterval.of(stacks.stream().mapToLong(CycleStack::cycles).toArray());
        return new ReplayCoverage.Sampled(
                parts,
                Math.ceilDiv(extents.ctas(), parts),
                extents.ctas(),
                Math.max(MODEL_ERROR, parts * MODEL_ERROR_OF_PART)
                        + cycles.halfWidth() / cycles.mean());
    }

    /// One of several equal parts of a device: some of its multiprocessors, and the same part of
    /// the time of each slice of the second-level cache and of the memory behind it. The capacity
    /// of the cache is the device's, since the parts of a grid use it one after another.
    ///
    /// @param parts of the device; it divides the multiprocessors
    private record DevicePart(TimedDevice whole, int parts) {

        /// The part as a device.
        TimedDevice device() {
            var figures = new EnumMap<>(whole.timing().figures());
            for (var speed : new Quantity[] {Quantity.L2_BANDWIDTH, Quantity.DRAM_BANDWIDTH}) {
                figures.computeIfPresent(speed, (_, all) -> with(all, all.value() / parts));
            }
            figures.computeIfPresent(
                    Quantity.ATOMIC_INTERVAL, (_, all) -> with(all, all.value() * parts));
            return new TimedDevice(spec(), new TimingData(figures, whole.timing().ranges()));
        }

        /// What the part has. A GPC is not divided as long as there are others.
        DeviceSpec spec() {
            var spec = whole.spec();
            int multiprocessors = spec.multiprocessor().count() / parts;
            int gpcs = spec.clusters().gpcs();
            return spec.withMultiprocessors(multiprocessors, spec.multiprocessor().clockKilohertz())
                    .withGpcs(Math.min(gpcs, Math.max(1, gpcs / parts)));
        }

        private static Figure with(Figure figure, long value) {
            return new Figure(Math.max(1, value), figure.basis(), figure.source());
        }

        /// Into how many parts a device can be divided, at least so many; 0 if there are not as
        /// many multiprocessors.
        static int atLeast(TimedDevice device, int least) {
            int all = device.spec().multiprocessor().count();
            return IntStream.rangeClosed(Math.max(1, least), all)
                    .filter(parts -> all % parts == 0)
                    .findFirst()
                    .orElse(0);
        }
    }

    /// The mean of a sample, and how far the mean of the population may be from it.
    ///
    /// @param halfWidth of the interval that has the mean of the population with a confidence of 95
    ///   %
    record ConfidenceInterval(double mean, double halfWidth) {

        /// Quantiles of 97.5 % of Student's t distribution for 1 to 30 degrees of freedom
        /// (NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2).
        private static final double[] STUDENT = {
            12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179,
                    2.160,
            2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060,
                    2.056,
            2.052, 2.048, 2.045, 2.042
        };

        /// The interval of a sample of 2 or more values, of a normal distribution whose variance is
        /// not known. For more than 31 values it is slightly too wide.
        static ConfidenceInterval of(long[] values) {
            double mean = Arrays.stream(values).average().orElseThrow();
            double squares =
                    Arrays.stream(values)
                            .mapToDouble(value -> (value - mean) * (value - mean))
                            .sum();
            int freedom = values.length - 1;
            double error = Math.sqrt(squares / freedom / values.length);
            return new ConfidenceInterval(
                    mean, STUDENT[Math.min(freedom, STUDENT.length) - 1] * error);
        }
    }
}
