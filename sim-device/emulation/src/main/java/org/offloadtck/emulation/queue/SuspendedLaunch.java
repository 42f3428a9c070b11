package org.offloadtck.emulation.queue;

import java.util.Optional;
import org.offloadtck.engine.launch.HostAccess.Decision;
import org.offloadtck.engine.launch.HostAccess.ReadSet;
import org.offloadtck.engine.launch.HostAccess.Residence;

/// A launch that waits on its thread until the command queue continues it.
final class SuspendedLaunch {

    private final StreamCommand.Launch launch;
    private final Residence residence;
    private final Wait wait;

    /// How the launch ends, if it may not continue.
    private Optional<Decision> verdict = Optional.empty();

    private Optional<Decision> resumed = Optional.empty();

    /// What a launch waits for.
    sealed interface Wait {

        /// A change of memory that its threads read.
        record Memory(ReadSet reads) implements Wait {}

        /// Its next turn.
        enum Turn implements Wait {
            TURN
        }
    }

    SuspendedLaunch(StreamCommand.Launch launch, Residence residence, Wait wait) {
        this.launch = launch;
        this.residence = residence;
        this.wait = wait;
    }

    StreamCommand.Launch launch() {
        return launch;
    }

    /// Its share of the multiprocessors of its device, from 0 to 1.
    double share() {
        return (double) residence.resident() / launch.limits().residentCtas();
    }

    /// Whether it can run at any time.
    boolean waitsForTurn() {
        return wait instanceof Wait.Turn;
    }

    /// Ends the wait with a verdict, when its turn comes.
    void condemn(Decision reached) {
        verdict = Optional.of(reached);
    }

    /// How it continues now; empty if what it waits for has not happened.
    ///
    /// @param room CTAs of it that may be resident
    Optional<Decision> decision(int room) {
        if (verdict.isPresent()) {
            return verdict;
        }
        if (launch.context().failure().isPresent()) {
            return Optional.of(Decision.Stop.STOP);
        }
        boolean canGrow = residence.unstarted() > 0 && room > residence.resident();
        boolean hasChanged =
                switch (wait) {
                    case Wait.Memory(var reads) -> reads.hasChanged();
                    case Wait.Turn _ -> false;
                };
        return hasChanged || canGrow ? Optional.of(new Decision.Continue(room)) : Optional.empty();
    }

    void resume(Decision decision) {
        resumed = Optional.of(decision);
    }

    /// The decision with which it continues; empty while it waits.
    Optional<Decision> resumed() {
        return resumed;
    }
}
