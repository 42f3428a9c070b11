package org.offloadtck.command;

import java.util.Map;
import java.util.Optional;

/// The names of signals, by their numbers on Linux x86-64 (signal(7)).
public final class SignalNames {

    /// Greater exit statuses denote a signal, as in every shell (POSIX.1-2017, Shell Command
    /// Language, 2.8.2).
    private static final int SIGNALLED = 128;

    private static final Map<Integer, String> NAMES =
            Map.of(
                    1, "SIGHUP",
                    2, "SIGINT",
                    4, "SIGILL",
                    6, "SIGABRT",
                    7, "SIGBUS",
                    8, "SIGFPE",
                    9, "SIGKILL",
                    11, "SIGSEGV",
                    14, "SIGALRM",
                    15, "SIGTERM");

    private SignalNames() {}

    /// The signal that ended a process with this exit status; empty if it exited.
    public static Optional<String> ofStatus(int status) {
        return Optional.ofNullable(NAMES.get(status - SIGNALLED));
    }
}
