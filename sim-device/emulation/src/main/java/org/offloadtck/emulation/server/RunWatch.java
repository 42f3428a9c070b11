package org.offloadtck.emulation.server;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.api.RunStatus;

/// Sends the client of a run, unasked, the progress for its terminal and the end of the time limit.
/// Such a frame has the result `NOT_READY`, which no answer to a request of the client has.
final class RunWatch implements AutoCloseable {

    /// The time between two lines of progress.
    private static final Duration PERIOD = Duration.ofMillis(250);

    /// Longer than any run without a time limit.
    private static final Duration UNLIMITED = Duration.ofDays(365_000);

    /// What a frame says, as `wire.h` has it.
    private enum Notice {
        PROGRESS(0),
        TIME_LIMIT(1);

        private final long code;

        Notice(long code) {
            this.code = code;
        }
    }

    private final RunStatus status;
    private final FrameChannel frames;
    private final long start = System.nanoTime();
    private final Thread thread = Thread.ofPlatform().daemon().name("watch").unstarted(this::watch);
    private String shown = "";
    private long shownAt = start;
    private boolean hasExpired;

    private RunWatch(RunStatus status, FrameChannel frames) {
        this.status = status;
        this.frames = frames;
    }

    /// Starts watching if there is anything to send. Until [#close], nothing else may write frames.
    static RunWatch start(RunStatus status, FrameChannel frames) {
        var watch = new RunWatch(status, frames);
        if (status.isShown() || status.timeLimit().isPresent()) {
            watch.thread.start();
        }
        return watch;
    }

    private void watch() {
        try {
            var left = left();
            while (left.isPositive()
                    && status.awaitEnd(left.compareTo(PERIOD) < 0 ? left : PERIOD)) {
                show();
                left = left();
            }
            if (!left.isPositive()) {
                hasExpired = true;
                send(Notice.TIME_LIMIT, status.expire());
            }
        } catch (IOException _) {
            // The client has ended.
        }
    }

    private Duration left() {
        var passed = Duration.ofNanos(System.nanoTime() - start);
        return status.timeLimit().orElse(UNLIMITED).minus(passed);
    }

    /// Shows the progress if it has changed. A line is removed at once; another one appears when it
    /// is due.
    private void show() throws IOException {
        var line = status.isShown() ? status.progress() : "";
        boolean isDue = System.nanoTime() - shownAt >= PERIOD.toNanos();
        if (!line.equals(shown) && (isDue || line.isEmpty())) {
            shown = line;
            shownAt = System.nanoTime();
            send(Notice.PROGRESS, line);
        }
    }

    private void send(Notice notice, String text) throws IOException {
        frames.write(ReplyFrame.of(DriverResult.NOT_READY, List.of(notice.code), List.of(text)));
    }

    /// Whether the run has reached its time limit. Called after [#close].
    boolean hasExpired() {
        return hasExpired;
    }

    /// Ends watching. Nothing is sent afterwards.
    @Override
    public void close() {
        status.endWatch();
        boolean isInterrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException _) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
