package org.offloadtck.launch.profile;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.engine.device.ClusterOccupancy;
import org.offloadtck.engine.device.CtaDemand;
import org.offloadtck.engine.device.Occupancy;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.timing.CycleUse;
import org.offloadtck.timing.InstructionProfile;
import org.offloadtck.timing.KernelTiming;
import org.offloadtck.timing.MemoryTraffic;
import org.offloadtck.timing.WarpState;
import org.offloadtck.timing.figures.ExecutionUnit;
import org.offloadtck.timing.figures.TimedDevice;
import org.offloadtck.timing.lowering.Lowering;

/// What the launches of one kernel with one configuration cost, added up.
///
/// @param launches how many
/// @param cycles of all of them
/// @param cyclesError how far the cycles may be off, up or down: of sampled launches; 0 if none is
/// @param assumedCycles cycles of schedulers that rest on assumed figures
/// @param schedulerCycles by use; their sum is `cycles` times the schedulers of the device
/// @param residentWarps warps on multiprocessors, as cycles of all of them added up
/// @param instructions that warps issued
/// @param threads executions of instructions by threads whose guard held
/// @param unitCycles cycles in which a unit of the kind took an instruction, of all units
/// @param operations floating-point operations
/// @param accesses of memory
/// @param traffic between the levels of memory
/// @param lines the costliest first
public record LaunchProfile(
        Configuration configuration,
        long launches,
        long cycles,
        long cyclesError,
        long assumedCycles,
        Map<CycleUse, Long> schedulerCycles,
        long residentWarps,
        long instructions,
        long threads,
        Map<ExecutionUnit, Long> unitCycles,
        Map<Precision, Long> operations,
        Map<MemoryAccessKind, AccessCount> accesses,
        MemoryTraffic traffic,
        List<LineProfile> lines) {

    private static final double NANOSECONDS_PER_MILLISECOND = 1e6;

    public LaunchProfile {
        lines = lines.stream().sorted(LineProfile.COSTLIEST).toList();
    }

    /// What the launches of a profile have in common.
    ///
    /// @param kernel its symbol
    /// @param demand what a CTA takes of its multiprocessor
    public record Configuration(
            String kernel, TimedDevice device, LaunchShape shape, CtaDemand demand) {

        /// How many CTAs a multiprocessor holds, and why not more.
        public Occupancy occupancy() {
            return device.spec().occupancy(demand);
        }

        /// Of the device.
        public int schedulers() {
            var multiprocessor = device.spec().multiprocessor();
            return multiprocessor.count() * multiprocessor.partitions();
        }

        /// How often the device is full of the CTAs of the grid: waves.
        public double waves() {
            int ctas = shape.cluster().ctas();
            int resident =
                    ctas == 1
                            ? device.spec().multiprocessor().count()
                                    * Math.max(1, occupancy().ctas())
                            : ctas * ClusterOccupancy.clusters(device.spec(), demand, ctas);
            return (double) shape.grid().volume() / Math.max(1, resident);
        }
    }

    /// The profile of one launch, whose instructions were recorded.
    public static LaunchProfile of(String kernel, LaunchShape shape, KernelTiming timing) {
        var device = timing.device();
        var lowering = Lowering.of(device);
        var units = new EnumMap<ExecutionUnit, Long>(ExecutionUnit.class);
        var operations = new EnumMap<Precision, Long>(Precision.class);
        var accesses = new EnumMap<MemoryAccessKind, AccessCount>(MemoryAccessKind.class);
        for (var each : timing.instructions()) {
            var instruction = each.place().instruction();
            for (var step : lowering.sequence(instruction).steps()) {
                long taken = (long) step.count() * device.timing().interval(step.unit());
                units.merge(step.unit(), each.warps() * taken, Long::sum);
            }
            Precision.of(instruction)
                    .ifPresent(found ->
                            operations.merge(
                                    found.precision(),
                                    Math.round(each.threads() * found.perThread()),
                                    Long::sum));
            add(accesses, each);
        }
        return new LaunchProfile(
                new Configuration(kernel, device, shape, timing.demand()),
                1,
                timing.cycles(),
                timing.error(),
                Sums.of(timing.stack().assumed()),
                timing.stack().spent(),
                timing.residentWarps(),
                timing.statistics().warpInstructions(),
                timing.statistics().activeThreads(),
                units,
                operations,
                accesses,
                timing.traffic(),
                merged(timing.instructions().stream().map(LineProfile::of).toList()));
    }

    private static void add(Map<MemoryAccessKind, AccessCount> accesses, InstructionProfile each) {
        var instruction = each.place().instruction();
        var memory = each.memory();
        add(
                accesses,
                MemoryAccessKind.ofGlobal(instruction),
                new AccessCount(
                        memory.global(), memory.globalSectors(), memory.leastGlobalSectors()));
        add(
                accesses,
                MemoryAccessKind.ofLocal(instruction),
                new AccessCount(memory.local(), memory.localSectors(), memory.localSectors()));
        add(
                accesses,
                MemoryAccessKind.ofShared(instruction),
                new AccessCount(
                        memory.shared(), memory.sharedPasses(), memory.leastSharedPasses()));
    }

    private static void add(
            Map<MemoryAccessKind, AccessCount> accesses, MemoryAccessKind kind, AccessCount count) {
        if (count.requests() > 0) {
            accesses.merge(kind, count, AccessCount::plus);
        }
    }

    private static List<LineProfile> merged(Collection<LineProfile> lines) {
        var byPlace = new LinkedHashMap<LineProfile.Place, LineProfile>();
        lines.forEach(line -> byPlace.merge(line.place(), line, LineProfile::plus));
        return List.copyOf(byPlace.values());
    }

    /// The costs of two profiles of one configuration.
    public LaunchProfile plus(LaunchProfile other) {
        var both = new ArrayList<>(lines);
        both.addAll(other.lines);
        var sums = new EnumMap<MemoryAccessKind, AccessCount>(MemoryAccessKind.class);
        sums.putAll(accesses);
        other.accesses.forEach((kind, count) -> sums.merge(kind, count, AccessCount::plus));
        return new LaunchProfile(
                configuration,
                launches + other.launches,
                cycles + other.cycles,
                cyclesError + other.cyclesError,
                assumedCycles + other.assumedCycles,
                Sums.plus(schedulerCycles, other.schedulerCycles),
                residentWarps + other.residentWarps,
                instructions + other.instructions,
                threads + other.threads,
                Sums.plus(unitCycles, other.unitCycles),
                Sums.plus(operations, other.operations),
                sums,
                traffic.plus(other.traffic),
                merged(both));
    }

    /// Profiles of one configuration each, that with the most cycles first.
    public static List<LaunchProfile> byConfiguration(Collection<LaunchProfile> launches) {
        var profiles = new LinkedHashMap<Configuration, LaunchProfile>();
        launches.forEach(each -> profiles.merge(each.configuration(), each, LaunchProfile::plus));
        return profiles.values().stream()
                .sorted(Comparator.comparingLong(LaunchProfile::cycles).reversed())
                .toList();
    }

    /// Cycles of warps by what they did.
    public Map<WarpState, Long> warpCycles() {
        return lines.stream()
                .map(LineProfile::cycles)
                .reduce(new EnumMap<WarpState, Long>(WarpState.class), Sums::plus);
    }

    /// Accesses of a kind.
    public AccessCount accesses(MemoryAccessKind kind) {
        return accesses.getOrDefault(kind, AccessCount.NONE);
    }

    /// The part of the schedulers' cycles of a use, of 1.
    public double share(CycleUse use) {
        return schedulerCycles.getOrDefault(use, 0L)
                / ((double) cycles * configuration.schedulers());
    }

    /// The part of the warps that the device can hold that it held, over all cycles, of 1.
    public double achievedOccupancy() {
        var multiprocessor = configuration.device().spec().multiprocessor();
        long places = (long) configuration.occupancy().mostWarps() * multiprocessor.count();
        return (double) residentWarps / places / cycles;
    }

    /// The part of the threads of issued instructions whose guard held, of 1.
    public double threadEfficiency() {
        long lanes = configuration.device().spec().cta().warpThreads();
        return threads / (double) (instructions * lanes);
    }

    /// At the device's clock.
    public double nanoseconds() {
        return cycles
                * NANOSECONDS_PER_MILLISECOND
                / configuration.device().spec().multiprocessor().clockKilohertz();
    }
}
