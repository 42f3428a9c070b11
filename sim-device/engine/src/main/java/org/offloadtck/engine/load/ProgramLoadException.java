package org.offloadtck.engine.load;

/// Signals that a module cannot be loaded: `a.ptx:12:8: variable 'x': 8589934592 bytes do not fit`.
public final class ProgramLoadException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String source;

    /// @param position line and column in the module's text
    /// @param problem the problem, without its position
    ProgramLoadException(String source, Object position, String problem) {
        super("%s:%s: %s".formatted(source, position, problem));
        this.source = source;
    }

    public String source() {
        return source;
    }
}
