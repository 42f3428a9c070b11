package org.offloadtck.driver.emulation;

import java.util.Map;

/// What a command leaves behind besides memory.
///
/// @param output what device code printed
/// @param failed contexts that end with it
/// @param reached events it marks, with the device's virtual time in nanoseconds
record Completion(String output, Map<Context, Failure> failed, Map<Event, Long> reached) {

    static final Completion NOTHING = new Completion("", Map.of(), Map.of());

    static Completion printed(String output) {
        return new Completion(output, Map.of(), Map.of());
    }

    static Completion failed(String output, Context context, Failure failure) {
        return new Completion(output, Map.of(context, failure), Map.of());
    }

    static Completion reached(Event event, long nanoseconds) {
        return new Completion("", Map.of(), Map.of(event, nanoseconds));
    }
}
