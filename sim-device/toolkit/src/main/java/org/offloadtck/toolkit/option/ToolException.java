package org.offloadtck.toolkit.option;

/// Signals that a tool fails, with its last diagnostic and its exit status.
public final class ToolException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /// Exit status of NVIDIA's tools after errors in their input.
    public static final int INPUT = 255;

    /// Exit status of NVIDIA's tools after other errors.
    public static final int OTHER = 1;

    private final String problem;
    private final int exitStatus;

    public ToolException(String problem, int exitStatus) {
        super(problem);
        this.problem = problem;
        this.exitStatus = exitStatus;
    }

    public String problem() {
        return problem;
    }

    public int exitStatus() {
        return exitStatus;
    }
}
