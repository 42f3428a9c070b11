package org.offloadtck.benchmark;

/// How a launch is carried out, and what is asked of it beside its result.
public enum LaunchMode {
    /// Nothing; carried out as users' launches are.
    FUNCTIONAL("functional", 2),
    /// Nothing; the interpreter alone.
    INTERPRETED("interpreter", 1),
    /// Races, values nobody set, barriers, leaks; what it is found to do wrong is a wrong result.
    CHECKS("all checks", 1),
    /// The cycles it takes on a T4.
    TIMING("timing", 2);

    private final String title;
    private final int mostThreads;

    LaunchMode(String title, int mostThreads) {
        this.title = title;
        this.mostThreads = mostThreads;
    }

    /// What tables call it.
    String title() {
        return title;
    }

    /// Up to how many threads of the host are compared with one.
    int mostThreads() {
        return mostThreads;
    }
}
