package org.offloadtck.emulation.server;

import java.io.PrintStream;

/// The log of the server, a file beside its socket: faults that are not errors in driver calls.
final class ServerLog {

    private final PrintStream stream;

    ServerLog(PrintStream stream) {
        this.stream = stream;
    }

    /// Logs a violation of the protocol by a client.
    void malformed(MalformedFrameException fault) {
        stream.println("connection closed: " + fault.getMessage());
    }

    /// Logs an internal error of the server.
    void internal(Throwable fault) {
        fault.printStackTrace(stream);
    }

    /// The line for the client whose call has caused an internal error.
    String notice() {
        return "offload-tck: internal error of the device server; see its log\n";
    }
}
