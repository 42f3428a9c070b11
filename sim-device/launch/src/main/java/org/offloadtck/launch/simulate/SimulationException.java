package org.offloadtck.launch.simulate;

/// Signals that a request cannot be simulated: `argument 2 is '1.5' when 'n' is a whole number of
/// 32 bits (u32)`.
public final class SimulationException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /// @param problem what is wrong and what is expected: one line
    public SimulationException(String problem) {
        super(problem);
    }

    /// @param problem what is wrong and what is expected
    public SimulationException(String problem, Throwable cause) {
        super(problem, cause);
    }
}
