package org.offloadtck.checks;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// What a run can be asked to look for.
public enum Check {
    /// Accesses out of bounds, after free, misaligned, of null or to read-only memory. Always on: a
    /// simulated access is always checked.
    MEMORY,
    /// Device memory a process never freed.
    LEAKS,
    /// Values nobody set that decide a branch or an address, or that the host gets.
    UNINITIALISED,
    /// Accesses of two threads to the same bytes, one a write, that nothing puts in an order.
    RACES,
    /// Barriers that threads come to as they must not.
    BARRIERS;

    /// The word on a command line.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The checks that a word on a command line means: one, or `all` of them.
    public static Optional<Set<Check>> of(String word) {
        return word.equals("all")
                ? Optional.of(EnumSet.allOf(Check.class))
                : Arrays.stream(values())
                        .filter(check -> check.word().equals(word))
                        .findFirst()
                        .map(Set::of);
    }

    /// Every word there is, for messages.
    public static String words() {
        return Arrays.stream(values()).map(Check::word).collect(Collectors.joining(", ")) + ", all";
    }
}
