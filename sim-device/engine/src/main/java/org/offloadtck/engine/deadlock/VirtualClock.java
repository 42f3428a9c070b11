package org.offloadtck.engine.deadlock;

import org.offloadtck.engine.code.ClockPart;
import org.offloadtck.engine.launch.RunningCounters;

/// The clock that kernels read: each instruction that the launch issues takes one cycle.
///
/// The [LivelockDetector] can freeze and advance it. It never goes back. Programs cannot rely on
/// either, for a device may suspend threads for any time.
public final class VirtualClock {

    private static final long NOT_FROZEN = -1;

    private final RunningCounters counts;
    private long ahead;
    private long frozenAt = NOT_FROZEN;
    private long readings;

    public VirtualClock(RunningCounters counts) {
        this.counts = counts;
    }

    /// Reads the clock.
    ///
    /// @param part of [ClockPart]
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
        return isFrozen() ? frozenAt : counts.warpInstructions + ahead;
    }

    /// The number of calls of [#read].
    long readings() {
        return readings;
    }

    boolean isFrozen() {
        return frozenAt != NOT_FROZEN;
    }

    void freeze() {
        frozenAt = now();
    }

    /// Advances the frozen clock.
    void advance(long cycles) {
        frozenAt += cycles;
        ahead += cycles;
    }

    /// Ends a freeze. The clock continues as if it had not been frozen, plus the advances.
    void resume() {
        frozenAt = NOT_FROZEN;
    }
}
