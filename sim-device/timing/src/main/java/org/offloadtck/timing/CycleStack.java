package org.offloadtck.timing;

import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// The cycles of a kernel by use: how its schedulers spent them.
///
/// @param cycles of the kernel
/// @param schedulers of the device
/// @param spent by use, cycles of all schedulers; their sum is `cycles` times `schedulers`
/// @param assumed the part of `spent` that rests on an assumed figure
public record CycleStack(
        long cycles, int schedulers, Map<CycleUse, Long> spent, Map<CycleUse, Long> assumed) {

    public CycleStack {
        spent = new EnumMap<>(spent);
        assumed = new EnumMap<>(assumed);
        long sum = sum(spent);
        if (sum != cycles * schedulers) {
            throw new IllegalArgumentException(
                    "uses are %d cycles of schedulers when there are %d"
                            .formatted(sum, cycles * schedulers));
        }
    }

    /// A stack of the cycles that schedulers spent, by the codes of `TaggedTime`.
    public static CycleStack of(long cycles, List<long[]> spentOfSchedulers) {
        var spent = new EnumMap<CycleUse, Long>(CycleUse.class);
        var assumed = new EnumMap<CycleUse, Long>(CycleUse.class);
        for (var use : CycleUse.values()) {
            long sure = 0;
            long unsure = 0;
            for (long[] ofScheduler : spentOfSchedulers) {
                sure += ofScheduler[2 * use.code()];
                unsure += ofScheduler[2 * use.code() + 1];
            }
            spent.put(use, sure + unsure);
            assumed.put(use, unsure);
        }
        return new CycleStack(cycles, spentOfSchedulers.size(), spent, assumed);
    }

    /// The stack of a device whose parts have these stacks: the mean of their cycles, with the uses
    /// in the same shares.
    public static CycleStack mean(List<CycleStack> parts) {
        if (parts.size() == 1) {
            return parts.getFirst();
        }
        long cycles =
                Math.round(parts.stream().mapToLong(CycleStack::cycles).average().orElseThrow());
        int schedulers = parts.stream().mapToInt(CycleStack::schedulers).sum();
        double all = parts.stream().mapToDouble(part -> (double) sum(part.spent)).sum();
        double scale = cycles * schedulers / all;
        var spent = scaled(parts.stream().map(CycleStack::spent).toList(), scale);
        var largest = Collections.max(spent.entrySet(), Map.Entry.comparingByValue()).getKey();
        spent.merge(largest, cycles * schedulers - sum(spent), Long::sum);
        return new CycleStack(
                cycles,
                schedulers,
                spent,
                scaled(parts.stream().map(CycleStack::assumed).toList(), scale));
    }

    private static Map<CycleUse, Long> scaled(List<Map<CycleUse, Long>> parts, double scale) {
        var sum = new EnumMap<CycleUse, Long>(CycleUse.class);
        parts.forEach(part -> part.forEach((use, cycles) -> sum.merge(use, cycles, Long::sum)));
        sum.replaceAll((_, cycles) -> (long) (cycles * scale));
        return sum;
    }

    /// The kernel's cycles, divided as the schedulers' are: whole cycles whose sum is [#cycles].
    public Map<CycleUse, Long> ofKernel() {
        var shares = new EnumMap<CycleUse, Long>(CycleUse.class);
        spent.forEach((use, all) -> shares.put(use, all / schedulers));
        long left = cycles - sum(shares);
        Arrays.stream(CycleUse.values())
                .sorted(Comparator.comparingLong((CycleUse use) -> -(spent(use) % schedulers)))
                .limit(left)
                .forEach(use -> shares.merge(use, 1L, Long::sum));
        return shares;
    }

    /// The share of the schedulers' cycles of a use, from 0 to 1.
    public double share(CycleUse use) {
        return (double) spent(use) / (cycles * schedulers);
    }

    /// The share of the schedulers' cycles that depends on assumed figures, from 0 to 1.
    public double assumedShare() {
        return (double) sum(assumed) / (cycles * schedulers);
    }

    private long spent(CycleUse use) {
        return spent.getOrDefault(use, 0L);
    }

    private static long sum(Map<CycleUse, Long> cycles) {
        return cycles.values().stream().mapToLong(Long::longValue).sum();
    }
}
