package org.offloadtck.emulation.api;

import java.util.List;
import org.offloadtck.emulation.session.EmulatedThread;

/// Signals, inside this package, that a call is refused; [EmulatedThread] makes the reply of it.
public final class DriverCallException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /// Whether the program is to blame.
    public enum Kind {
        /// The call is part of a program's normal course: a question that is answered with no, a
        /// limit that is reached, an error that was reported before.
        EXPECTED,
        /// The program passed a handle or an address that is none.
        MISUSE
    }

    private final DriverResult result;
    private final Kind kind;
    private final transient List<byte[]> buffers;

    /// @param reason what is wrong, for the trace; empty where the result says all there is
    private DriverCallException(
            DriverResult result, Kind blame, String reason, List<byte[]> buffers) {
        super(reason, null, false, false);
        this.result = result;
        this.kind = blame;
        this.buffers = buffers;
    }

    public static DriverCallException of(DriverResult result, String reason) {
        return new DriverCallException(result, Kind.EXPECTED, reason, List.of());
    }

    /// A handle or an address that is none, which a program never means to pass.
    public static DriverCallException misuse(DriverResult result, String reason) {
        return new DriverCallException(result, Kind.MISUSE, reason, List.of());
    }

    /// The same with output buffers, which a program gets although the call fails.
    public DriverCallException withBuffers(List<byte[]> outputs) {
        return new DriverCallException(result, kind, reason(), outputs);
    }

    public DriverReply reply() {
        return new DriverReply(result, List.of(), buffers, "", "");
    }

    DriverResult result() {
        return result;
    }

    public Kind kind() {
        return kind;
    }

    public String reason() {
        return String.valueOf(getMessage());
    }
}
