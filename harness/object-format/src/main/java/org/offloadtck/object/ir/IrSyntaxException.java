package org.offloadtck.object.ir;

/// Signals LLVM IR or PTX that breaks the grammar: `device.ll: line 12, column 3: …`.
public final class IrSyntaxException extends RuntimeException {

    private final String source;
    private final TextPosition position;
    private final String problem;

    IrSyntaxException(String source, TextPosition place, String problem) {
        super("%s: %s: %s".formatted(source, place, problem));
        this.source = source;
        this.position = place;
        this.problem = problem;
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
