package org.offloadtck.cli;

/// What the process tells its caller.
final class ExitCode {

    /// Every expectation was met.
    static final int OK = 0;

    /// At least one verdict was not the expected one, or a checked file has faults.
    static final int UNEXPECTED = 1;

    /// The command line was wrong.
    static final int USAGE = 2;

    /// The kit itself failed; nothing is said about the implementation.
    static final int HARNESS_ERROR = 3;

    private ExitCode() {}
}
