package org.offloadtck.emulation.resource;

import org.offloadtck.engine.launch.LaunchCounters;
import org.offloadtck.engine.thread.LaunchShape;

/// The virtual time of a device. Only work advances it, so the same work takes the same time on
/// every host. Unless kernels are timed, it orders and compares but does not predict.
///
/// An untimed kernel takes one cycle per warp instruction, divided by the multiprocessors that it
/// occupies. A copy or fill moves [#BYTES_PER_CYCLE] per cycle. Each command takes
/// [#COMMAND_CYCLES] in addition.
public final class DeviceClock {

    /// Cycles of every command; chosen so that no command takes zero time.
    private static final long COMMAND_CYCLES = 1000;

    /// Bytes that a copy moves per cycle; chosen for a PCI Express link of tens of gigabytes per
    /// second at a clock of one to two gigahertz.
    private static final long BYTES_PER_CYCLE = 16;

    private static final long NANOSECONDS_PER_MILLISECOND = 1_000_000;

    private final long clockKilohertz;
    private final int multiprocessors;
    private long cycles;

    DeviceClock(long clockKilohertz, int multiprocessors) {
        this.clockKilohertz = clockKilohertz;
        this.multiprocessors = multiprocessors;
    }

    /// Time since the start of the session.
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

    /// Advances the clock by a timed kernel.
    public void addTimedLaunch(long kernelCycles) {
        cycles += COMMAND_CYCLES + kernelCycles;
    }

    public void addTransfer(long bytes) {
        cycles += COMMAND_CYCLES + Math.ceilDiv(bytes, BYTES_PER_CYCLE);
    }
}
