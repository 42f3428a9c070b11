package org.offloadtck.scenario.command;

import java.nio.file.Path;
import java.util.function.Supplier;
import org.offloadtck.command.InputFile;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.data.DataException;
import org.offloadtck.data.DataText;
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

    /// The results in `file`.
    ///
    /// @throws ParameterException if it cannot be read as results
    static ResultDocument results(CommandSpec command, Path file) {
        var text = new DataText(file.toString(), InputFile.readText(file));
        return read(command, () -> ResultDocument.parse(text));
    }
}
