package org.offloadtck.engine.schedule;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import org.offloadtck.engine.deadlock.LivelockDetector;
import org.offloadtck.engine.deadlock.SpinProbe;
import org.offloadtck.engine.deadlock.StateRecurrence;
import org.offloadtck.engine.launch.HostAccess.Decision;
import org.offloadtck.engine.launch.HostAccess.Residence;
import org.offloadtck.engine.launch.HostAccess.Stall;
import org.offloadtck.engine.launch.LaunchOptions;

/// Diagnoses CTAs that repeat themselves in a launch during which others may change memory.
///
/// When all CTAs repeat themselves, their next turns are probed ([SpinProbe]) until they have
/// repeated themselves again, so that the probe has seen a whole cycle. If the launch has a
/// scheduler, it waits until a word that they read has changed: the instructions that it issues
/// then depend on what it waits for, and not on what else runs. Without a scheduler, the CTAs are
/// livelocked if the host cannot change any address that they read. The progress listener learns of
/// a wait.
///
/// CTAs that read the clock never repeat themselves. If all that they read is the clock and the
/// shared memory of their cluster, nothing but time can end their wait. They are livelocked if no
/// time does ([LivelockDetector]), whether or not there is a scheduler.
///
/// In every launch, CTAs that have changed no memory for long and do not repeat themselves have a
/// turn sampled for the words that they read, of which the progress listener learns.
final class SpinDiagnosis {

    /// Instructions that a CTA may issue before the next CTA's turn.
    private static final long TURN = 1 << 16;

    /// The same in a probe, and after a wait, since a wait is often followed by another.
    private static final long SHORT_TURN = 1 << 12;

    /// The same while the clock is frozen: a cycle of states is as many turns as it has
    /// instructions at most, and the CTAs may be many.
    private static final long FROZEN_TURN = 1 << 9;

    /// Most turns of a probe. A probed turn takes several times as long as another one.
    private static final int MOST_TURNS = 1 << 10;

    /// Instructions without a change of global memory after which a launch that does not repeat
    /// itself may be waiting for another one: about a tenth of a second of execution on the host.
    private static final long SLICE = 1 << 24;

    private enum State {
        RUNNING,
        PROBING,
        /// A turn of each CTA is probed for the words that it reads.
        SAMPLING,
        /// The clock is frozen, and all turns are probed.
        FROZEN,
        WAITING
    }

    private final LaunchOptions options;
    private final LivelockDetector livelock;
    private final LivelockDetector clockWaits;
    private final SpinProbe probe;
    private State state = State.RUNNING;
    private int turns;
    private long turn = TURN;

    /// Changes of global memory when the last sample started; -1 if memory has changed since.
    private long sampledAt = -1;

    /// Changes of global memory and instructions when [#sampleIfQuiet] began to count.
    private long quietChanges;

    private long quietSince;

    /// Instructions without a change after which the next sample of [#sampleIfQuiet] is taken. It
    /// grows, for a sample takes as long as several turns.
    private long sampleAfter = SLICE;

    /// @param livelock that the clock does not concern, unless the launch is alone
    /// @param clockWaits that freezes the clock of a launch that is not alone
    SpinDiagnosis(
            LaunchOptions options,
            LivelockDetector livelock,
            LivelockDetector clockWaits,
            SpinProbe probe) {
        this.options = options;
        this.livelock = livelock;
        this.clockWaits = clockWaits;
        this.probe = probe;
    }

    /// Whether the next turns are probed.
    boolean isProbing() {
        return switch (state) {
            case PROBING, SAMPLING, FROZEN -> true;
            case RUNNING, WAITING -> false;
        };
    }

    /// Instructions that a CTA may issue in its next turn.
    long turn() {
        return turn;
    }

    /// The addresses that livelocked CTAs read.
    SortedSet<Long> addresses() {
        return probe.addresses();
    }

