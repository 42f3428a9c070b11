package org.offloadtck.runtime.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.offloadtck.object.profile.DeviceAbi;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.Capability;
import org.offloadtck.plugin.Event;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.Measurement;
import org.offloadtck.runtime.image.KernelConfiguration;
import org.offloadtck.runtime.image.LoadedKernel;
import org.offloadtck.runtime.mapping.DataEnvironment;
import org.offloadtck.runtime.mapping.DeviceChannel;
import org.offloadtck.runtime.mapping.DevicePointer;
import org.offloadtck.runtime.mapping.MapArgument;
import org.offloadtck.runtime.mapping.Traffic;
import org.offloadtck.runtime.memory.HostMemory;

/// Launches target regions on one device: maps their arguments, passes them as the device ABI
/// wants, waits, and unmaps.
///
/// A launch that fails leaves the data environment as it was; device memory may have been written.
///
/// @see "LLVM 22, offload/libomptarget/omptarget.cpp, target"
public final class KernelLauncher {

    /// The implicit argument of a kernel that needs no launch environment.
    ///
    /// @see "LLVM 19, offload/plugins-nextgen/common/src/PluginInterface.cpp,
    ///   GenericKernelTy::getKernelLaunchEnvironment"
    private static final long NO_LAUNCH_ENVIRONMENT = ~0L;

    private final HostMemory host;
    private final DataEnvironment data;
    private final DeviceChannel channel;
    private final DeviceAbi abi;

    /// @param abi how kernels with a device runtime are launched
    public KernelLauncher(
            HostMemory host, DataEnvironment data, DeviceChannel channel, DeviceAbi abi) {
        this.host = host;
        this.data = data;
        this.channel = channel;
        this.abi = abi;
    }

    /// Runs `kernel` with `arguments`; returns when the results are on the host.
    public LaunchResult.Launched launch(
            LoadedKernel kernel, List<MapArgument> arguments, LaunchClauses clauses) {
        Traffic before = channel.traffic();
        LaunchSize size = LaunchGeometry.of(kernel, channel.device().description(), clauses);
        data.begin(arguments);
        List<Measurement> measurements = runAndEnd(kernel, arguments, size);
        return new LaunchResult.Launched(
                kernel.name(), size, measurements, channel.traffic().since(before));
    }

    private List<Measurement> runAndEnd(
            LoadedKernel kernel, List<MapArgument> arguments, LaunchSize size) {
        boolean ended = false;
        try (var storage = new PrivateStorage(channel)) {
            List<Measurement> measurements = run(kernel, arguments, size, storage);
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
            LoadedKernel kernel,
            List<MapArgument> arguments,
            LaunchSize size,
            PrivateStorage storage) {
        var parameters = new KernelParameters(host, data, channel, storage);
        List<Argument> all =
                withImplicit(parameters.of(arguments), implicitArgument(kernel, storage));
        try (Event event = channel.launch(kernel.kernel(), size, all)) {
            event.synchronize();
            return event.measurements();
        }
    }

    private List<Argument> withImplicit(List<Argument> explicit, Optional<Argument> implicit) {
        if (implicit.isEmpty()) {
            return explicit;
        }
        var all = new ArrayList<Argument>();
        switch (abi) {
            case D16, D19 -> {
                all.add(implicit.get());
                all.addAll(explicit);
            }
            case D23 -> {
                all.addAll(explicit.subList(0, Math.max(0, explicit.size() - 1)));
                all.add(implicit.get());
            }
        }
        return all;
    }

    /// `dyn_ptr`: the launch environment of a cross-team reduction, or its absence.
    private Optional<Argument> implicitArgument(LoadedKernel kernel, PrivateStorage storage) {
        return switch (kernel.configuration()) {
            case KernelConfiguration.Plain _, KernelConfiguration.Marked _ -> Optional.empty();
            case KernelConfiguration.Environment environment ->
                    Optional.of(
                            environment.reductionBufferSize() == 0
                                    ? Argument.Value.of(NO_LAUNCH_ENVIRONMENT)
                                    : launchEnvironment(environment, storage));
        };
    }

    private Argument launchEnvironment(
            KernelConfiguration.Environment environment, PrivateStorage storage) {
        channel.require(Capability.RAW_ADDRESSES, "a cross-team reduction");
        DevicePointer buffer = storage.allocate(environment.reductionBufferSize());
        DevicePointer structure =
                storage.allocate(PrivateStorage.launchEnvironment(buffer.address().orElseThrow()));
        return Argument.Pointer.to(structure.memory());
    }
}
