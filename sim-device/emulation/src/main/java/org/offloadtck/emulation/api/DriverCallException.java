package org.offloadtck.emulation.api;

import java.util.List;

/// Signals that a driver function does not succeed. The session turns it into a reply.
public final class DriverCallException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /// Whether a correct program can cause the error.
    public enum Kind {
        /// A correct program can cause it: a negative answer to a query, an exhausted resource, an
        /// error that was reported before.
        EXPECTED,
        /// The program passed an invalid handle or address; a finding of the run.
        MISUSE
    }

    private final DriverResult result;
    private final Kind kind;
    private final String reason;
    private final transient List<byte[]> buffers;

    private DriverCallException(
            DriverResult result, Kind kind, String reason, List<byte[]> buffers) {
        super(reason);
        this.result = result;
        this.kind = kind;
        this.reason = reason;
        this.buffers = buffers;
    }

    /// Omits the stack trace: the exception is part of the normal flow of a call.
    @Override
    public synchronized DriverCallException fillInStackTrace() {
        return this;
    }

    /// An error that a correct program can cause.
    ///
    /// @param reason for the API trace; empty if the result is sufficient
    public static DriverCallException of(DriverResult result, String reason) {
        return new DriverCallException(result, Kind.EXPECTED, reason, List.of());
    }

    /// An error that a correct program can cause.
    ///
    /// @param cause of the error; its message is the reason
    public static DriverCallException of(DriverResult result, RuntimeException cause) {
        return of(result, String.valueOf(cause.getMessage())).causedBy(cause);
    }

    /// An error that no correct program causes: an invalid handle or address.
    public static DriverCallException misuse(DriverResult result, String reason) {
        return new DriverCallException(result, Kind.MISUSE, reason, List.of());
    }

    /// Sets the cause, which must be unset.
    public DriverCallException causedBy(RuntimeException cause) {
        initCause(cause);
        return this;
    }

    /// A copy with output buffers, which the client receives although the call fails.
    public DriverCallException withBuffers(List<byte[]> outputs) {
        var copy = new DriverCallException(result, kind, reason, outputs);
        copy.initCause(this);
        return copy;
    }

    /// The reply to the call.
    public DriverReply reply() {
        return new DriverReply(result, List.of(), buffers, "", "");
    }

    public Kind kind() {
        return kind;
    }

    /// Why the call fails, for the API trace; empty if the result is sufficient.
    public String reason() {
        return reason;
    }
}
