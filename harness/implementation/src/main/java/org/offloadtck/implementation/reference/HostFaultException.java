package org.offloadtck.implementation.reference;

/// Signals an executable that cannot be run: `a.out: 0x401010: byte is 0x0f when it should begin an
/// instruction of a constructor`.
public final class HostFaultException extends RuntimeException {

    private final String source;
    private final String position;

    /// Creates an exception.
    ///
    /// @param source the executable
    /// @param position the address or symbol at fault
    /// @param problem the actual state, and the expected one
    HostFaultException(String source, String position, String problem) {
        super("%s: %s: %s".formatted(source, position, problem));
        this.source = source;
        this.position = position;
    }

    public String source() {
        return source;
    }

    public String position() {
        return position;
    }
}
