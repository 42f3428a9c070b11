package org.offloadtck.implementation.process;

import java.util.Optional;
import org.offloadtck.conformance.result.Evidence;

/// The result of a process.
///
/// @param output its standard output, up to [ToolProcess#MOST_OUTPUT] bytes
/// @param errors its standard error, likewise
public record ProcessResult(
        ToolCommand command, ProcessTermination ending, String output, String errors) {

    /// The command and its output, as evidence.
    public Evidence evidence() {
        int status =
                switch (ending) {
                    case ProcessTermination.Exited(int code) -> code;
                    case ProcessTermination.Signalled _,
                            ProcessTermination.OutOfTime _,
                            ProcessTermination.OverLimit _,
                            ProcessTermination.NotStarted _ ->
                            -1;
                };
        return Evidence.CommandOutput.of(
                command.words(), command.setting(), status, output + errors);
    }

    /// The first line of the standard error that reports a fatal error, else the first that reports
    /// an error, else its first line, else the first line of the output, else why the process was
    /// not started.
    public String firstError() {
        return line("fatal error")
                .or(() -> line("error"))
                .or(() -> errors.lines().findFirst())
                .or(() -> output.lines().findFirst())
                .orElseGet(() ->
                        ending instanceof ProcessTermination.NotStarted(var reason)
                                ? reason
                                : "no output");
    }

    private Optional<String> line(String word) {
        return errors.lines().filter(line -> line.contains(word)).findFirst();
    }
}
