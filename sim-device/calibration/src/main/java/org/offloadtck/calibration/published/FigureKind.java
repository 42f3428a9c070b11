package org.offloadtck.calibration.published;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// The kinds of published figures, a group of the table each.
public enum FigureKind {
    /// Bandwidth of a kernel that streams through memory.
    STREAM,
    /// Time from one of a chain of dependent instructions to the next.
    LATENCY,
    /// Rate of independent instructions at full occupancy.
    THROUGHPUT,
    /// Time of a PTX instruction that the authors' compiler made a sequence of, or that runs on the
    /// unit for special functions, whose results the authors did not wait for: a chain of the model
    /// does not measure the same.
    SEQUENCE;

    /// As the table writes it.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The kind that tables write so.
    public static Optional<FigureKind> of(String word) {
        return Arrays.stream(values()).filter(kind -> kind.word().equals(word)).findFirst();
    }
}
