package org.offloadtck.launch.profile;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.offloadtck.launch.profile.Cause.Kind;
import org.offloadtck.timing.CycleUse;
import org.offloadtck.timing.WarpState;
import org.offloadtck.timing.figures.Quantity;

/// Divides the cycles of a kernel among causes.
///
/// Cycles of schedulers without a warp are launch and tail, unless a multiprocessor has room for
/// fewer warps than it has schedulers. The others are divided as the cycles of warps are, by what
/// these waited for: a wait for memory in proportion of the excessive transactions, a latency in
/// proportion of the places for warps that were empty.
final class Causes {

    private final LaunchProfile profile;
    private final SpeedOfLight speed;
    private final Map<WarpState, Long> warps;
    private final Map<Kind, Double> shares = new EnumMap<>(Kind.class);

    /// The part of the cycles in which schedulers had warps, of 1.
    private final double active;

    private Causes(LaunchProfile profile, SpeedOfLight speed) {
        this.profile = profile;
        this.speed = speed;
        this.warps = new EnumMap<>(WarpState.class);
        warps.putAll(profile.warpCycles());
        warps.remove(WarpState.LAUNCH);
        this.active = warps.isEmpty() ? 0 : residence() - profile.share(CycleUse.IDLE);
    }

    /// The causes of a kernel's time, that of most of it first; their shares add up to 1.
    static List<Cause> of(LaunchProfile profile, SpeedOfLight speed) {
        var causes = new Causes(profile, speed);
        causes.divideIdle();
        causes.divideMemory();
        causes.divideLatencies();
        causes.divideIssues();
        return causes.shares.entrySet().stream()
                .filter(each -> each.getValue() > 0)
                .map(each -> new Cause(each.getKey(), each.getValue(), causes.text(each.getKey())))
                .sorted(Comparator.comparingDouble(Cause::share).reversed())
                .toList();
    }

    private void add(Kind kind, double share) {
        shares.merge(kind, share, Double::sum);
    }

    /// A multiprocessor whose CTAs have fewer warps than it has schedulers leaves some idle.
    private void divideIdle() {
        var configuration = profile.configuration();
        int partitions = configuration.device().spec().multiprocessor().partitions();
        double unusable = 1 - Math.min(1, (double) configuration.occupancy().warps() / partitions);
        double low = Math.min(profile.share(CycleUse.IDLE), unusable * residence());
        add(Kind.LOW_OCCUPANCY, low);
        add(Kind.LAUNCH_AND_TAIL, 1 - active - low);
    }

    /// The part of the cycles that the launch and the last stores leave, of 1.
    private double residence() {
        return 1 - profile.share(CycleUse.LAUNCH) - profile.share(CycleUse.DRAIN);
    }

    /// The part of the kernel's cycles in which warps did this, of 1.
    private double share(WarpState state) {
        return active * warps.getOrDefault(state, 0L) / Sums.of(warps);
    }

    /// A latency is the fault of the empty places as far as there are any.
    private void addLatency(Kind kind, double share) {
        add(Kind.LOW_OCCUPANCY, share * (1 - occupancy()));
        add(kind, share * occupancy());
    }

    /// The part of the places for warps that were taken while CTAs were resident, of 1.
    private double occupancy() {
        return Math.min(1, profile.achievedOccupancy() / active);
    }

    private void divideMemory() {
        double queue = share(WarpState.QUEUE);
        double sharedQueue = queue * sharedPart();
        double global =
                share(WarpState.L1)
                        + share(WarpState.L2)
                        + share(WarpState.DRAM)
                        + queue
                        - sharedQueue;
        double atomic = share(WarpState.ATOMIC);
        double shared = share(WarpState.SHARED) + sharedQueue;
        double uncoalesced = global().excessiveShare();
        double conflicts = shared().excessiveShare();
        add(Kind.UNCOALESCED_ACCESS, global * uncoalesced);
        add(Kind.BANK_CONFLICTS, shared * conflicts);
        double rest = global * (1 - uncoalesced) + shared * (1 - conflicts);
        if (speed.memoryBound().isPresent()) {
            add(Kind.MEMORY_BANDWIDTH, rest);
        } else {
            addLatency(Kind.MEMORY_LATENCY, rest);
        }
        addLatency(Kind.ATOMICS, atomic);
    }

