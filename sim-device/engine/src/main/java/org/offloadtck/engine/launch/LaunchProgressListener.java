package org.offloadtck.engine.launch;

/// Receives the progress of a launch, often, on a thread that executes it.
@FunctionalInterface
public interface LaunchProgressListener {

    /// Ignores the progress.
    LaunchProgressListener NONE = (_, _) -> {};

    /// Reports the number of CTAs that have started. The number never decreases, except if several
    /// threads execute the launch.
    ///
    /// @param all CTAs of the grid
    void ctasStarted(long begun, long all);
}
