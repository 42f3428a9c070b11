package org.offloadtck.engine.matrix;

/// A product of matrices selects scale factors that do not exist, which the PTX ISA leaves
/// undefined (9.1 §9.7.14.3).
public final class InvalidScaleSelectorException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String problem;

    InvalidScaleSelectorException(String problem) {
        super(problem, null, false, false);
        this.problem = problem;
    }

    public String problem() {
        return problem;
    }
}
