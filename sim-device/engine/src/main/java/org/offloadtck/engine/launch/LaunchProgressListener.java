package org.offloadtck.engine.launch;

/// Hears how far a launch is, often, by a thread that executes it.
@FunctionalInterface
public interface LaunchProgressListener {

    /// Nobody listens.
    LaunchProgressListener NONE = (_, _) -> {};

    /// So many CTAs of all have begun. Never fewer than before, but for launches that several
    /// threads execute.
    void ctasStarted(long begun, long all);
}
