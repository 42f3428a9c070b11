package org.offloadtck.checks;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The detectors of a [Sanitizer], named after the tools of NVIDIA's compute-sanitizer.
public enum Check {
    /// Accesses out of bounds, after free, misaligned, to null or to read-only memory. Always on:
    /// the engine checks every access. They are faults, except those to the mapped heap of `malloc`
    /// outside its blocks, which are findings. Failed calls of the CUDA device runtime are
    /// findings, too.
    MEMCHECK("memory"),

    /// Device memory that a process never freed.
    LEAKCHECK("leaks"),

    /// Uninitialised values that decide a branch or an address, or that are copied to the host.
    INITCHECK("uninitialised"),

    /// Loads of uninitialised global memory, whatever becomes of the value; implies [#INITCHECK].
    /// compute-sanitizer's initcheck reports the same. `all` does not stand for it: padding is
    /// loaded with the structure.
    INITCHECK_LOADS("uninitialised-loads"),

    /// Accesses of two threads to the same bytes, one a write, that no synchronisation orders.
    RACECHECK("races"),

    /// Divergent barriers.
    SYNCCHECK("barriers");

    private static final String ALL = "all";

    private final String word;

    Check(String word) {
        this.word = word;
    }

    /// The word for what the detector finds: command lines take it, and reports write it.
    public String word() {
        return word;
    }

    /// The name of the tool of compute-sanitizer: `racecheck`. Command lines take it too.
    public String tool() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// The checks that a word on a command line stands for: [#word] or [#tool] of one, or `all`,
    /// which is every one without false alarms.
    public static Optional<Set<Check>> of(String word) {
        return word.equals(ALL)
                ? Optional.of(EnumSet.complementOf(EnumSet.of(INITCHECK_LOADS)))
                : Arrays.stream(values())
                        .filter(check -> check.word.equals(word) || check.tool().equals(word))
                        .findFirst()
                        .map(check ->
                                check == INITCHECK_LOADS
                                        ? EnumSet.of(INITCHECK, check)
                                        : EnumSet.of(check));
    }

    /// Every word that [#of] takes, for messages.
    public static String words() {
        return Arrays.stream(values())
                .map(check -> "%s (%s)".formatted(check.tool(), check.word))
                .collect(Collectors.joining(", ", "", ", " + ALL));
    }
}
