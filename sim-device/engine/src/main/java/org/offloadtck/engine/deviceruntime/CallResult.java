package org.offloadtck.engine.deviceruntime;

import java.util.List;

/// What a call of the device runtime returns to the thread, and what else it results in.
///
/// @param value the return value of the function
/// @param commands the work that it has submitted, at most one command
/// @param problems what is wrong in the call: the reason for which it failed, or arguments by which
///   a child kernel accesses memory that it does not have
public record CallResult(long value, List<DeviceCommand> commands, List<String> problems) {

    public CallResult {
        commands = List.copyOf(commands);
        problems = List.copyOf(problems);
    }

    static CallResult returned(long value) {
        return new CallResult(value, List.of(), List.of());
    }

    static CallResult submitted(DeviceCommand command, List<String> problems) {
        return new CallResult(RuntimeError.SUCCESS.code(), List.of(command), problems);
    }

    static CallResult failed(long value, String problem) {
        return new CallResult(value, List.of(), List.of(problem));
    }
}
