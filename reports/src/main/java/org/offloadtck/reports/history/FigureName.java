package org.offloadtck.reports.history;

import java.util.Comparator;

/// What a figure is of, in every run.
///
/// @param budget its id
/// @param implementation ids of the makers of what was measured
/// @param device platform and what it imitates
public record FigureName(String budget, String implementation, String device, String unit)
        implements Comparable<FigureName> {

    private static final Comparator<FigureName> ORDER =
            Comparator.comparing(FigureName::budget)
                    .thenComparing(FigureName::implementation)
                    .thenComparing(FigureName::device)
                    .thenComparing(FigureName::unit);

    @Override
    public int compareTo(FigureName other) {
        return ORDER.compare(this, other);
    }

    /// `zaxpy-sim-clang-16-cycles of reference on sim:sm_90, in cycles`.
    @Override
    public String toString() {
        return "%s of %s on %s, in %s".formatted(budget, implementation, device, unit);
    }
}
