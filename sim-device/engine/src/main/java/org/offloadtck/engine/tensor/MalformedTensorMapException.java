package org.offloadtck.engine.tensor;

/// Bytes that are no valid tensor map.
public final class MalformedTensorMapException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /// @param position offset of the field in the map, in bytes
    MalformedTensorMapException(int position, String problem) {
        super("tensor map: byte %d: %s".formatted(position, problem));
    }
}
