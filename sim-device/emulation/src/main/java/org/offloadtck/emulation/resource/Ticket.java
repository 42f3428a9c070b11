package org.offloadtck.emulation.resource;

import java.util.List;

/// The place of a command in the order of submission, and whether the command is done.
public final class Ticket {

    /// The ticket of no command, which is done.
    public static final Ticket NONE = new Ticket();

    private boolean done;

    static {
        NONE.complete();
    }

    /// Marks the command as done.
    public void complete() {
        done = true;
    }

    public boolean isDone() {
        return done;
    }

    /// Whether all commands are done.
    public static boolean areDone(List<Ticket> tickets) {
        return tickets.stream().allMatch(Ticket::isDone);
    }
}
