package org.offloadtck.offload.protocol;

/// The answer to a [RuntimeCall].
///
/// @param result the call's
/// @param output what device code printed, for the process's standard output
/// @param diagnostics whole lines for its standard error
public record RuntimeReply(Outcome outcome, long result, String output, String diagnostics) {

    /// Whether the process goes on.
    public enum Outcome {
        DONE,
        /// It ends as libomptarget ends a process whose construct has to run on a device and
        /// cannot.
        BROKEN
    }

    public static RuntimeReply of(long result) {
        return new RuntimeReply(Outcome.DONE, result, "", "");
    }

    /// The end of the process, after `diagnostics`.
    public static RuntimeReply broken(String diagnostics) {
        return new RuntimeReply(Outcome.BROKEN, 0, "", diagnostics);
    }

    /// The same with more diagnostics, which come before those it has.
    public RuntimeReply withDiagnostics(String more) {
        return new RuntimeReply(outcome, result, output, more + diagnostics);
    }

    /// The same with more to print.
    public RuntimeReply withOutput(String more) {
        return new RuntimeReply(outcome, result, output + more, diagnostics);
    }
}
