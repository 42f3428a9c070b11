package org.offloadtck.emulation.resource;

import org.offloadtck.engine.launch.LaunchCounters;
import org.offloadtck.engine.thread.LaunchShape;

/// A device's time, which work moves on and nothing else: the same work takes the same time on
/// every host. It orders and compares; it does not predict, where kernels are not timed.
///
/// A kernel that is not timed takes a cycle for each warp instruction of the multiprocessors it is
/// spread over, as if each issued one a cycle and all had the same to do; a copy or fill moves
/// [#BYTES_PER_CYCLE] a cycle; each takes [#COMMAND_CYCLES] besides.
public final class DeviceClock {

    /// Cost of any command, so that nothing takes no time; ours.
    private static final long COMMAND_CYCLES = 1000;

    /// Ours: a PCI Express link of tens of gigabytes a second at a clock of one or two gigahertz.
    private static final long BYTES_PER_CYCLE = 16;

    private static final long NANOSECONDS_PER_MILLISECOND = 1_000_000;

    private final long clockKilohertz;
    private final int multiprocessors;
    private long cycles;

    DeviceClock(long clockKilohertz, int multiprocessors) {
        this.clockKilohertz = clockKilohertz;
        this.multiprocessors = multiprocessors;
    }

    /// Since the session began.
    public long nanoseconds() {
        long milliseconds = cycles / clockKilohertz;
        long rest = cycles % clockKilohertz;
        return milliseconds * NANOSECONDS_PER_MILLISECOND
                + rest * NANOSECONDS_PER_MILLISECOND / clockKilohertz;
    }

    public void addLaunch(LaunchShape shape, LaunchCounters counters) {
        long busy = Math.min(shape.grid().volume(), multiprocessors);
        cycles += COMMAND_CYCLES + Math.ceilDiv(counters.warpInstructions(), busy);
    }

    /// A kernel was timed: it takes so many cycles.
    public void addTimedLaunch(long kernelCycles) {
        cycles += COMMAND_CYCLES + kernelCycles;
    }

    public void addTransfer(long bytes) {
        cycles += COMMAND_CYCLES + Math.ceilDiv(bytes, BYTES_PER_CYCLE);
    }
}
