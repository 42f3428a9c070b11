package org.offloadtck.calibration.benchmark;

/// Signals that measurements cannot be used: a malformed file, an unknown benchmark, no benchmark
/// that can run. The message is one line.
public final class UnusableMeasurementsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public UnusableMeasurementsException(String problem) {
        super(problem);
    }
}
