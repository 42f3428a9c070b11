package org.offloadtck.command;

/// Exit status of the process.
public final class ExitCode {

    /// Every expectation was met.
    public static final int OK = 0;

    /// At least one verdict was not the expected one, or a checked file has faults.
    public static final int UNEXPECTED = 1;

    /// The command line was wrong.
    public static final int USAGE = 2;

    /// The kit itself failed, so there is no verdict about the implementation.
    public static final int HARNESS_ERROR = 3;

    /// The time limit was reached (GNU coreutils 9.4, `timeout`: 124).
    public static final int TIME_LIMIT = 124;

    /// A replay gives no verdict about the implementation (git-bisect(1): 125 if the current source
    /// code cannot be tested).
    public static final int NOT_JUDGED = 125;

    private ExitCode() {}
}
