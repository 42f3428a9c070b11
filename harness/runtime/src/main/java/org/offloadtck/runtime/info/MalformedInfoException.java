package org.offloadtck.runtime.info;

/// Signals a line that begins like an event of libomptarget and has another form: `clang-16: line
/// 3: ...`.
public final class MalformedInfoException extends RuntimeException {

    private final int line;

    MalformedInfoException(String source, int line, String text) {
        super(
                "%s: line %d: '%s' is not what libomptarget prints of a mapping"
                        .formatted(source, line, text));
        this.line = line;
    }

    /// Number of the line, from 1.
    public int line() {
        return line;
    }
}
