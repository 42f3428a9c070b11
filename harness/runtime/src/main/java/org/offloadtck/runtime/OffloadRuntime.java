package org.offloadtck.runtime;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.offloadtck.object.offload.KernelArguments;
import org.offloadtck.object.offload.OpenmpEntryFlag;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.plugin.Capability;
import org.offloadtck.plugin.Device;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.image.DeviceEntry;
import org.offloadtck.runtime.image.LoadedImage;
import org.offloadtck.runtime.image.LoadedKernel;
import org.offloadtck.runtime.launch.LaunchClauses;
import org.offloadtck.runtime.launch.LaunchResult;
import org.offloadtck.runtime.launch.LaunchResult.HostFallback;
import org.offloadtck.runtime.mapping.ArgumentArrays;
import org.offloadtck.runtime.mapping.DataEnvironment;
import org.offloadtck.runtime.mapping.MapArgument;
import org.offloadtck.runtime.mapping.Traffic;
import org.offloadtck.runtime.memory.HostMemory;
import org.offloadtck.runtime.registration.HostEntry;
import org.offloadtck.runtime.registration.HostImage;
import org.offloadtck.runtime.registration.HostLibrary;
import org.offloadtck.runtime.registration.ImageSelection;
import org.offloadtck.runtime.registration.LibraryReader;
import org.offloadtck.runtime.registration.Requirements;
import org.offloadtck.runtime.trace.MapEvent;

/// The reference libomptarget of one host program, under one ABI profile.
///
/// The methods are its entry points: `__tgt_register_lib`, `__tgt_target_kernel` and so on. They
/// throw [OffloadException] where the program breaks a rule, [MissingCapabilityException] where the
/// device cannot do what it needs, and the device's own exceptions; none leaves anything half done.
/// Images are loaded when they are registered, where libomptarget waits for the first construct, so
/// that a wrong image is found where it is registered.
///
/// Not thread-safe. Closing unloads all images; the devices are closed by whoever opened them.
public final class OffloadRuntime implements AutoCloseable {

    private final HostMemory host;
    private final AbiProfile profile;
    private final OffloadPolicy policy;
    private final List<TargetDevice> devices = new ArrayList<>();
    private final Routing routing;
    private final Map<Long, HostLibrary> libraries = new LinkedHashMap<>();
    private Requirements requirements = Requirements.UNDEFINED;

    public OffloadRuntime(
            HostMemory host, AbiProfile profile, List<Device> devices, OffloadPolicy policy) {
        this.host = host;
        this.profile = profile;
        this.policy = policy;
        this.routing = new Routing(policy, this.devices);
        for (int number = 0; number < devices.size(); number++) {
            this.devices.add(
                    new TargetDevice(host, profile, devices.get(number), number, devices.size()));
        }
    }

    /// `__tgt_register_lib`: registers the library whose binary descriptor lies at `descriptor`,
    /// and loads one of its images on each device that accepts one.
    public HostLibrary registerLibrary(long descriptor) {
        if (libraries.containsKey(descriptor)) {
            throw new OffloadException(
                    "__tgt_register_lib",
                    descriptor,
                    RuntimeRule.REGISTERED_ONCE,
                    "the descriptor is registered already");
        }
        HostLibrary library = new LibraryReader(host, profile).read(descriptor);
        Requirements all = requirements;
        for (HostEntry entry : library.entries()) {
            if (entry.has(OpenmpEntryFlag.REGISTER_REQUIRES)) {
                all = all.and(entry.fields().data(), entry.at());
            }
        }
        load(library);
        requirements = all;
        libraries.put(descriptor, library);
        return library;
    }

    /// `__tgt_unregister_lib`: unloads the library's images and forgets it.
    public void unregisterLibrary(long descriptor) {
        HostLibrary library = libraries.remove(descriptor);
        if (library == null) {
            throw new OffloadException(
                    "__tgt_unregister_lib",
                    descriptor,
                    RuntimeRule.REGISTERED,
                    "the descriptor is not registered");
        }
        devices.forEach(device -> device.unload(library));
    }

    /// `__tgt_register_requires`, which constructors of editions without requires entries call.
    public void registerRequires(long flags) {
        requirements = requirements.and(flags, 0);
    }

    /// `__tgt_target_data_begin`. An answer means that the host has to do without the device.
    ///
    /// @param deviceId -1 for the default device
    public Optional<HostFallback> targetDataBegin(long deviceId, List<MapArgument> arguments) {
        return onDevice(deviceId, "__tgt_target_data_begin", data -> data.begin(arguments));
    }

    /// `__tgt_target_data_end`.
    public Optional<HostFallback> targetDataEnd(long deviceId, List<MapArgument> arguments) {
        return onDevice(deviceId, "__tgt_target_data_end", data -> data.end(arguments));
    }

