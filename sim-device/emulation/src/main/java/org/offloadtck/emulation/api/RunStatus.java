package org.offloadtck.emulation.api;

import java.time.Duration;
import java.util.Optional;

/// What an open run does at the moment. Many threads call its methods at once.
public interface RunStatus {

    /// Whether the client shows the progress on a terminal.
    boolean isShown();

    /// The time after which the client ends the program; empty for none.
    Optional<Duration> timeLimit();

    /// Waits until a launch ends or a time has passed.
    ///
    /// @return whether the run is still watched
    boolean awaitEnd(Duration longest);

    /// Ends all waiting.
    void endWatch();

    /// The progress in a line; empty if there is nothing to show.
    String progress();

    /// Marks the run as one that has reached its time limit.
    ///
    /// @return what ran, in a line
    String expire();
}
