package org.offloadtck.emulation.run;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import java.util.concurrent.TimeUnit;
import org.offloadtck.launch.RunningLaunch;

/// The launches of a run that are executing. Thread-safe: its monitor guards all of it.
public final class RunningLaunches {

    /// Shorter launches are not shown on a terminal.
    private static final Duration SHOWN_AFTER = Duration.ofMillis(500);

    private final SequencedSet<RunningLaunch> running = new LinkedHashSet<>();
    private boolean isWatched = true;
    private long ended;

    /// Adds a launch.
    public synchronized void add(RunningLaunch launch) {
        running.add(launch);
    }

    /// Removes a launch that has ended.
    public synchronized void remove(RunningLaunch launch) {
        running.remove(launch);
        ended++;
        notifyAll();
    }

    /// Waits until a launch ends or a time has passed.
    ///
    /// @return whether the run is still watched
    synchronized boolean awaitEnd(Duration longest) {
        long before = ended;
        long deadline = System.nanoTime() + longest.toNanos();
        try {
            for (long left = longest.toNanos();
                    isWatched && ended == before && left > 0;
                    left = deadline - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            isWatched = false;
        }
        return isWatched;
    }

    /// Ends all waiting.
    synchronized void endWatch() {
        isWatched = false;
        notifyAll();
    }

    /// The progress of the oldest launch in a line, for a terminal; empty if it is too short so
    /// far.
    synchronized String progress() {
        return running.isEmpty() || running.getFirst().age().compareTo(SHOWN_AFTER) < 0
                ? ""
                : text();
    }

    /// What executes, in a line.
    synchronized String text() {
        if (running.isEmpty()) {
            return "no kernel is running";
        }
        int others = running.size() - 1;
        return running.getFirst().text() + (others == 0 ? "" : " (%d more run)".formatted(others));
    }
}
