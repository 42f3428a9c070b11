package org.offloadtck.driver.toolkit;

/// Signals that a tool cannot go on: its last line and its exit status.
final class ToolFailure extends RuntimeException {

    private static final long serialVersionUID = 1;

    /// What the programs of NVIDIA's toolkit exit with after errors in their input.
    static final int INPUT = 255;

    /// What they exit with otherwise.
    static final int OTHER = 1;

    private final String problem;
    private final int exitStatus;

    ToolFailure(String problem, int exitStatus) {
        super(problem);
        this.problem = problem;
        this.exitStatus = exitStatus;
    }

    String problem() {
        return problem;
    }

    int exitStatus() {
        return exitStatus;
    }
}
