package org.offloadtck.timing;

import java.util.List;
import org.offloadtck.engine.device.CtaDemand;
import org.offloadtck.engine.device.Occupancy;
import org.offloadtck.timing.figures.TimedDevice;

/// The time of a launch on a device, and its causes.
///
/// @param cycles of the multiprocessors' clock, from the launch to the end of the last store
/// @param coverage how the launch was replayed, and how exact the cycles are
/// @param stack the cycles by use
/// @param demand what a CTA takes of its multiprocessor; its registers are estimated
/// @param occupancy how many CTAs a multiprocessor holds, and why not more
/// @param residentWarps warps on multiprocessors, as cycles of all of them added up
/// @param statistics instructions and accesses of the threads
/// @param traffic data moved between the levels of memory
/// @param timeline where and when CTAs ran
/// @param instructions those that were executed, by program counter; empty unless
///   [TimingDetail#INSTRUCTIONS] was asked for
public record KernelTiming(
        TimedDevice device,
        long cycles,
        ReplayCoverage coverage,
        CycleStack stack,
        CtaDemand demand,
        Occupancy occupancy,
        long residentWarps,
        KernelStatistics statistics,
        MemoryTraffic traffic,
        Timeline timeline,
        List<InstructionProfile> instructions)
        implements Timing {

    public KernelTiming {
        instructions = List.copyOf(instructions);
    }

    private static final long NANOSECONDS_PER_MILLISECOND = 1_000_000;

    /// How far the cycles of a whole replay may be from [#cycles], up or down, with a confidence of
    /// 95 %; 0 if this is one.
    public long error() {
        return switch (coverage) {
            case ReplayCoverage.Whole _ -> 0;
            case ReplayCoverage.Sampled sampled -> (long) Math.ceil(sampled.error() * cycles);
        };
    }

    /// At the device's clock, rounded down.
    public long nanoseconds() {
        long kilohertz = device.spec().multiprocessor().clockKilohertz();
        return cycles / kilohertz * NANOSECONDS_PER_MILLISECOND
                + cycles % kilohertz * NANOSECONDS_PER_MILLISECOND / kilohertz;
    }

    /// PTX instructions of warps a cycle of the device.
    public double instructionsPerCycle() {
        return (double) statistics.warpInstructions() / cycles;
    }

    /// The part of the warps that the device could hold that it did hold, over all cycles, of 1.
    public double achievedOccupancy() {
        long places = (long) occupancy.mostWarps() * device.spec().multiprocessor().count();
        return (double) residentWarps / places / cycles;
    }

    /// The part of the threads of executed instructions whose guard held, of 1: less than 1 when
    /// warps diverge.
    public double threadEfficiency() {
        return statistics.activeThreads()
                / (double) (statistics.warpInstructions() * device.spec().cta().warpThreads());
    }
}
