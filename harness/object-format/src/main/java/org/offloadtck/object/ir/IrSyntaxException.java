package org.offloadtck.object.ir;

/// Signals LLVM IR or PTX that breaks the grammar: `device.ll: line 12, column 3: …`.
public final class IrSyntaxException extends RuntimeException {

    private final String source;
    private final TextPosition position;
    private final String problem;
    private final String message;

    IrSyntaxException(String source, TextPosition position, String problem) {
        this.message = "%s: %s: %s".formatted(source, position, problem);
        this.source = source;
        this.position = position;
        this.problem = problem;
    }

    IrSyntaxException causedBy(Throwable cause) {
        initCause(cause);
        return this;
    }

    @Override
    public String getMessage() {
        return message;
    }

    public String source() {
        return source;
    }

    public TextPosition position() {
        return position;
    }

    /// The fault, without source and position.
    public String problem() {
        return problem;
    }
}
