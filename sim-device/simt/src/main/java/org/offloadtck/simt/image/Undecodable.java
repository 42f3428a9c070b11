package org.offloadtck.simt.image;

/// Signals, inside this package, that an instruction has no meaning for the simulator; the decoder
/// turns it into an operation that faults.
final class Undecodable extends RuntimeException {

    private static final long serialVersionUID = 1;

    Undecodable(String problem) {
        super(problem, null, false, false);
    }
}
