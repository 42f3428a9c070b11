package org.offloadtck.reports.comparison;

import java.util.Comparator;

/// What a fact is about.
///
/// @param name of the requirement, scenario, implementation or device; empty for facts of the run
public record Fact(Aspect aspect, String name) implements Comparable<Fact> {

    private static final Comparator<Fact> ORDER =
            Comparator.comparing(Fact::aspect).thenComparing(Fact::name);

    /// Whether it is about something that takes part in some runs and not in others.
    boolean tookPart() {
        return aspect == Aspect.IMPLEMENTATION || aspect == Aspect.DEVICE;
    }

    @Override
    public int compareTo(Fact other) {
        return ORDER.compare(this, other);
    }

    /// `implementation clang-16`, `kit`.
    @Override
    public String toString() {
        return name.isEmpty() ? aspect.word() : aspect.word() + " " + name;
    }
}
