package org.offloadtck.engine.launch;

/// How a launch is to be executed; results do not depend on it.
///
/// @param limits what it may take
/// @param observer told of all it does
/// @param executor how instructions are executed
/// @param threads of the host it may use, at least 1
/// @param host what else the host does
/// @param progress told how far it is
public record LaunchOptions(
        LaunchLimits limits,
        LaunchObserver observer,
        ExecutionStrategy executor,
        HostThreads threads,
        HostAccess host,
        LaunchProgressListener progress) {

    /// A launch without observer and progress listener.
    public static LaunchOptions of(LaunchLimits limits, HostThreads threads) {
        return new LaunchOptions(
                limits,
                LaunchObserver.NONE,
                ExecutionStrategy.AUTOMATIC,
                threads,
                HostAccess.NONE,
                LaunchProgressListener.NONE);
    }

    /// The same, watched by another observer.
    public LaunchOptions withObserver(LaunchObserver other) {
        return new LaunchOptions(limits, other, executor, threads, host, progress);
    }

    /// The same, its instructions executed in another way.
    public LaunchOptions withExecutor(ExecutionStrategy other) {
        return new LaunchOptions(limits, observer, other, threads, host, progress);
    }

    /// The same while the host does that.
    public LaunchOptions withHost(HostAccess other) {
        return new LaunchOptions(limits, observer, executor, threads, other, progress);
    }

    /// The same, telling how far it is.
    public LaunchOptions withProgress(LaunchProgressListener other) {
        return new LaunchOptions(limits, observer, executor, threads, host, other);
    }
}
