package org.offloadtck.timing.figures;

import java.util.Arrays;
import java.util.Locale;

/// What a number rests on, the surest first.
public enum Basis {
    /// What the vendor's documents say.
    DOCUMENTED,
    /// Measured on a device of the architecture, and published.
    MEASURED,
    /// Counted in the code that the vendor's assembler makes.
    COUNTED,
    /// What another simulator of the architecture is configured with.
    CONFIGURED,
    /// General knowledge, or a guess from a related device; no document at hand says so.
    ASSUMED;

    /// As tables and reports write it.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The basis that tables write so.
    public static Basis of(String word) {
        return Arrays.stream(values())
                .filter(basis -> basis.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no basis " + word));
    }
}
