package org.offloadtck.simt.execution;

/// How a launch is to be executed; results do not depend on it.
///
/// @param limits what it may take
/// @param observer told of all it does
public record LaunchOptions(LaunchLimits limits, LaunchObserver observer) {

    /// A launch nobody watches.
    public static LaunchOptions of(LaunchLimits limits) {
        return new LaunchOptions(limits, LaunchObserver.NONE);
    }
}