    /// The part of the memory pipeline's work that was for shared memory, of 1.
    private double sharedPart() {
        var timing = profile.configuration().device().timing();
        double shared =
                (double) profile.traffic().sharedPasses() * timing.value(Quantity.SHARED_INTERVAL);
        double all = shared + profile.traffic().l1Cycles();
        return all == 0 ? 0 : shared / all;
    }

    private AccessCount global() {
        return profile.accesses(MemoryAccessKind.GLOBAL_LOAD)
                .plus(profile.accesses(MemoryAccessKind.GLOBAL_STORE))
                .plus(profile.accesses(MemoryAccessKind.GLOBAL_ATOMIC));
    }

    private AccessCount shared() {
        return profile.accesses(MemoryAccessKind.SHARED_LOAD)
                .plus(profile.accesses(MemoryAccessKind.SHARED_STORE))
                .plus(profile.accesses(MemoryAccessKind.SHARED_ATOMIC));
    }

    private void divideLatencies() {
        addLatency(Kind.MEMORY_LATENCY, share(WarpState.CONSTANT));
        addLatency(Kind.ARITHMETIC_LATENCY, share(WarpState.DEPENDENCY));
        addLatency(Kind.CONTROL_FLOW, share(WarpState.CONTROL));
        add(Kind.BARRIERS, share(WarpState.BARRIER));
    }

    private void divideIssues() {
        double issues =
                share(WarpState.SELECTED) + share(WarpState.NOT_SELECTED) + share(WarpState.UNIT);
        double efficiency = profile.threadEfficiency();
        add(Kind.INACTIVE_THREADS, issues * (1 - efficiency));
        add(Kind.COMPUTE, issues * efficiency);
    }

    private String text(Kind kind) {
        return switch (kind) {
            case LAUNCH_AND_TAIL -> launch();
            case UNCOALESCED_ACCESS ->
                    String.format(
                            Locale.ROOT,
                            "accesses of global memory touch %,d sectors when their bytes fill %,d",
                            global().transactions(),
                            global().least());
            case BANK_CONFLICTS ->
                    String.format(
                            Locale.ROOT,
                            "accesses of shared memory take %,d passes when %,d suffice without conflicts",
                            shared().transactions(),
                            shared().least());
            case MEMORY_BANDWIDTH -> use(speed.memoryBound().orElseThrow());
            case LOW_OCCUPANCY -> occupancyText();
            case MEMORY_LATENCY ->
                    String.format(
                            Locale.ROOT,
                            "warps wait for memory that is used below %.0f %% of its peak",
                            100 * ResourceUse.BOUND);
            case ARITHMETIC_LATENCY -> "instructions need the results of instructions before them";
            case CONTROL_FLOW -> "warps wait after branches, calls and long sequences";
            case ATOMICS -> "warps wait for the results of atomics on global memory";
            case BARRIERS -> "warps wait for other threads of their CTA at barriers";
            case INACTIVE_THREADS ->
                    String.format(
                            Locale.ROOT,
                            "%.1f %% of the threads of issued instructions are active",
                            100 * profile.threadEfficiency());
            case COMPUTE -> use(speed.busiestUnit());
        };
    }

    private String launch() {
        long ctas = profile.configuration().shape().grid().volume();
        return String.format(
                Locale.ROOT,
                "schedulers have no warp: %,d %s for %d multiprocessors, %.2f waves",
                ctas,
                ctas == 1 ? "CTA" : "CTAs",
                profile.configuration().device().spec().multiprocessor().count(),
                profile.configuration().waves());
    }

    private String occupancyText() {
        var occupancy = profile.configuration().occupancy();
        return String.format(
                Locale.ROOT,
                "multiprocessors hold %.1f %% of the warps that they have places for; %s permits %.1f %%",
                100 * occupancy(),
                OccupancyLimit.name(occupancy.limiter()),
                100 * occupancy.fraction());
    }

    private static String use(ResourceUse use) {
        return String.format(
                Locale.ROOT, "%s at %.1f %% of the peak", use.resource(), 100 * use.share());
    }
}
