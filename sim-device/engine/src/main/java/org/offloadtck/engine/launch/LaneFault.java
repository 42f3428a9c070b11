package org.offloadtck.engine.launch;

import org.offloadtck.engine.schedule.Grid;

/// Signals, inside this package, that a lane did wrong; [Grid] adds who and where.
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

    FaultKind kind() {
        return kind;
    }

    public int lane() {
        return lane;
    }

    String problem() {
        return problem;
    }
}
