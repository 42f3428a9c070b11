package org.offloadtck.implementation.process;

import java.time.Duration;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;

/// The end of a process.
public sealed interface ProcessTermination {

    /// The process exited.
    ///
    /// @param status from 0 to 255
    record Exited(int status) implements ProcessTermination {}

    /// A signal ended the process.
    ///
    /// @param signal its name, `SIGSEGV`
    record Signalled(String signal) implements ProcessTermination {}

    /// The process was ended because it exceeded its time limit.
    record OutOfTime(Duration limit) implements ProcessTermination {}

    /// The process was ended because it exceeded another limit.
    ///
    /// @param excess `wrote more than 64 MiB`
    record OverLimit(String excess) implements ProcessTermination {}

    /// The process could not be started.
    record NotStarted(String reason) implements ProcessTermination {}

    default boolean isSuccess() {
        return this instanceof Exited(int status) && status == 0;
    }

    /// The verdict on an unsuccessful end.
    ///
    /// @param failure the kind of verdict for a status other than 0
    /// @param program the tool or program that ended
    default Verdict verdict(VerdictKind failure, String program) {
        return switch (this) {
            case Exited(int status) ->
                    Verdict.of(failure, "%s exited with status %d".formatted(program, status));
            case Signalled(String signal) -> new Verdict.Crash(signal, "in " + program);
            case OutOfTime(Duration limit) ->
                    Verdict.of(
                            VerdictKind.HANG,
                            "%s ran for more than %d s".formatted(program, limit.toSeconds()));
            case OverLimit(String excess) -> Verdict.of(failure, program + " " + excess);
            case NotStarted(String reason) -> Verdict.of(VerdictKind.UNSUPPORTED, reason);
        };
    }
}
