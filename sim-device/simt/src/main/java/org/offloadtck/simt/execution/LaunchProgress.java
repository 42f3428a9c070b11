package org.offloadtck.simt.execution;

/// Hears how far a launch is, often, by a thread that executes it.
@FunctionalInterface
public interface LaunchProgress {

    /// Nobody listens.
    LaunchProgress UNHEARD = (_, _) -> {};

    /// So many CTAs of all have begun. Never fewer than before, but for launches that several
    /// threads execute.
    void reached(long begun, long all);
}
