package org.offloadtck.command;

/// Signals a file or directory that a command cannot write: `out/z.o: cannot be written: there is
/// no folder out`.
public final class UnwritableOutputException extends RuntimeException {

    private final String message;

    /// @param file its name on the command line
    UnwritableOutputException(String file, String reason, Throwable cause) {
        super(cause);
        this.message = "%s: cannot be written: %s".formatted(file, reason);
    }

    @Override
    public String getMessage() {
        return message;
    }
}
