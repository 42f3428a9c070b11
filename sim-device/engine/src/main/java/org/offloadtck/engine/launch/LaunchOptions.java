package org.offloadtck.engine.launch;

import org.offloadtck.engine.deviceruntime.DeviceRuntime;
import org.offloadtck.engine.thread.WarpTurns;

/// How a launch is executed. Results do not depend on the options, but those of a kernel with a
/// race may depend on the turns of its warps.
///
/// @param limits the resources of the launch
/// @param observer receives the events of the launch
/// @param executor how instructions are executed
/// @param threads of the host that the launch may use
/// @param host whether the host accesses device memory during the launch
/// @param progress receives the number of started CTAs
/// @param deviceRuntime by which the kernel launches kernels
/// @param turns of the warps of a CTA
public record LaunchOptions(
        LaunchLimits limits,
        LaunchObserver observer,
        ExecutionStrategy executor,
        HostThreads threads,
        HostAccess host,
        LaunchProgressListener progress,
        DeviceRuntime deviceRuntime,
        WarpTurns turns) {

    /// A launch without observer and progress listener.
    public static LaunchOptions of(LaunchLimits limits, HostThreads threads) {
        return new LaunchOptions(
                limits,
                LaunchObserver.NONE,
                ExecutionStrategy.AUTOMATIC,
                threads,
                HostAccess.NONE,
                LaunchProgressListener.NONE,
                DeviceRuntime.Absent.ABSENT,
                WarpTurns.LONG);
    }

    /// The same options with another observer.
    public LaunchOptions withObserver(LaunchObserver other) {
        return new LaunchOptions(
                limits, other, executor, threads, host, progress, deviceRuntime, turns);
    }

    /// The same options with another execution strategy.
    public LaunchOptions withExecutor(ExecutionStrategy other) {
        return new LaunchOptions(
                limits, observer, other, threads, host, progress, deviceRuntime, turns);
    }

    /// The same options with another use of memory by the host.
    public LaunchOptions withHost(HostAccess other) {
        return new LaunchOptions(
                limits, observer, executor, threads, other, progress, deviceRuntime, turns);
    }

    /// The same options with another progress listener.
    public LaunchOptions withProgress(LaunchProgressListener other) {
        return new LaunchOptions(
                limits, observer, executor, threads, host, other, deviceRuntime, turns);
    }

    /// The same options with another device runtime.
    public LaunchOptions withDeviceRuntime(DeviceRuntime other) {
        return new LaunchOptions(limits, observer, executor, threads, host, progress, other, turns);
    }

    /// The same options with other turns of warps. Short ones disable compiled code, which does not
    /// stop within a basic block.
    public LaunchOptions withTurns(WarpTurns other) {
        var exact = other.areShort() ? ExecutionStrategy.INTERPRETER : executor;
        return new LaunchOptions(
                limits, observer, exact, threads, host, progress, deviceRuntime, other);
    }
}
