package org.offloadtck.plugin.image;

/// Signals that device images cannot be linked: `z.o: symbol f: undefined, referenced by kernel_a`.
public final class DeviceLinkException extends RuntimeException {

    private final String source;
    private final String position;
    private final String problem;

    /// @param source the input at fault
    /// @param position what in it is at fault: a symbol, a line, an offset
    /// @param problem what is, when it should be what
    public DeviceLinkException(String source, String position, String problem) {
        super("%s: %s: %s".formatted(source, position, problem));
        this.source = source;
        this.position = position;
        this.problem = problem;
    }

    public String source() {
        return source;
    }

    /// What in the input is at fault: a symbol, a line and column, an offset.
    public String position() {
        return position;
    }

    /// What is wrong, without source and position.
    public String problem() {
        return problem;
    }
}
