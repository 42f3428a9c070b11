package org.offloadtck.driver.server;

/// A client sent bytes that are no request. Its connection ends; nothing else does.
final class MalformedFrameException extends RuntimeException {

    MalformedFrameException(String problem) {
        super(problem);
    }
}
