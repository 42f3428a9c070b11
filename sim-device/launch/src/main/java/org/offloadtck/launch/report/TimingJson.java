package org.offloadtck.launch.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import org.offloadtck.timing.CycleStack;
import org.offloadtck.timing.KernelStatistics;
import org.offloadtck.timing.KernelTiming;
import org.offloadtck.timing.MemoryTraffic;
import org.offloadtck.timing.ReplayCoverage;
import org.offloadtck.timing.Timing;
import org.offloadtck.timing.figures.Basis;
import org.offloadtck.timing.figures.Quantity;
import org.offloadtck.timing.figures.TimingData;

/// The time of a launch as JSON. Cycles and bytes are integers; rates are fractions of 1.
public final class TimingJson {

    private TimingJson() {}

    /// Adds the field `timing` to `node` if the launch was timed.
    public static void put(ObjectNode node, Timing timing) {
        switch (timing) {
            case KernelTiming known -> put(node.putObject("timing"), known);
            case Timing.Unknown(var reason) -> node.putObject("timing").put("unknown", reason);
            case Timing.NotRequested _ -> {}
        }
    }

    private static void put(ObjectNode node, KernelTiming timing) {
        node.put("device", timing.device().name());
        node.put("cycles", timing.cycles());
        put(node, timing.coverage());
        node.put("nanoseconds", timing.nanoseconds());
        node.put("instructionsPerCycle", timing.instructionsPerCycle());
        var occupancy = node.putObject("occupancy");
        occupancy.put("ctas", timing.occupancy().ctas());
        occupancy.put("warps", timing.occupancy().warps());
        occupancy.put("mostWarps", timing.occupancy().mostWarps());
        occupancy.put("limiter", word(timing.occupancy().limiter()));
        occupancy.put("achieved", timing.achievedOccupancy());
        put(node.putObject("stack"), timing.stack());
        put(node.putObject("memory"), timing.traffic());
        put(node.putObject("threads"), timing.statistics(), timing.threadEfficiency());
        put(node.putObject("figures"), timing.device().timing());
    }

    private static void put(ObjectNode node, ReplayCoverage coverage) {
        switch (coverage) {
            case ReplayCoverage.Whole _ -> {}
            case ReplayCoverage.Sampled sampled -> {
                var sample = node.putObject("sampled");
                sample.put("error", sampled.error());
                sample.put("trustworthy", sampled.isTrustworthy());
                sample.put("parts", sampled.parts());
                sample.put("together", sampled.together());
                sample.put("ctas", sampled.ctas());
            }
        }
    }

    private static void put(ObjectNode node, CycleStack stack) {
        node.put("assumed", stack.assumedShare());
        var cycles = node.putObject("cycles");
        stack.ofKernel().forEach((use, spent) -> cycles.put(word(use), spent));
        var schedulers = node.putObject("schedulerCycles");
        stack.spent().forEach((use, spent) -> schedulers.put(word(use), spent));
        var unsure = node.putObject("assumedSchedulerCycles");
        stack.assumed().forEach((use, spent) -> unsure.put(word(use), spent));
    }

    private static void put(ObjectNode node, MemoryTraffic traffic) {
        node.put("l1Loaded", traffic.l1Loaded());
        node.put("l1HitRate", traffic.l1HitRate());
        node.put("l2Loaded", traffic.l2Loaded());
        node.put("l2HitRate", traffic.l2HitRate());
        node.put("l2Stored", traffic.l2Stored());
        node.put("l2Atomic", traffic.l2Atomic());
        node.put("dramRead", traffic.dramRead());
        node.put("dramWritten", traffic.dramWritten());
    }

    private static void put(ObjectNode node, KernelStatistics behaviour, double efficiency) {
        node.put("active", efficiency);
        node.put("divergences", behaviour.divergences());
        node.put("globalAccesses", behaviour.globalAccesses());
        node.put("globalSectors", behaviour.globalSectors());
        node.put("sharedAccesses", behaviour.sharedAccesses());
        node.put("sharedPasses", behaviour.sharedPasses());
        node.put("leastSharedPasses", behaviour.leastSharedPasses());
        node.put("worstConflict", behaviour.worstConflict());
    }

    /// The assumed figures: those of the device that no source states or measures.
    private static void put(ObjectNode node, TimingData data) {
        var assumed = node.putObject(Basis.ASSUMED.word());
        for (Quantity quantity : data.assumed()) {
            assumed.put(quantity.word(), data.figure(quantity).value());
        }
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
