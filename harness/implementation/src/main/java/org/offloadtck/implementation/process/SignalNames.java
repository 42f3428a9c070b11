package org.offloadtck.implementation.process;

import java.util.Map;
import java.util.Optional;

/// The names of signals, by their numbers on Linux x86-64 (signal(7)).
final class SignalNames {

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

    static Optional<String> name(int number) {
        return Optional.ofNullable(NAMES.get(number));
    }
}
