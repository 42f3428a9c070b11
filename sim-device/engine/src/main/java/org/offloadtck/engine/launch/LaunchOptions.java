package org.offloadtck.engine.launch;

import org.offloadtck.engine.deviceruntime.DeviceRuntime;

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
/// @param warpTurn instructions that a warp may issue before another warp of its CTA does, 1 or
///   more
public record LaunchOptions(
        LaunchLimits limits,
        LaunchObserver observer,
        ExecutionStrategy executor,
        HostThreads threads,
        HostAccess host,
        LaunchProgressListener progress,
        DeviceRuntime deviceRuntime,
        int warpTurn) {

    /// The usual turn of a warp: long, since a kernel takes longer the more often warps change.
    public static final int WARP_TURN = 4096;

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
                WARP_TURN);
    }

    /// The same options with another observer.
    public LaunchOptions withObserver(LaunchObserver other) {
        return new LaunchOptions(
                limits, other, executor, threads, host, progress, deviceRuntime, warpTurn);
    }

    /// The same options with another execution strategy.
    public LaunchOptions withExecutor(ExecutionStrategy other) {
        return new LaunchOptions(
                limits, observer, other, threads, host, progress, deviceRuntime, warpTurn);
    }

    /// The same options with another use of memory by the host.
    public LaunchOptions withHost(HostAccess other) {
        return new LaunchOptions(
                limits, observer, executor, threads, other, progress, deviceRuntime, warpTurn);
    }

    /// The same options with another progress listener.
    public LaunchOptions withProgress(LaunchProgressListener other) {
        return new LaunchOptions(
                limits, observer, executor, threads, host, other, deviceRuntime, warpTurn);
    }

    /// The same options with another device runtime.
    public LaunchOptions withDeviceRuntime(DeviceRuntime other) {
        return new LaunchOptions(
                limits, observer, executor, threads, host, progress, other, warpTurn);
    }

    /// The same options with another turn of a warp. A turn that is shorter than usual disables
    /// compiled code, which does not stop within a basic block.
    public LaunchOptions withWarpTurn(int instructions) {
        var exact = instructions < WARP_TURN ? ExecutionStrategy.INTERPRETER : executor;
        return new LaunchOptions(
                limits, observer, exact, threads, host, progress, deviceRuntime, instructions);
    }
}
