package org.offloadtck.engine.semantics;

/// An operation on an `mbarrier` that the PTX ISA leaves undefined, such as more arrivals than are
/// pending.
public final class MbarrierMisuseException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String problem;

    public MbarrierMisuseException(String problem) {
        super(problem, null, false, false);
        this.problem = problem;
    }

    public String problem() {
        return problem;
    }
}
