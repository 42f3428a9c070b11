package org.offloadtck.emulation.server;

/// A client sent bytes that are no request. Its connection ends; nothing else does.
public final class MalformedFrameException extends RuntimeException {

    public MalformedFrameException(String problem) {
        super(problem);
    }
}
