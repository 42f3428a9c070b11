package org.offloadtck.command;

/// Signals an input file that a command cannot read: `z.o: there is no such file`.
public final class UnreadableInputException extends RuntimeException {

    private final String message;

    /// @param file its name on the command line
    UnreadableInputException(String file, String problem) {
        this.message = file + ": " + problem;
    }

    UnreadableInputException(String file, String problem, Throwable cause) {
        this(file, problem);
        initCause(cause);
    }

    @Override
    public String getMessage() {
        return message;
    }
}
