package org.offloadtck.launch.command;

import java.io.PrintWriter;
import java.util.function.LongSupplier;
import org.offloadtck.engine.launch.LaunchProgressListener;

/// Prints the number of blocks that have started on one line of a terminal, and erases the line at
/// the end. Nothing appears for launches shorter than [#PAUSE].
final class BlockProgress implements LaunchProgressListener {

    /// ECMA-48, 8.3.41: erase in line, from the cursor to the end.
    private static final String ERASE = "\u001b[K";

    /// The time between two updates of the line, in nanoseconds.
    private static final long PAUSE = 200_000_000;

    private final PrintWriter terminal;
    private final LongSupplier clock;
    private long shown;

    /// @param clock in nanoseconds
    BlockProgress(PrintWriter terminal, LongSupplier clock) {
        this.terminal = terminal;
        this.clock = clock;
        this.shown = clock.getAsLong();
    }

    @Override
    public synchronized void ctasStarted(long begun, long all) {
        long now = clock.getAsLong();
        if (now - shown >= PAUSE) {
            shown = now;
            terminal.printf("\r%d of %d blocks started%s", begun, all, ERASE);
            terminal.flush();
        }
    }

    /// Erases the line.
    synchronized void clear() {
        terminal.print("\r" + ERASE);
        terminal.flush();
    }
}
