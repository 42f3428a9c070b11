package org.offloadtck.offload.protocol;

/// The reply to a [RuntimeCall].
///
/// @param result of the call
/// @param output of device code, for the standard output of the process
/// @param diagnostics whole lines for the standard error of the process
public record RuntimeReply(Outcome outcome, long result, String output, String diagnostics) {

    /// Whether the process continues.
    public enum Outcome {
        DONE,
        /// The process ends, as libomptarget ends a process whose construct cannot run on a device
        /// although offloading is mandatory.
        BROKEN
    }

    public static RuntimeReply of(long result) {
        return new RuntimeReply(Outcome.DONE, result, "", "");
    }

    /// A reply that ends the process after `diagnostics`.
    public static RuntimeReply broken(String diagnostics) {
        return new RuntimeReply(Outcome.BROKEN, 0, "", diagnostics);
    }

    /// A copy with more diagnostics before the present ones.
    public RuntimeReply withDiagnostics(String more) {
        return new RuntimeReply(outcome, result, output, more + diagnostics);
    }

    /// A copy with more output.
    public RuntimeReply withOutput(String more) {
        return new RuntimeReply(outcome, result, output + more, diagnostics);
    }
}
