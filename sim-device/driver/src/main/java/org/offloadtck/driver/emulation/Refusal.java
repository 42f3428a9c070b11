package org.offloadtck.driver.emulation;

import java.util.List;
import org.offloadtck.driver.api.DriverResult;
import org.offloadtck.driver.api.Reply;

/// Signals, inside this package, that a call is refused; [EmulatedThread] makes the reply of it.
final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1;

    /// Whether the program is to blame.
    enum Blame {
        /// The call is part of a program's normal course: a question that is answered with no, a
        /// limit that is reached, an error that was reported before.
        NOBODY,
        /// The program passed a handle or an address that is none.
        PROGRAM
    }

    private final DriverResult result;
    private final Blame blame;
    private final transient List<byte[]> buffers;

    /// @param reason what is wrong, for the trace; empty where the result says all there is
    private Refusal(DriverResult result, Blame blame, String reason, List<byte[]> buffers) {
        super(reason, null, false, false);
        this.result = result;
        this.blame = blame;
        this.buffers = buffers;
    }

    static Refusal of(DriverResult result, String reason) {
        return new Refusal(result, Blame.NOBODY, reason, List.of());
    }

    /// A handle or an address that is none, which a program never means to pass.
    static Refusal blaming(DriverResult result, String reason) {
        return new Refusal(result, Blame.PROGRAM, reason, List.of());
    }

    /// The same with output buffers, which a program gets although the call fails.
    Refusal with(List<byte[]> outputs) {
        return new Refusal(result, blame, reason(), outputs);
    }

    Reply reply() {
        return new Reply(result, List.of(), buffers, "", "");
    }

    DriverResult result() {
        return result;
    }

    Blame blame() {
        return blame;
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
