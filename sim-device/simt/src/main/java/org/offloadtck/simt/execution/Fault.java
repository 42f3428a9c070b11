package org.offloadtck.simt.execution;

/// Signals, inside this package, that a lane did wrong; [Grid] adds who and where.
final class Fault extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final FaultKind kind;
    private final int lane;
    private final String problem;

    Fault(FaultKind kind, int lane, String problem) {
        super(problem, null, false, false);
        this.kind = kind;
        this.lane = lane;
        this.problem = problem;
    }

    FaultKind kind() {
        return kind;
    }

    int lane() {
        return lane;
    }

    String problem() {
        return problem;
    }
}
