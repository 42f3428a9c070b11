package org.offloadtck.engine.decode.arithmetic;

/// Signals that an instruction is not supported. The decoder catches it and emits an operation that
/// faults.
public final class UnsupportedInstructionException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public UnsupportedInstructionException(String problem) {
        super(problem, null, false, false);
    }
}
