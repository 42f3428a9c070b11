package org.offloadtck.scenario.command;

import java.util.function.Supplier;
import org.offloadtck.data.DataException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/// Files of users that commands read.
final class UserData {

    private UserData() {}

    /// What `reading` returns.
    ///
    /// @throws ParameterException of the command, with the message of a [DataException]
    static <T> T read(CommandSpec command, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (DataException fault) {
            throw new ParameterException(
                    command.commandLine(), String.valueOf(fault.getMessage()), fault);
        }
    }
}
