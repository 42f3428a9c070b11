package org.offloadtck.simt.execution;

import org.offloadtck.simt.image.Clock;

/// The clock that kernels read: an instruction of the launch takes a cycle, whoever issues it.
///
/// It can be stopped and put forward, as nobody is told how long a device leaves its threads alone.
/// It never goes back.
final class VirtualClock {

    private static final long GOES_ON = -1;

    private final Counts counts;
    private long ahead;
    private long stoppedAt = GOES_ON;
    private long readings;

    VirtualClock(Counts counts) {
        this.counts = counts;
    }

    /// A part of it, of [Clock].
    long read(int part) {
        readings++;
        long cycles = now();
        return switch (part) {
            case Clock.LOW -> cycles & 0xffff_ffffL;
            case Clock.HIGH -> cycles >>> Integer.SIZE;
            default -> cycles;
        };
    }

    private long now() {
        return isStopped() ? stoppedAt : counts.warpInstructions + ahead;
    }

    /// How often it was read.
    long readings() {
        return readings;
    }

    boolean isStopped() {
        return stoppedAt != GOES_ON;
    }

    void stop() {
        stoppedAt = now();
    }

    /// Puts it forward while it is stopped.
    void putForward(long cycles) {
        stoppedAt += cycles;
        ahead += cycles;
    }

    /// Lets it go on, as if it had not been stopped.
    void goOn() {
        stoppedAt = GOES_ON;
    }
}
