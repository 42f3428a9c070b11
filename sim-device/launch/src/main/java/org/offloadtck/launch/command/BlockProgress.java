package org.offloadtck.launch.command;

import java.io.PrintWriter;
import java.util.function.LongSupplier;
import org.offloadtck.launch.simulate.SimulationProgress;

/// Shows on a terminal how many blocks of a launch have begun, on one line that is wiped at the
/// end. Launches that are over at once show nothing.
final class BlockProgress implements SimulationProgress {

    /// ECMA-48, 8.3.41: erase in line, from the cursor to the end.
    private static final String ERASE = "\u001b[K";

    /// How long the line stays as it is, in nanoseconds.
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
    public synchronized void reached(long blocks, long all) {
        long now = clock.getAsLong();
        if (now - shown >= PAUSE) {
            shown = now;
            terminal.printf("\r%d of %d blocks begun%s", blocks, all, ERASE);
            terminal.flush();
        }
    }

    synchronized void clear() {
        terminal.print("\r" + ERASE);
        terminal.flush();
    }
}
