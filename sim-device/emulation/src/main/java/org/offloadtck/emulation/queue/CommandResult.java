package org.offloadtck.emulation.queue;

import java.util.Map;
import org.offloadtck.emulation.resource.ContextFailure;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.resource.EmulatedEvent;

/// What a command leaves behind besides memory.
///
/// @param output what device code printed
/// @param failed contexts that end with it
/// @param reached events it marks, with the device's virtual time in nanoseconds
record CommandResult(
        String output,
        Map<EmulatedContext, ContextFailure> failed,
        Map<EmulatedEvent, Long> reached) {

    static final CommandResult NOTHING = new CommandResult("", Map.of(), Map.of());

    static CommandResult printed(String output) {
        return new CommandResult(output, Map.of(), Map.of());
    }

    static CommandResult failed(String output, EmulatedContext context, ContextFailure failure) {
        return new CommandResult(output, Map.of(context, failure), Map.of());
    }

    static CommandResult reached(EmulatedEvent event, long nanoseconds) {
        return new CommandResult("", Map.of(), Map.of(event, nanoseconds));
    }
}
