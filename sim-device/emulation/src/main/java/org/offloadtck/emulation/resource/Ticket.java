package org.offloadtck.emulation.resource;

import java.util.ArrayList;
import java.util.List;

/// The place of a command in the order of submission, and whether the command is done.
public final class Ticket {

    /// The ticket of no command, which is done.
    public static final Ticket NONE = new Ticket();

    private final List<Runnable> followers = new ArrayList<>();
    private boolean done;

    static {
        NONE.complete();
    }

    /// Marks the command as done.
    public void complete() {
        done = true;
        followers.forEach(Runnable::run);
        followers.clear();
    }

    /// Runs an action when all commands are done: now, or when the last of them completes. The lock
    /// of the session is held then.
    public static void whenDone(List<Ticket> tickets, Runnable action) {
        tickets.stream()
                .filter(ticket -> !ticket.done)
                .findFirst()
                .ifPresentOrElse(
                        open -> open.followers.add(() -> whenDone(tickets, action)), action);
    }

    public boolean isDone() {
        return done;
    }

    /// Whether all commands are done.
    public static boolean areDone(List<Ticket> tickets) {
        return tickets.stream().allMatch(Ticket::isDone);
    }
}
