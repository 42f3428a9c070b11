package org.offloadtck.calibration.benchmark;

/// A file is not what a calibration wrote; the message is a line for the user.
public final class UnusableMeasurementsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public UnusableMeasurementsException(String problem) {
        super(problem);
    }
}
