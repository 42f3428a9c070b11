package org.offloadtck.launch.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.offloadtck.launch.profile.ResourceUse.Kind;
import org.offloadtck.timing.CycleUse;
import org.offloadtck.timing.figures.Basis;
import org.offloadtck.timing.figures.ExecutionUnit;
import org.offloadtck.timing.figures.Figure;
import org.offloadtck.timing.figures.Quantity;

/// The speed-of-light summary of a kernel: the part of each resource's peak that it reached.
///
/// @param uses computing resources first, then memory from the near to the far
public record SpeedOfLight(List<ResourceUse> uses) {

    private static final double PERCENT = 100;
    private static final double GIGA = 1e9;
    private static final double MEGABYTE = 1e6;
    private static final double HERTZ_PER_KILOHERTZ = 1e3;

    public SpeedOfLight {
        uses = List.copyOf(uses);
    }

    static SpeedOfLight of(LaunchProfile profile) {
        var uses = new ArrayList<ResourceUse>();
        uses.add(
                new ResourceUse(
                        Kind.ISSUE,
                        "issue slots",
                        PERCENT * profile.share(CycleUse.ISSUE),
                        PERCENT,
                        "% of cycles",
                        Basis.DOCUMENTED,
                        "a scheduler issues one instruction a cycle"));
        profile.unitCycles().forEach((unit, cycles) -> uses.add(unit(profile, unit, cycles)));
        uses.addAll(memory(profile));
        return new SpeedOfLight(uses);
    }

    private static ResourceUse unit(LaunchProfile profile, ExecutionUnit unit, long cycles) {
        var configuration = profile.configuration();
        var timing = configuration.device().timing();
        int sharing = unit == ExecutionUnit.DOUBLE ? timing.value(Quantity.DOUBLE_SCHEDULERS) : 1;
        double units = (double) configuration.schedulers() / sharing;
        var interval = timing.figure(unit.interval());
        return new ResourceUse(
                Kind.UNIT,
                unit.word() + " unit",
                PERCENT * cycles / (profile.cycles() * units),
                PERCENT,
                "% of cycles",
                interval.basis(),
                "%s: %s".formatted(unit.interval().word(), interval.source()));
    }

    private static List<ResourceUse> memory(LaunchProfile profile) {
        var device = profile.configuration().device();
        var timing = device.timing();
        var traffic = profile.traffic();
        double count = device.spec().multiprocessor().count();
        double hertz = device.spec().multiprocessor().clockKilohertz() * HERTZ_PER_KILOHERTZ;
        double seconds = profile.cycles() / hertz;
        var shared = timing.figure(Quantity.SHARED_INTERVAL);
        var l1 = timing.figure(Quantity.L1_BANDWIDTH);
        var l2 = timing.figure(Quantity.L2_BANDWIDTH);
        var dram = timing.figure(Quantity.DRAM_BANDWIDTH);
        long row =
                (long) timing.value(Quantity.SHARED_BANKS)
                        * timing.value(Quantity.SHARED_BANK_BYTES);
        long busy = traffic.l1Cycles() + traffic.sharedPasses() * shared.value();
        return List.of(
                new ResourceUse(
                        Kind.PIPELINE,
                        "load/store pipeline",
                        PERCENT * busy / (profile.cycles() * count),
                        PERCENT,
                        "% of cycles",
                        l1.basis(),
                        "l1_bandwidth: %s; shared_interval: %s"
                                .formatted(l1.source(), shared.source())),
                bandwidth(
                        Kind.SHARED,
                        "shared memory bandwidth",
                        traffic.sharedPasses() * row / seconds,
                        hertz * count * row / shared.value(),
                        shared),
                bandwidth(
                        Kind.L1,
                        "L1 bandwidth",
                        l1Bytes(profile) / seconds,
                        hertz * count * l1.value(),
                        l1),
                bandwidth(
                        Kind.L2,
                        "L2 bandwidth",
                        l2Bytes(profile) / seconds,
                        hertz * l2.value(),
                        l2),
                bandwidth(
                        Kind.DRAM,
                        "DRAM bandwidth",
                        dramBytes(profile) / seconds,
                        dram.value() * MEGABYTE,
                        dram));
    }

    private static ResourceUse bandwidth(
            Kind kind, String name, double achieved, double peak, Figure figure) {
        return new ResourceUse(
                kind, name, achieved / GIGA, peak / GIGA, "GB/s", figure.basis(), figure.source());
    }

    /// Bytes that loads, stores and atomics moved between multiprocessors' registers and their
    /// first-level caches, or past these.
    static long l1Bytes(LaunchProfile profile) {
        var traffic = profile.traffic();
        long past = traffic.l2Loaded() - (traffic.l1Loaded() - traffic.l1Hit());
        return traffic.l1Loaded() + past + traffic.l2Stored() + traffic.l2Atomic();
    }

    /// Bytes that multiprocessors moved to and from the second-level cache.
    static long l2Bytes(LaunchProfile profile) {
        var traffic = profile.traffic();
        return traffic.l2Loaded() + traffic.l2Stored() + traffic.l2Atomic();
    }

    static long dramBytes(LaunchProfile profile) {
        return profile.traffic().dramRead() + profile.traffic().dramWritten();
    }

    /// The use of the resource of a kind that has one resource.
    ResourceUse use(Kind kind) {
        return uses.stream().filter(use -> use.kind() == kind).findFirst().orElseThrow();
    }

    /// The memory resource that limits the kernel most, if one does.
    Optional<ResourceUse> memoryBound() {
        return uses.stream()
                .filter(use ->
                        switch (use.kind()) {
                            case ISSUE, UNIT -> false;
                            case PIPELINE, SHARED, L1, L2, DRAM -> true;
                        })
                .filter(ResourceUse::isBound)
                .max(Comparator.comparingDouble(ResourceUse::share));
    }

    /// The computing resource of which most was used.
    ResourceUse busiestUnit() {
        return uses.stream()
                .filter(use ->
                        switch (use.kind()) {
                            case ISSUE, UNIT -> true;
                            case PIPELINE, SHARED, L1, L2, DRAM -> false;
                        })
                .max(Comparator.comparingDouble(ResourceUse::share))
                .orElseThrow();
    }
}
