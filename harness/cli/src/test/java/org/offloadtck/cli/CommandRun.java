package org.offloadtck.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/// What a user gets from command lines of the kit, one after another.
public final class CommandRun {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /// Executes one more command line, and returns its exit status.
    public int execute(String... words) {
        return OffloadTck.commandLine(words)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(words);
    }

    /// All that was printed so far.
    public String out() {
        return out.toString();
    }

    /// The contents of the standard error so far.
    public String err() {
        return err.toString();
    }
}
