package org.offloadtck.emulation.queue;

import java.util.List;
import org.offloadtck.emulation.resource.Ticket;

/// A command that has not started.
///
/// @param after the work that it waits for
record QueuedCommand(Ticket ticket, StreamCommand command, List<Ticket> after) {

    QueuedCommand {
        after = List.copyOf(after);
    }

    /// Whether all work that it waits for is done.
    boolean isReady() {
        return Ticket.areDone(after);
    }
}
