package org.offloadtck.engine.schedule;

import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import org.offloadtck.engine.deadlock.LivelockDetector;
import org.offloadtck.engine.deadlock.SpinProbe;
import org.offloadtck.engine.deadlock.StateRecurrence;
import org.offloadtck.engine.launch.LaunchOptions;

/// Diagnoses CTAs that repeat themselves in a launch during which the host may change memory.
///
/// When all CTAs repeat themselves, their next turns are probed ([SpinProbe]) until they have
/// repeated themselves again, so that the probe has seen a whole cycle. If the host cannot change
/// any address that they read, they are livelocked. Otherwise they wait for the host, which the
/// progress listener learns.
final class SpinDiagnosis {

    /// Most turns of a probe. A probed turn takes several times as long as another one.
    private static final int MOST_TURNS = 1 << 10;

    private enum State {
        RUNNING,
        PROBING,
        WAITING
    }

    private final LaunchOptions options;
    private final LivelockDetector livelock;
    private final SpinProbe probe;
    private State state = State.RUNNING;
    private int turns;

    SpinDiagnosis(LaunchOptions options, LivelockDetector livelock, SpinProbe probe) {
        this.options = options;
        this.livelock = livelock;
        this.probe = probe;
    }

    /// Whether the next turns are probed.
    boolean isProbing() {
        return state == State.PROBING;
    }

    /// The addresses that livelocked CTAs read.
    SortedSet<Long> addresses() {
        return probe.addresses();
    }

    /// Returns whether CTAs are livelocked. Each CTA has had a turn since the previous call.
    ///
    /// @param ctas the recorded states of each CTA, at least one
    boolean isLivelocked(List<StateRecurrence> ctas) {
        boolean repeats = livelock.repeats(ctas);
        switch (state) {
            case RUNNING -> {
                if (repeats) {
                    start(ctas);
                }
            }
            case PROBING -> {
                turns++;
                if (repeats && probe.isComplete()) {
                    return !isWaitingForHost();
                }
                state = turns < MOST_TURNS ? State.PROBING : State.RUNNING;
            }
            case WAITING -> {
                if (!repeats) {
                    state = State.RUNNING;
                    options.progress().waits(Collections.emptySortedSet());
                }
            }
        }
        return false;
    }

    private void start(List<StateRecurrence> ctas) {
        state = State.PROBING;
        turns = 0;
        probe.start();
        ctas.forEach(StateRecurrence::reset);
    }

    private boolean isWaitingForHost() {
        var changeable = probe.changeable(options.host());
        if (!changeable.isEmpty()) {
            state = State.WAITING;
            options.progress().waits(changeable);
        }
        return !changeable.isEmpty();
    }
}
