package org.offloadtck.runtime.launch;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.Capability;
import org.offloadtck.plugin.Event;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.Measurement;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.image.KernelConfiguration;
import org.offloadtck.runtime.image.LoadedKernel;
import org.offloadtck.runtime.mapping.DataEnvironment;
import org.offloadtck.runtime.mapping.PendingDataConstruct;
import org.offloadtck.runtime.memory.DeviceChannel;
import org.offloadtck.runtime.memory.DevicePointer;
import org.offloadtck.runtime.memory.HostMemory;
import org.offloadtck.runtime.memory.TransferCounts;
import org.offloadtck.runtime.trace.LaunchEvent;
import org.offloadtck.runtime.trace.MapRange;

/// Launches target regions on one device: maps their arguments, passes them in the device ABI,
/// waits, and unmaps them.
///
/// A launch that fails leaves the data environment unchanged; device memory may have been written.
///
/// Requirements: KL-04, KL-06, KL-15.
///
/// @see "LLVM 22, offload/libomptarget/omptarget.cpp, target"
public final class KernelLauncher {

    /// The implicit argument of a kernel without a launch environment.
    ///
    /// @see "LLVM 19, offload/plugins-nextgen/common/src/PluginInterface.cpp,
    ///   GenericKernelTy::getKernelLaunchEnvironment"
    private static final long NO_LAUNCH_ENVIRONMENT = ~0L;

    private final HostMemory host;
    private final DataEnvironment data;
    private final DeviceChannel channel;

    public KernelLauncher(HostMemory host, DataEnvironment data, DeviceChannel channel) {
        this.host = host;
        this.data = data;
        this.channel = channel;
    }

    /// A launcher for the same device that uses the queue of `other`.
    public KernelLauncher on(DeviceChannel other) {
        return new KernelLauncher(host, data, other);
    }

    /// Runs `kernel` with `arguments` and returns when the results are on the host.
    ///
    /// @param arguments without the one reserved for the launch environment
    /// @param place position of the launch environment
    public LaunchResult.Launched launch(
            LoadedKernel kernel,
            List<MapArgument> arguments,
            LaunchClauses clauses,
            LaunchEnvironmentPosition place) {
        TransferCounts before = channel.transferCounts();
        LaunchSize size = LaunchGeometry.of(kernel, channel.device().description(), clauses);
        data.begin(arguments);
        List<Measurement> measurements =
                runAndEnd(new Prepared(kernel, size, place, clauses.teams()), arguments);
        return new LaunchResult.Launched(
                kernel.name(), size, measurements, channel.transferCounts().since(before));
    }

    /// Starts a launch like [#launch] and does not wait for it. Kernels and transfers of other
    /// channels may run concurrently.
    public PendingLaunch start(
            LoadedKernel kernel,
            List<MapArgument> arguments,
            LaunchClauses clauses,
            LaunchEnvironmentPosition place) {
        TransferCounts before = channel.transferCounts();
        LaunchSize size = LaunchGeometry.of(kernel, channel.device().description(), clauses);
        PendingDataConstruct begin = data.startBegin(channel, arguments);
        var storage = new PrivateStorage(channel);
        boolean started = false;
        try {
            Event done =
                    enqueue(new Prepared(kernel, size, place, clauses.teams()), arguments, storage);
            PendingDataConstruct end = data.startEnd(channel, arguments);
            started = true;
            return new PendingLaunch(
                    kernel.name(),
                    size,
                    channel.transferCounts().since(before),
                    new PendingLaunch.Parts(begin, done, end, storage));
        } finally {
            if (!started) {
                begin.abandon();
                storage.close();
            }
        }
    }

    /// A launch whose arguments are mapped.
    ///
    /// @param teams of `num_teams`; 0 for none
    private record Prepared(
            LoadedKernel kernel, LaunchSize size, LaunchEnvironmentPosition place, int teams) {}

    private List<Measurement> runAndEnd(Prepared launch, List<MapArgument> arguments) {
        boolean ended = false;
        try (var storage = new PrivateStorage(channel)) {
            List<Measurement> measurements = run(launch, arguments, storage);
            data.end(arguments);
            ended = true;
            return measurements;
        } finally {
            if (!ended) {
                data.abandon(arguments);
            }
        }
    }

    private List<Measurement> run(
            Prepared launch, List<MapArgument> arguments, PrivateStorage storage) {
        try (Event done = enqueue(launch, arguments, storage)) {
            done.synchronize();
            return done.measurements();
        }
    }

    private Event enqueue(Prepared launch, List<MapArgument> arguments, PrivateStorage storage) {
        var parameters = new ArrayList<Argument>();
        parameters.addAll(new KernelParameters(host, data, channel, storage).of(arguments));
        switch (launch.kernel().configuration()) {
            case KernelConfiguration.Plain _, KernelConfiguration.Marked _ -> {}
            case KernelConfiguration.Bare _ ->
                    launch.place().insert(Argument.Value.of(NO_LAUNCH_ENVIRONMENT), parameters);
            case KernelConfiguration.Environment kernel ->
                    launch.place().insert(implicitArgument(kernel, storage), parameters);
        }
        Event done =
                channel.launch(launch.kernel().kernel(), launch.size(), parameters, launch.teams());
        channel.notifyObserver(
                new LaunchEvent(
                        launch.kernel().name(),
                        launch.size(),
                        launch.kernel().configuration().mode().title()));
        return done;
    }

    /// `dyn_ptr`: the launch environment of a cross-team reduction, or [#NO_LAUNCH_ENVIRONMENT].
    private Argument implicitArgument(
            KernelConfiguration.Environment environment, PrivateStorage storage) {
        return environment.reductionBufferSize() == 0
                ? Argument.Value.of(NO_LAUNCH_ENVIRONMENT)
                : launchEnvironment(environment, storage);
    }

    private Argument launchEnvironment(
            KernelConfiguration.Environment environment, PrivateStorage storage) {
        channel.require(Capability.RAW_ADDRESSES, "a cross-team reduction");
        DevicePointer buffer =
                storage.allocate(environment.reductionBufferSize(), 0, "reduction buffer");
        DevicePointer structure =
                storage.allocate(
                        PrivateStorage.launchEnvironment(buffer.address().orElseThrow()),
                        MapRange.LAUNCH_ENVIRONMENT);
        return Argument.Pointer.to(structure.memory());
    }
}
