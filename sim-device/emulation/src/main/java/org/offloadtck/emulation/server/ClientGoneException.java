package org.offloadtck.emulation.server;

/// Signals that a process has ended in the middle of a call: there is nobody to answer.
public final class ClientGoneException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public ClientGoneException(Throwable cause) {
        super("the client has ended in the middle of a call", cause);
    }
}
