package org.offloadtck.scenario.fault;

import java.io.Serial;

/// An edit of a planted fault that cannot be read, or a place that the base file does not have.
public final class FaultTextException extends IllegalArgumentException {

    @Serial private static final long serialVersionUID = 1L;

    FaultTextException(String message) {
        super(message);
    }
}
