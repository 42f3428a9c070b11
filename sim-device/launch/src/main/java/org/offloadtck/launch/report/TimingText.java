package org.offloadtck.launch.report;

import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.offloadtck.timing.CycleUse;
import org.offloadtck.timing.KernelTiming;
import org.offloadtck.timing.ReplayCoverage;
import org.offloadtck.timing.Timing;

/// The time of a launch as text: whole lines, none if the launch was not timed.
///
/// The cycles are a stack: what the schedulers of the device spent them on, the largest part first,
/// each with a bar and whether it rests on assumed figures.
public final class TimingText {

    /// Characters of the bar of all cycles.
    private static final int BAR = 40;

    private static final double PERCENT = 100;

    private TimingText() {}

    public static String of(Timing timing) {
        return switch (timing) {
            case KernelTiming known -> head(known) + stack(known) + memory(known) + threads(known);
            case Timing.Unknown(var reason) -> "  cycles unknown: %s\n".formatted(reason);
            case Timing.NotRequested _ -> "";
        };
    }

    private static String head(KernelTiming timing) {
        var occupancy = timing.occupancy();
        return String.format(
                Locale.ROOT,
                """
                  %s of %s, %.3f us; %.1f %% rest on assumed figures
                  %.2f PTX instructions of warps a cycle
                  %d CTAs a multiprocessor (%.0f %% of its warps), limited by %s; %.1f %% held
                """,
                cycles(timing),
                timing.device().name(),
                timing.nanoseconds() / 1e3,
                PERCENT * timing.stack().assumedShare(),
                timing.instructionsPerCycle(),
                occupancy.ctas(),
                PERCENT * occupancy.fraction(),
                words(occupancy.limiter()),
                PERCENT * timing.achievedOccupancy());
    }

    /// The cycles: `1,234 cycles`, or `≈ 1,234 ± 9.5 % cycles (sampled: ...)`.
    public static String cycles(KernelTiming timing) {
        return switch (timing.coverage()) {
            case ReplayCoverage.Whole _ -> cycles(timing.cycles(), 0) + " cycles";
            case ReplayCoverage.Sampled sampled ->
                    String.format(
                            Locale.ROOT,
                            "%s cycles (sampled: %,d of %,d CTAs at a time on 1/%d of the device%s)",
                            cycles(timing.cycles(), timing.error()),
                            sampled.together(),
                            sampled.ctas(),
                            sampled.parts(),
                            sampled.isTrustworthy() ? "" : "; CTAs differ too much to trust it");
        };
    }

    /// Cycles as a figure: `1,234`, or `≈ 1,234 ± 9.5 %` if they are sampled.
    ///
    /// @param error how far they may be off, up or down; 0 if they are exact
    public static String cycles(long cycles, long error) {
        return error == 0
                ? String.format(Locale.ROOT, "%,d", cycles)
                : String.format(Locale.ROOT, "≈ %,d ± %.1f %%", cycles, PERCENT * error / cycles);
    }

    private static String stack(KernelTiming timing) {
        var stack = timing.stack();
        return stack.ofKernel().entrySet().stream()
                .filter(part -> part.getValue() > 0)
                .sorted(Map.Entry.<CycleUse, Long>comparingByValue(Comparator.reverseOrder()))
                .map(part -> line(timing, part.getKey(), part.getValue()))
                .collect(
                        Collectors.joining("", "  where the cycles went, of all schedulers\n", ""));
    }

    private static String line(KernelTiming timing, CycleUse use, long cycles) {
        double share = timing.stack().share(use);
        long unsure = timing.stack().assumed().getOrDefault(use, 0L);
        return String.format(
                Locale.ROOT,
                "    %-11s %,15d  %5.1f %%  %s%s\n",
                words(use),
                cycles,
                PERCENT * share,
                "#".repeat((int) Math.round(BAR * share)),
                unsure == 0 ? "" : " (assumed)");
    }

    private static String memory(KernelTiming timing) {
        var traffic = timing.traffic();
        return String.format(
                Locale.ROOT,
                """
                  memory       bytes loaded     hits
                    l1      %,15d  %5.1f %%
                    l2      %,15d  %5.1f %%
                    dram    %,15d   %,d written
                """,
                traffic.l1Loaded(),
                PERCENT * traffic.l1HitRate(),
                traffic.l2Loaded(),
                PERCENT * traffic.l2HitRate(),
                traffic.dramRead(),
                traffic.dramWritten());
    }

    private static String threads(KernelTiming timing) {
        var behaviour = timing.statistics();
        return String.format(
                Locale.ROOT,
                """
                  %.1f %% of the threads of issued instructions active, %,d divergent branches
                  shared memory: %,d accesses in %,d passes, %,d without conflicts; worst %d
                  global memory: %,d accesses of %,d sectors
                """,
                PERCENT * timing.threadEfficiency(),
                behaviour.divergences(),
                behaviour.sharedAccesses(),
                behaviour.sharedPasses(),
                behaviour.leastSharedPasses(),
                behaviour.worstConflict(),
                behaviour.globalAccesses(),
                behaviour.globalSectors());
    }

    private static String words(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
