package org.offloadtck.engine.launch;

import java.util.SortedSet;

/// Receives the progress of a launch, often, on the threads that execute it.
@FunctionalInterface
public interface LaunchProgressListener {

    /// Ignores the progress.
    LaunchProgressListener NONE = (_, _, _) -> {};

    /// Reports what the launch has done so far. The numbers never decrease, except if several
    /// threads execute the launch.
    ///
    /// @param ended CTAs that have ended
    /// @param all CTAs of the grid
    /// @param instructions warp instructions issued
    void progressed(long ended, long all, long instructions);

    /// Reports that CTAs repeat themselves until the host changes memory.
    ///
    /// @param addresses that they read and the host may change; none if they make progress again
    default void waits(SortedSet<Long> addresses) {}

    /// Reports that CTAs have changed no global memory for long and do not repeat themselves: they
    /// count or read the clock while they wait, or they compute.
    ///
    /// @param addresses that they read in a turn; none if they have changed memory since
    default void reads(SortedSet<Long> addresses) {}
}
