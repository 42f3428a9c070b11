package org.offloadtck.launch.command;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import org.offloadtck.launch.RunningLaunch;

/// Watches the launch of the calling thread on a thread of its own: shows its progress on a line of
/// a terminal, and interrupts it at the time limit.
final class LaunchWatch implements AutoCloseable {

    /// ECMA-48, 8.3.41: erase in line, from the cursor to the end.
    private static final String ERASE = "\u001b[K";

    /// The time between two updates of the line.
    private static final Duration PERIOD = Duration.ofMillis(250);

    private final RunningLaunch launch;
    private final TimeLimit limit;
    private final Optional<PrintWriter> terminal;
    private final Thread launching = Thread.currentThread();
    private final Thread thread;
    private boolean isOver;
    private boolean hasExpired;

    private LaunchWatch(RunningLaunch launch, TimeLimit limit, Optional<PrintWriter> terminal) {
        this.launch = launch;
        this.limit = limit;
        this.terminal = terminal;
        this.thread = Thread.ofPlatform().daemon().name("watch").unstarted(this::watch);
    }

    /// Starts watching.
    ///
    /// @param terminal that shows the progress; empty if none should
    static LaunchWatch start(
            RunningLaunch launch, TimeLimit limit, Optional<PrintWriter> terminal) {
        var watch = new LaunchWatch(launch, limit, terminal);
        watch.thread.start();
        return watch;
    }

    private synchronized void watch() {
        boolean isShown = false;
        try {
            while (!isOver && !hasExpired) {
                var left = limit.left(launch.age());
                if (left.isZero()) {
                    hasExpired = true;
                    launching.interrupt();
                } else {
                    wait(Math.clamp(left.toMillis(), 1, PERIOD.toMillis()));
                    isShown |= show();
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        if (isShown) {
            terminal.ifPresent(line -> print(line, "\r" + ERASE));
        }
    }

    private boolean show() {
        if (!isOver) {
            terminal.ifPresent(line -> print(line, "\r" + launch.text() + ERASE));
        }
        return !isOver;
    }

    private static void print(PrintWriter terminal, String text) {
        terminal.print(text);
        terminal.flush();
    }

    /// Whether the launch was interrupted at the time limit.
    synchronized boolean hasExpired() {
        return hasExpired;
    }

    /// Ends watching, erases the line, and clears the interrupt status of the calling thread if the
    /// time limit set it.
    @Override
    public void close() {
        synchronized (this) {
            isOver = true;
            notifyAll();
        }
        if (hasExpired()) {
            Thread.interrupted();
        }
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
