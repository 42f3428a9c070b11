package org.offloadtck.engine.deadlock;

import org.offloadtck.engine.code.ClockPart;
import org.offloadtck.engine.launch.RunningCounters;

/// The clock that kernels read: an instruction of the launch takes a cycle, whoever issues it.
///
/// It can be stopped and put forward, as nobody is told how long a device leaves its threads alone.
/// It never goes back.
public final class VirtualClock {

    private static final long GOES_ON = -1;

    private final RunningCounters counts;
    private long ahead;
    private long stoppedAt = GOES_ON;
    private long readings;

    public VirtualClock(RunningCounters counts) {
        this.counts = counts;
    }

    /// A part of it, of [ClockPart].
    public long read(int part) {
        readings++;
        long cycles = now();
        return switch (part) {
            case ClockPart.LOW -> cycles & 0xffff_ffffL;
            case ClockPart.HIGH -> cycles >>> Integer.SIZE;
            default -> cycles;
        };
    }

    private long now() {
        return isFrozen() ? stoppedAt : counts.warpInstructions + ahead;
    }

    /// How often it was read.
    long readings() {
        return readings;
    }

    boolean isFrozen() {
        return stoppedAt != GOES_ON;
    }

    void freeze() {
        stoppedAt = now();
    }

    /// Puts it forward while it is stopped.
    void advance(long cycles) {
        stoppedAt += cycles;
        ahead += cycles;
    }

    /// Lets it go on, as if it had not been stopped.
    void resume() {
        stoppedAt = GOES_ON;
    }
}
