package org.offloadtck.emulation.server;

/// Signals that a process has ended during a call, so that there is no recipient of a reply.
public final class ClientGoneException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public ClientGoneException(Throwable cause) {
        super("the client has ended in the middle of a call", cause);
    }
}
