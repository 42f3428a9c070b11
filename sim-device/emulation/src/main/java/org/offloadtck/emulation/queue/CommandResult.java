package org.offloadtck.emulation.queue;

import java.util.Map;
import org.offloadtck.emulation.resource.ContextFailure;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.resource.EmulatedEvent;

/// The result of a command, besides its effect on memory.
///
/// @param output of device code
/// @param messages of the driver about device code, for standard error
/// @param failed contexts that fail with it
/// @param reached events it records, with the virtual time of the device in nanoseconds
record CommandResult(
        String output,
        String messages,
        Map<EmulatedContext, ContextFailure> failed,
        Map<EmulatedEvent, Long> reached) {

    static final CommandResult NOTHING = new CommandResult("", "", Map.of(), Map.of());

    static CommandResult printed(String output) {
        return new CommandResult(output, "", Map.of(), Map.of());
    }

    static CommandResult failed(String output, EmulatedContext context, ContextFailure failure) {
        return new CommandResult(output, "", Map.of(context, failure), Map.of());
    }

    /// A copy with a line for standard error.
    CommandResult withMessage(String line) {
        return new CommandResult(output, messages + line + "\n", failed, reached);
    }

    /// The result of this command and of one after it, of which none reaches an event.
    CommandResult and(CommandResult next) {
        return new CommandResult(
                output + next.output,
                messages + next.messages,
                failed.isEmpty() ? next.failed : failed,
                Map.of());
    }

    static CommandResult reached(EmulatedEvent event, long nanoseconds) {
        return new CommandResult("", "", Map.of(), Map.of(event, nanoseconds));
    }
}
