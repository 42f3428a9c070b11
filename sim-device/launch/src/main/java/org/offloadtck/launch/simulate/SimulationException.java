package org.offloadtck.launch.simulate;

/// Signals that what was asked for cannot be simulated: `--arg 2 is '1.5' when 'n' is a whole
/// number (u32)`.
public final class SimulationException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /// @param problem what is, when it should be what: one line
    public SimulationException(String problem) {
        super(problem);
    }
}
