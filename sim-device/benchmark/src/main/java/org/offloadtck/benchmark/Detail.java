package org.offloadtck.benchmark;

/// How a launch is carried out, and what is asked of it beside its result.
public enum Detail {
    /// Nothing; carried out as users' launches are.
    FUNCTIONAL("functional"),
    /// Nothing; the interpreter alone.
    INTERPRETED("interpreter"),
    /// Races, values nobody set, barriers, leaks; what it is found to do wrong is a wrong result.
    CHECKS("all checks"),
    /// The cycles it takes on a T4.
    TIMING("timing");

    private final String title;

    Detail(String title) {
        this.title = title;
    }

    /// What tables call it.
    String title() {
        return title;
    }
}
