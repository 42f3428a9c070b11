package org.offloadtck.implementation.process;

import java.util.List;
import java.util.Optional;
import org.offloadtck.conformance.result.Evidence;

/// What a process did.
///
/// @param command the program and its arguments
/// @param output what it wrote to its standard output, up to [ToolProcess#MOST_OUTPUT] bytes
/// @param errors the same of its standard error
public record ProcessResult(
        List<String> command, ProcessTermination ending, String output, String errors) {

    public ProcessResult {
        command = List.copyOf(command);
    }

    /// The command and all it said, for an auditor.
    public Evidence evidence() {
        int status =
                switch (ending) {
                    case ProcessTermination.Exited(int code) -> code;
                    case ProcessTermination.Signalled _,
                            ProcessTermination.OutOfTime _,
                            ProcessTermination.NotStarted _ ->
                            -1;
                };
        return Evidence.CommandOutput.of(command, status, output + errors);
    }

    /// The first line of the standard error that tells a fatal error, or else an error, or else its
    /// first line, or else the first of the output.
    public String complaint() {
        return line("fatal error")
                .or(() -> line("error"))
                .or(() -> errors.lines().findFirst())
                .or(() -> output.lines().findFirst())
                .orElse("it said nothing");
    }

    private Optional<String> line(String word) {
        return errors.lines().filter(line -> line.contains(word)).findFirst();
    }
}
