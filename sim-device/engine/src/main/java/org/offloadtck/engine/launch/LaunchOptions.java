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
        int threads,
        HostAccess host,
        LaunchProgressListener progress) {

    public LaunchOptions {
        if (threads < 1) {
            throw new IllegalArgumentException(
                    "a launch has %d threads when it should have 1 at least".formatted(threads));
        }
    }

    /// A launch nobody watches, on as many threads as the host has processors.
    public static LaunchOptions of(LaunchLimits limits) {
        int processors = Runtime.getRuntime().availableProcessors();
        return new LaunchOptions(
                limits,
                LaunchObserver.NONE,
                ExecutionStrategy.AUTOMATIC,
                processors,
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

    /// The same on so many threads of the host.
    public LaunchOptions withThreads(int count) {
        return new LaunchOptions(limits, observer, executor, count, host, progress);
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
