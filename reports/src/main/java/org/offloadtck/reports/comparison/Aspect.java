package org.offloadtck.reports.comparison;

import java.util.List;

/// A kind of fact about a run that its results may depend on.
public enum Aspect {
    /// Version and commit of the kit.
    KIT("kit"),
    /// The hash of all requirements and profiles.
    CATALOGUE("catalogue"),
    /// The row of a requirement: sentence, strength, profiles.
    REQUIREMENT("requirement"),
    /// The steps of a scenario.
    SCENARIO("scenario"),
    /// What an implementation says it is.
    IMPLEMENTATION("implementation"),
    /// What a device says it is, or why it is not there.
    DEVICE("device"),
    /// The options that select scenarios.
    SELECTION("selection"),
    /// Waivers and exclusions.
    WAIVERS("waivers"),
    /// The seed of the order in which scenarios started.
    SEED("seed"),
    /// The machine.
    HOST("host");

    static final List<Aspect> ALL = List.of(values());

    private final String word;

    Aspect(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
