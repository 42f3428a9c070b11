package org.offloadtck.engine.deadlock;

import java.util.List;
import org.offloadtck.engine.launch.RunningCounters;
import org.offloadtck.engine.thread.Cta;

/// Tells when CTAs that wait for nobody but each other will wait for ever.
///
/// Those that all go round do, by [StateRecurrence], unless they read a clock on their way: they
/// may wait for a time, and if they keep it are never in the same state again. When such have
/// changed nothing for long, the clock is stopped. If they all go round then, it is put forward,
/// farther each time, and when that has brought none on, they wait for ever. If they do not all go
/// round, somebody is at work, and the clock goes on.
public final class LivelockDetector {

    /// Instructions without a change that are long: about a second's.
    private static final long FREEZE_AFTER = 1 << 24;

    /// What part of the time without a change the clock stands for: it says so much too little to
    /// somebody who is at work.
    private static final long FREEZE_FRACTION = 4;

    /// By how much farther the clock is put forward each time, as a power of two.
    private static final int STEP_BITS = 4;

    /// The farthest the clock is put forward at a time: years, and far from where it would be
    /// negative.
    private static final long MAX_STEP = 1L << 56;

    private final RunningCounters counts;
    private final VirtualClock clock;

    private long changes;
    private int waiting;

    /// Readings of the clock at the last change, and at the last look.
    private long readingsThen;

    private long readings;

    /// When the last change was, or what has been tried since began.
    private long since;

    private long enough;
    private long step;

    public LivelockDetector(RunningCounters counts, VirtualClock clock) {
        this.counts = counts;
        this.clock = clock;
    }

    /// Looks at CTAs each of which had a turn since the last look.
    ///
    /// @param ctas at least one
    /// @return whether they wait for ever
    public boolean isLivelocked(List<Cta> ctas) {
        boolean isRead = readings != clock.readings();
        readings = clock.readings();
        if (changes != counts.globalChanges() || waiting != ctas.size()) {
            changes = counts.globalChanges();
            waiting = ctas.size();
            readingsThen = readings;
            enough = FREEZE_AFTER;
            resumeClock();
            return false;
        }
        boolean goRound = ctas.stream().allMatch(cta -> cta.recurrence().hasRecurred(changes));
        if (goRound && readings == readingsThen) {
            return true;
        }
        if (clock.isFrozen() && goRound) {
            return !advanceClock(ctas);
        }
        await(ctas, goRound || isRead);
        return false;
    }

    /// Puts the clock forward for CTAs that go round though it stands.
    ///
    /// @return whether it was worth it
    private boolean advanceClock(List<Cta> ctas) {
        if (step > MAX_STEP) {
            return false;
        }
        clock.advance(step);
        step <<= STEP_BITS;
        begin(ctas);
        return true;
    }

    /// Stops the clock after long, and lets it go on when that shows nothing.
    private void await(List<Cta> ctas, boolean mayWait) {
        long passed = counts.warpInstructions - since;
        if (clock.isFrozen()) {
            if (passed >= enough / FREEZE_FRACTION) {
                enough *= 2;
                resumeClock();
            }
        } else if (!mayWait) {
            resumeClock();
        } else if (passed >= enough) {
            stop(ctas);
        }
    }

    private void stop(List<Cta> ctas) {
        clock.freeze();
        step = FREEZE_AFTER;
        begin(ctas);
    }

    private void begin(List<Cta> ctas) {
        ctas.forEach(cta -> cta.recurrence().reset());
        since = counts.warpInstructions;
    }

    private void resumeClock() {
        clock.resume();
        since = counts.warpInstructions;
    }
}
