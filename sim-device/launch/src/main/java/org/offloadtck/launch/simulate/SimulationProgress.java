package org.offloadtck.launch.simulate;

/// Hears how far a launch is, so that somebody who waits can be told.
@FunctionalInterface
public interface SimulationProgress {

    /// So many blocks of all have begun.
    void reached(long blocks, long all);
}
