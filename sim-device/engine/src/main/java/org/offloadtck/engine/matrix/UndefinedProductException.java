package org.offloadtck.engine.matrix;

/// A product of matrices selects scale factors that do not exist (PTX ISA 9.1 §9.7.14.3), or has
/// metadata of a sparse factor that are not valid (§9.7.14.6.1). The PTX ISA leaves both undefined.
public final class UndefinedProductException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String problem;

    UndefinedProductException(String problem) {
        super(problem, null, false, false);
        this.problem = problem;
    }

    public String problem() {
        return problem;
    }
}
