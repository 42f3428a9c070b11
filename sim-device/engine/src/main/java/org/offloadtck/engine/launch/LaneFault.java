package org.offloadtck.engine.launch;

/// Signals a fault of a lane inside the engine. The scheduler adds the thread and the code location
/// and throws a [KernelFaultException].
public final class LaneFault extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final FaultKind kind;
    private final int lane;
    private final String problem;

    public LaneFault(FaultKind kind, int lane, String problem) {
        super(problem, null, false, false);
        this.kind = kind;
        this.lane = lane;
        this.problem = problem;
    }

    public FaultKind kind() {
        return kind;
    }

    public int lane() {
        return lane;
    }

    public String problem() {
        return problem;
    }
}
