package org.offloadtck.driver.report;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// What a run can be asked to look for.
public enum Check {
    /// Accesses out of bounds, after free, misaligned, of null or to read-only memory. Always on: a
    /// simulated access is always checked.
    MEMORY,
    /// Device memory a process never freed.
    LEAKS;

    /// The word on the command line.
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Check> of(String word) {
        return Arrays.stream(values()).filter(check -> check.word().equals(word)).findFirst();
    }

    /// Every word there is, for messages.
    static String words() {
        return Arrays.stream(values()).map(Check::word).collect(Collectors.joining(", "));
    }
}
