package org.offloadtck.benchmark;

/// The execution strategy of a launch and its observers.
public enum LaunchMode {
    /// The default strategy, without observers.
    FUNCTIONAL("functional", 2),
    /// The interpreter only, without observers.
    INTERPRETED("interpreter", 1),
    /// All checks: races, uninitialised values, barriers, leaks. A finding counts as a wrong
    /// result.
    CHECKS("all checks", 1),
    /// The cycles on a T4.
    TIMING("timing", 2);

    private final String title;
    private final int mostThreads;

    LaunchMode(String title, int mostThreads) {
        this.title = title;
        this.mostThreads = mostThreads;
    }

    /// The name in tables.
    String title() {
        return title;
    }

    /// Maximum number of host threads that is compared with one thread.
    int mostThreads() {
        return mostThreads;
    }
}
