package org.offloadtck.engine.launch;

import java.util.List;
import org.offloadtck.engine.launch.KernelFaultException.BarrierWait;

/// Signals a fault of a lane inside the engine. The scheduler adds the thread and the code location
/// and throws a [KernelFaultException].
public final class LaneFault extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final FaultKind kind;
    private final int lane;
    private final String problem;
    private final transient List<BarrierWait> waits;

    public LaneFault(FaultKind kind, int lane, String problem) {
        this(kind, lane, problem, List.of());
    }

    /// @param waits of the threads in a deadlock
    public LaneFault(FaultKind kind, int lane, String problem, List<BarrierWait> waits) {
        super(problem, null, false, false);
        this.kind = kind;
        this.lane = lane;
        this.problem = problem;
        this.waits = List.copyOf(waits);
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

    List<BarrierWait> waits() {
        return waits;
    }
}
