package org.offloadtck.runtime.device;

import java.util.List;
import org.offloadtck.object.profile.runtime.DeviceAbi;
import org.offloadtck.runtime.argument.ArgumentArrays;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.argument.MapperFunctions;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.image.DeviceEntry;
import org.offloadtck.runtime.image.LoadedImage;
import org.offloadtck.runtime.image.LoadedKernel;
import org.offloadtck.runtime.launch.LaunchClauseReader;
import org.offloadtck.runtime.launch.LaunchClauses;
import org.offloadtck.runtime.launch.LaunchEnvironmentPosition;
import org.offloadtck.runtime.launch.PreparedLaunch;
import org.offloadtck.runtime.launch.TargetKernelCall;
import org.offloadtck.runtime.memory.HostMemory;
import org.offloadtck.runtime.registration.HostLibrary;

/// Finds the kernel of a target region and reads the arguments of its launch.
///
/// Requirements: KL-01, KL-07.
///
/// @param mappers calls the mapper functions of the program
/// @param abi the device ABI of the edition
/// @param source the construct, for diagnostics
public record LaunchPreparation(
        HostMemory host, MapperFunctions mappers, DeviceAbi abi, String source) {

    /// Prepares the launch of the region that `call` names.
    ///
    /// @param libraries the registered libraries
    /// @throws OffloadException if the region or its kernel does not exist, or an argument is
    ///   invalid
    public PreparedLaunch prepare(
            TargetDevice device, List<HostLibrary> libraries, TargetKernelCall call) {
        LoadedKernel kernel = kernel(device, region(libraries, call.hostPointer()));
        LaunchClauses clauses =
                new LaunchClauseReader(source, call.hostPointer())
                        .read(call.numTeams(), call.threadLimit(), call.arguments());
        List<MapArgument> maps = ArgumentArrays.of(call.arguments()).read(host, mappers);
        LaunchEnvironmentPosition place =
                LaunchEnvironmentPosition.of(abi, call.arguments().version());
        List<MapArgument> explicit = place.explicit(maps, source);
        device.requireDefined(explicit, source);
        return new PreparedLaunch(kernel, explicit, clauses, place);
    }

    private RegisteredRegion region(List<HostLibrary> libraries, long hostPointer) {
        return RegisteredRegion.find(libraries, hostPointer)
                .orElseThrow(() -> noRegion(hostPointer, source));
    }

    /// The exception for a host pointer without a registered region. Source of the message: LLVM
    /// 16, `openmp/libomptarget/src/omptarget.cpp`, `target`.
    public static OffloadException noRegion(long hostPointer, String source) {
        return new OffloadException(
                source,
                hostPointer,
                RuntimeRule.TARGET_REGION,
                "host ptr 0x%x does not have a matching target pointer".formatted(hostPointer));
    }

    private LoadedKernel kernel(TargetDevice device, RegisteredRegion region) {
        LoadedImage image =
                device.image(region.library())
                        .orElseThrow(() ->
                                new OffloadException(
                                        source,
                                        region.entry().fields().address(),
                                        RuntimeRule.MANDATORY,
                                        "failure of target construct while offloading is mandatory: %s accepts no image of the region's library"
                                                .formatted(device.id())));
        return switch (image.entries().get(region.index())) {
            case DeviceEntry.Region(var kernel) -> kernel;
            case DeviceEntry.Missing(var name) ->
                    throw new OffloadException(
                            source,
                            region.entry().fields().address(),
                            RuntimeRule.SYMBOL_DEFINED,
                            "the image defines no kernel " + name);
            case DeviceEntry.Variable _,
                    DeviceEntry.IndirectFunction _,
                    DeviceEntry.VirtualTableSlots _,
                    DeviceEntry.Directive _ ->
                    throw new IllegalStateException("a region is none of these");
        };
    }
}