    /// Has a launch wait if its CTAs do. Each CTA has had a turn since the previous call.
    ///
    /// @param ctas the recorded states of each CTA, at least one
    /// @param unstarted CTAs that have not started
    /// @return how the launch continues; empty if it has not waited
    Optional<Decision> schedule(List<StateRecurrence> ctas, long unstarted) {
        var residence = new Residence(ctas.size(), unstarted);
        reportReads();
        turn = isProbing() ? SHORT_TURN : Math.min(TURN, 2 * turn);
        if (isLivelockedInTime(ctas)) {
            return Optional.of(Decision.Livelock.LIVELOCK);
        }
        if (state == State.FROZEN) {
            return Optional.empty();
        }
        if (hasRepeated(ctas)) {
            return Optional.of(await(ctas, residence));
        }
        if (livelock.isQuiet(SLICE)) {
            var decision = options.host().scheduler().orElseThrow().sliceEnded(residence);
            livelock.restartQuiet();
            sample();
            return Optional.of(decision);
        }
        return Optional.empty();
    }

    /// Whether CTAs that read the clock are livelocked. It may freeze the clock.
    private boolean isLivelockedInTime(List<StateRecurrence> ctas) {
        if (state == State.WAITING) {
            return false;
        }
        boolean isLivelocked = clockWaits.isLivelocked(ctas, probe);
        if (clockWaits.isClockFrozen()) {
            state = State.FROZEN;
            turn = FROZEN_TURN;
        } else if (state == State.FROZEN) {
            state = State.RUNNING;
            turn = SHORT_TURN;
        }
        return isLivelocked;
    }

    /// Has the next turn of each CTA probed.
    private void sample() {
        if (state == State.RUNNING) {
            startSample();
            turn = SHORT_TURN;
        }
    }

    private void startSample() {
        state = State.SAMPLING;
        sampledAt = livelock.changes();
        probe.start();
    }

    /// Samples CTAs of a launch during which only they change memory. Each CTA has had a turn since
    /// the previous call. The turns keep their length, so that the launch takes the same course.
    void sampleIfQuiet() {
        reportReads();
        long instructions = livelock.instructions();
        if (quietChanges != livelock.changes()) {
            quietChanges = livelock.changes();
            quietSince = instructions;
        } else if (instructions - quietSince >= sampleAfter) {
            quietSince = instructions;
            sampleAfter *= 2;
            startSample();
        }
    }

    /// Reports the words that CTAs have read in a sample, until they change global memory.
    private void reportReads() {
        boolean isSampled = state == State.SAMPLING;
        state = isSampled ? State.RUNNING : state;
        if (sampledAt >= 0 && sampledAt != livelock.changes()) {
            sampledAt = -1;
            options.progress().reads(Collections.emptySortedSet());
        } else if (isSampled) {
            options.progress().reads(probe.addresses());
        }
    }

    private Decision await(List<StateRecurrence> ctas, Residence residence) {
        options.progress().waits(probe.addresses());
        var decision =
                options.host().scheduler().orElseThrow().stalled(new Stall(residence, probe));
        options.progress().waits(Collections.emptySortedSet());
        state = State.RUNNING;
        turn = SHORT_TURN;
        livelock.restartQuiet();
        ctas.forEach(StateRecurrence::reset);
        return decision;
    }

    /// Returns whether CTAs are livelocked. Each CTA has had a turn since the previous call.
    ///
    /// @param ctas the recorded states of each CTA, at least one
    boolean isLivelocked(List<StateRecurrence> ctas) {
        if (state == State.WAITING && !livelock.repeats(ctas)) {
            state = State.RUNNING;
            options.progress().waits(Collections.emptySortedSet());
        }
        if (isLivelockedInTime(ctas)) {
            return true;
        }
        return state != State.WAITING
                && state != State.FROZEN
                && hasRepeated(ctas)
                && !isWaitingForHost();
    }

    /// Whether the CTAs have repeated themselves while they were probed.
    private boolean hasRepeated(List<StateRecurrence> ctas) {
        boolean repeats = livelock.repeats(ctas);
        if (!isProbing()) {
            if (repeats) {
                start(ctas);
            }
            return false;
        }
        turns++;
        if (repeats && probe.isComplete()) {
            return true;
        }
        if (turns >= MOST_TURNS) {
            state = State.RUNNING;
            turn = TURN;
        }
        return false;
    }

    private void start(List<StateRecurrence> ctas) {
        state = State.PROBING;
        turns = 0;
        turn = SHORT_TURN;
        probe.start();
        ctas.forEach(StateRecurrence::reset);
    }

    private boolean isWaitingForHost() {
        var changeable = probe.changeable(options.host());
        if (!changeable.isEmpty()) {
            state = State.WAITING;
            turn = TURN;
            options.progress().waits(changeable);
        }
        return !changeable.isEmpty();
    }
}
