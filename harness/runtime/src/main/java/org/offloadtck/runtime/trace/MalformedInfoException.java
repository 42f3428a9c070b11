package org.offloadtck.runtime.trace;

/// Signals a line of a runtime's information that begins like one this package knows and goes on in
/// another way: `clang-16: line 3: ...`.
public final class MalformedInfoException extends RuntimeException {

    private final int line;

    MalformedInfoException(String source, int line, String text) {
        super(
                "%s: line %d: '%s' is not what libomptarget prints of a mapping"
                        .formatted(source, line, text));
        this.line = line;
    }

    /// From 1.
    public int line() {
        return line;
    }
}
