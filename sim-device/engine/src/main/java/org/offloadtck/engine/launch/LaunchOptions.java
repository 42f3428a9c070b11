package org.offloadtck.engine.launch;

/// How a launch is executed. Results do not depend on the options.
///
/// @param limits the resources of the launch
/// @param observer receives the events of the launch
/// @param executor how instructions are executed
/// @param threads of the host that the launch may use
/// @param host whether the host accesses device memory during the launch
/// @param progress receives the number of started CTAs
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

    /// The same options with another observer.
    public LaunchOptions withObserver(LaunchObserver other) {
        return new LaunchOptions(limits, other, executor, threads, host, progress);
    }

    /// The same options with another execution strategy.
    public LaunchOptions withExecutor(ExecutionStrategy other) {
        return new LaunchOptions(limits, observer, other, threads, host, progress);
    }

    /// The same options with another use of memory by the host.
    public LaunchOptions withHost(HostAccess other) {
        return new LaunchOptions(limits, observer, executor, threads, other, progress);
    }

    /// The same options with another progress listener.
    public LaunchOptions withProgress(LaunchProgressListener other) {
        return new LaunchOptions(limits, observer, executor, threads, host, other);
    }
}
