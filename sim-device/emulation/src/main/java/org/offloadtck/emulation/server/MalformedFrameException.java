package org.offloadtck.emulation.server;

/// Signals bytes of a client that are not a request. The server closes the connection and continues
/// to serve others.
public final class MalformedFrameException extends RuntimeException {

    public MalformedFrameException(String problem) {
        super(problem);
    }
}
