package org.offloadtck.engine.decode.arithmetic;

/// Signals, inside this package, that an instruction has no meaning for the simulator; the decoder
/// turns it into an operation that faults.
public final class UnsupportedInstructionException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public UnsupportedInstructionException(String problem) {
        super(problem, null, false, false);
    }
}
