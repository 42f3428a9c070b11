package org.offloadtck.emulation.server;

import java.io.PrintStream;

/// The server's standard error, a file beside its socket: what went wrong that no client's mistake
/// in using the driver explains.
final class ServerLog {

    private final PrintStream stream;

    ServerLog(PrintStream stream) {
        this.stream = stream;
    }

    /// A client that does not speak the protocol.
    void malformed(MalformedFrameException fault) {
        stream.println("connection closed: " + fault.getMessage());
    }

    /// A fault of ours.
    void internal(Throwable fault) {
        fault.printStackTrace(stream);
    }

    /// What the client whose call met such a fault is told.
    String notice() {
        return "offload-tck: the device server has met a fault of its own; its log has the"
                + " details\n";
    }
}