    /// `__tgt_target_data_update`.
    public Optional<HostFallback> targetDataUpdate(long deviceId, List<MapArgument> arguments) {
        return onDevice(deviceId, "__tgt_target_data_update", data -> data.update(arguments));
    }

    /// `__tgt_target_kernel`: launches the target region whose host pointer is `hostPointer`.
    ///
    /// @param ident address of the construct's `ident_t`, for diagnostics; may be null
    /// @param deviceId -1 for the default device
    /// @param numTeams -1 for a construct without teams, 0 where the runtime chooses
    /// @param threadLimit 0 where the runtime chooses
    public LaunchResult targetKernel(
            long ident,
            long deviceId,
            int numTeams,
            int threadLimit,
            long hostPointer,
            KernelArguments arguments) {
        String source = new ConstructSource(host, "__tgt_target_kernel").of(ident);
        return switch (routing.route(deviceId, source)) {
            case Route.OnHost(var fallback) -> fallback;
            case Route.OnDevice(var device) -> {
                requireUnifiedMemory(device);
                LoadedKernel kernel = kernel(device, region(hostPointer, source), source);
                LaunchClauses clauses =
                        new ClauseReader(source, hostPointer)
                                .read(numTeams, threadLimit, arguments);
                yield device.launcher()
                        .launch(kernel, ArgumentArrays.of(arguments).read(host), clauses);
            }
        };
    }

    /// The registered libraries, in the order of their registration.
    public List<HostLibrary> libraries() {
        return List.copyOf(libraries.values());
    }

    /// The image of `library` that device `number` has loaded.
    public Optional<LoadedImage> loadedImage(HostLibrary library, int number) {
        return devices.get(number).image(library);
    }

    /// What is mapped on device `number`.
    public DataEnvironment dataEnvironment(int number) {
        return devices.get(number).data();
    }

    /// Tells `observer` what happens to the data environment of device `number` from now on.
    public void observe(int number, Consumer<MapEvent> observer) {
        devices.get(number).channel().observe(observer);
    }

    /// Everything that went to and from device `number` so far.
    public Traffic traffic(int number) {
        return devices.get(number).channel().traffic();
    }

    /// How many devices constructs may name: all of them once one has an image of the program, none
    /// before. The host's number is this one, too.
    ///
    /// @see "LLVM 16, openmp/libomptarget/src/api.cpp, omp_get_num_devices, and rtl.cpp,
    ///   RTLsTy::initRTLonce"
    public int deviceCount() {
        return devices.stream().anyMatch(TargetDevice::hasImages) ? devices.size() : 0;
    }

    public Requirements requirements() {
        return requirements;
    }

    @Override
    public void close() {
        devices.forEach(TargetDevice::close);
    }

    private void load(HostLibrary library) {
        boolean loaded = false;
        try {
            for (TargetDevice device : devices) {
                imageFor(device, library).ifPresent(image -> device.load(library, image));
            }
            loaded = true;
        } finally {
            if (!loaded) {
                devices.forEach(device -> device.discard(library));
            }
        }
    }

    private Optional<HostImage> imageFor(TargetDevice device, HostLibrary library) {
        List<HostImage> earlier =
                libraries.values().stream().flatMap(one -> one.images().stream()).toList();
        return switch (policy) {
            case DISABLED -> Optional.empty();
            case DEFAULT, MANDATORY ->
                    new ImageSelection(profile.runtime())
                            .imageFor(device.channel().device(), library.images(), earlier);
        };
    }

    private Optional<HostFallback> onDevice(
            long deviceId, String entryPoint, Consumer<DataEnvironment> construct) {
        return switch (routing.route(deviceId, entryPoint)) {
            case Route.OnHost(var fallback) -> Optional.of(fallback);
            case Route.OnDevice(var device) -> {
                requireUnifiedMemory(device);
                construct.accept(device.data());
                yield Optional.empty();
            }
        };
    }

    private void requireUnifiedMemory(TargetDevice device) {
        if (requirements.unifiedSharedMemory()) {
            device.channel().require(Capability.UNIFIED_MEMORY, "requires unified_shared_memory");
        }
    }

    /// Message: libomptarget's, LLVM 16, `openmp/libomptarget/src/omptarget.cpp`, `target`.
    private RegionLookup region(long hostPointer, String source) {
        return RegionLookup.find(libraries.values(), hostPointer)
                .orElseThrow(() ->
                        new OffloadException(
                                source,
                                hostPointer,
                                RuntimeRule.TARGET_REGION,
                                "host ptr 0x%x does not have a matching target pointer"
                                        .formatted(hostPointer)));
    }

    private static LoadedKernel kernel(TargetDevice device, RegionLookup region, String source) {
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
            case DeviceEntry.Variable _, DeviceEntry.IndirectFunction _, DeviceEntry.Directive _ ->
                    throw new IllegalStateException("a region is none of these");
        };
    }
}
