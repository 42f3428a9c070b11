package org.offloadtck.engine.deadlock;

import java.util.List;
import org.offloadtck.engine.launch.RunningCounters;

/// Detects that a set of CTAs can make no more progress.
///
/// A CTA that returns to an earlier state while global memory does not change ([StateRecurrence])
/// repeats itself. If all CTAs of the set do, and none reads the clock, they are livelocked. A CTA
/// that reads the clock may wait for a time to pass, and it is never in an earlier state again if
/// it stores what it reads. So the detector freezes the clock when global memory has not changed
/// for long ([#FREEZE_AFTER]). If all CTAs repeat themselves while the clock is frozen, it advances
/// the clock in steps: by small ones through all values of a 32-bit clock, then by growing ones.
/// The CTAs are livelocked if no step has an effect. If some CTA does not repeat itself while the
/// clock is frozen, that CTA makes progress, and the clock resumes.
///
/// Where the host or other launches may change memory, a [SpinProbe] observes the CTAs while the
/// clock is frozen. The clock resumes at once if a CTA reads memory outside its cluster: others may
/// end its wait, and it must not miss its time limit.
public final class LivelockDetector {

    /// Instructions without a change of global memory after which the clock is frozen: about one
    /// second of execution on the host.
    private static final long FREEZE_AFTER = 1 << 24;

    /// The clock is frozen for at most this fraction of the instructions that preceded the freeze:
    /// a CTA that makes progress loses that part of the time.
    private static final long FREEZE_FRACTION = 4;

    /// Logarithms of the steps of the frozen clock in cycles. [#SMALL_STEPS] steps take `%clock`
    /// and `%globaltimer_lo`, which have 32 bits, through their range: a thread that waits for a
    /// difference of two readings misses no longer part of it than a sixteenth. The largest step is
    /// years of simulated time, and far from an overflow of the clock.
    private static final int FIRST_STEP = 24;

    private static final int SMALL_STEP = 28;

    private static final int SMALL_STEPS = 16;

    private static final int LARGEST_STEP = 56;

    /// Logarithm of the factor between two steps after the small ones.
    private static final int STEP_BITS = 4;

    private final RunningCounters counters;
    private final VirtualClock clock;

    private long changes;
    private int waiting;

    /// Clock readings at the last change, and at the last call.
    private long readingsAtChange;

    private long readings;

    /// Instructions at the last change of global memory, or of the clock's mode.
    private long since;

    private long freezeAfter;

    /// Steps that the frozen clock has been advanced by.
    private int steps;

    public LivelockDetector(RunningCounters counters, VirtualClock clock) {
        this.counters = counters;
        this.clock = clock;
    }

    /// Returns whether CTAs are livelocked. Each CTA has had a turn since the previous call.
    ///
    /// @param ctas the recorded states of each CTA, at least one
    public boolean isLivelocked(List<StateRecurrence> ctas) {
        boolean isRead = readings != clock.readings();
        readings = clock.readings();
        if (changes != counters.globalChanges() || waiting != ctas.size()) {
            changes = counters.globalChanges();
            waiting = ctas.size();
            readingsAtChange = readings;
            freezeAfter = FREEZE_AFTER;
            resumeClock();
            return false;
        }
        boolean allRecur = ctas.stream().allMatch(cta -> cta.hasRecurred(changes));
        if (allRecur && readings == readingsAtChange) {
            return true;
        }
        if (clock.isFrozen() && allRecur) {
            return !advanceClock(ctas);
        }
        freezeOrResume(ctas, allRecur || isRead);
        return false;
    }

    /// Returns whether CTAs are livelocked during whose launch others may change memory, and that
    /// read the clock. While the clock is frozen, the caller has the turns probed. Each CTA has had
    /// a turn since the previous call.
    ///
    /// @param ctas the recorded states of each CTA, at least one
    public boolean isLivelocked(List<StateRecurrence> ctas, SpinProbe probe) {
        boolean wasFrozen = clock.isFrozen();
        if (wasFrozen && probe.hasRead()) {
            freezeAfter *= 2;
            resumeClock();
            return false;
        }
        int before = steps;
        boolean isLivelocked = isLivelocked(ctas);
        if (clock.isFrozen() && (!wasFrozen || steps != before)) {
            probe.start();
        }
        return wasFrozen && isLivelocked;
    }

    /// Whether the clock is frozen, so that turns are to be probed.
    public boolean isClockFrozen() {
        return clock.isFrozen();
    }

    /// Returns whether all CTAs repeat themselves. The clock is never frozen: the host may end the
    /// wait. Each CTA has had a turn since the previous call.
    ///
    /// @param ctas the recorded states of each CTA, at least one
    public boolean repeats(List<StateRecurrence> ctas) {
        return ctas.stream().allMatch(cta -> cta.hasRecurred(counters.globalChanges()));
    }

    /// Returns whether CTAs of a scheduled launch have changed no global memory for a number of
    /// instructions.
    public boolean isQuiet(long instructions) {
        if (changes != counters.globalChanges()) {
            changes = counters.globalChanges();
            restartQuiet();
        }
        return counters.warpInstructions - since >= instructions;
    }

    /// Changes of global memory that the launch has made.
    public long changes() {
        return counters.globalChanges();
    }

    /// Instructions that the launch has issued.
    public long instructions() {
        return counters.warpInstructions;
    }

    /// Counts the instructions for [#isQuiet] from now on.
    public void restartQuiet() {
        since = counters.warpInstructions;
    }

    /// Advances the frozen clock for CTAs that all repeat themselves.
    ///
    /// @return whether it was advanced; false after the largest step
    private boolean advanceClock(List<StateRecurrence> ctas) {
        int bits = stepBits(steps);
        if (bits > LARGEST_STEP) {
            return false;
        }
        clock.advance(1L << bits);
        steps++;
        restart(ctas);
        return true;
    }

    /// Logarithm of the step that follows a number of steps.
    private static int stepBits(int before) {
        int large = Math.max(0, before - SMALL_STEPS);
        return before == 0 ? FIRST_STEP : SMALL_STEP + large * STEP_BITS;
    }

    /// Freezes the clock when nothing has changed for long, and resumes it when the freeze has
    /// lasted long without a result.
    private void freezeOrResume(List<StateRecurrence> ctas, boolean mayWaitForClock) {
        long passed = counters.warpInstructions - since;
        if (clock.isFrozen()) {
            if (passed >= freezeAfter / FREEZE_FRACTION) {
                freezeAfter *= 2;
                resumeClock();
            }
        } else if (!mayWaitForClock) {
            resumeClock();
        } else if (passed >= freezeAfter) {
            clock.freeze();
            steps = 0;
            restart(ctas);
        }
    }

    private void restart(List<StateRecurrence> ctas) {
        ctas.forEach(StateRecurrence::reset);
        since = counters.warpInstructions;
    }

    private void resumeClock() {
        clock.resume();
        since = counters.warpInstructions;
    }
}
