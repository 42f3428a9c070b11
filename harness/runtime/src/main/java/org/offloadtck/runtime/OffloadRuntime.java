package org.offloadtck.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.offloadtck.object.offload.abi.KernelArguments;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.runtime.DeviceAbi;
import org.offloadtck.plugin.Capability;
import org.offloadtck.plugin.Device;
import org.offloadtck.runtime.DeviceSelector.Selection;
import org.offloadtck.runtime.argument.ArgumentArrays;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.argument.MapperFunctions;
import org.offloadtck.runtime.device.LaunchPreparation;
import org.offloadtck.runtime.device.TargetDevice;
import org.offloadtck.runtime.image.LoadedImage;
import org.offloadtck.runtime.launch.KernelArgumentsReader;
import org.offloadtck.runtime.launch.LaunchResult;
import org.offloadtck.runtime.launch.LaunchResult.HostFallback;
import org.offloadtck.runtime.launch.PreparedLaunch;
import org.offloadtck.runtime.launch.TargetKernelCall;
import org.offloadtck.runtime.mapping.DataConstruct;
import org.offloadtck.runtime.mapping.DataEnvironment;
import org.offloadtck.runtime.memory.HostMemory;
import org.offloadtck.runtime.memory.TransferCounts;
import org.offloadtck.runtime.registration.HostLibrary;
import org.offloadtck.runtime.registration.Requirements;
import org.offloadtck.runtime.task.PendingConstruct;
import org.offloadtck.runtime.trace.MapEvent;

/// The reference libomptarget of one host program, under one ABI profile.
///
/// The methods are its entry points: `__tgt_register_lib`, `__tgt_target_kernel` and so on. They
/// throw [OffloadException] where the program breaks a rule, [MissingCapabilityException] where the
/// device cannot do what it needs, and the device's own exceptions; none leaves anything half done.
/// An image that cannot be loaded is refused where it is loaded, at registration or by the first
/// construct on its device; a library stays registered if it was the construct.
///
/// Not thread-safe. Closing unloads all images; the devices are closed by whoever opened them.
public final class OffloadRuntime implements AutoCloseable {

    private final HostMemory host;
    private final MapperFunctions mappers;
    private final List<TargetDevice> devices = new ArrayList<>();
    private final DeviceAbi abi;
    private final DeviceSelector selector;
    private final RegisteredLibraries libraries;

    /// A runtime that loads images when its edition does.
    public OffloadRuntime(
            HostMemory host, AbiProfile profile, List<Device> devices, OffloadPolicy policy) {
        this(host, devices, RuntimeOptions.of(profile, policy));
    }

    /// A runtime of a program whose mappers are not called.
    public OffloadRuntime(HostMemory host, List<Device> devices, RuntimeOptions options) {
        this(host, devices, options, MapperFunctions.NONE);
    }

    /// @param mappers calls the program's, for the arguments of target constructs
    public OffloadRuntime(
            HostMemory host,
            List<Device> devices,
            RuntimeOptions options,
            MapperFunctions mappers) {
        this.host = host;
        this.mappers = mappers;
        this.abi = options.profile().runtime().deviceAbi();
        this.libraries = new RegisteredLibraries(host, options, this.devices);
        this.selector = new DeviceSelector(options.policy(), this.devices, libraries);
        for (int number = 0; number < devices.size(); number++) {
            this.devices.add(
                    new TargetDevice(
                            host, options.profile(), devices.get(number), number, devices.size()));
        }
    }

    /// `__tgt_register_lib`: registers the library whose binary descriptor lies at `descriptor`.
    /// Each device that accepts one of its images loads it now or before its next construct, as the
    /// options says.
    public HostLibrary registerLibrary(long descriptor) {
        return libraries.register(descriptor);
    }

    /// `__tgt_unregister_lib`: unloads the library's images and forgets it.
    public void unregisterLibrary(long descriptor) {
        libraries.unregister(descriptor);
    }

    /// `__tgt_register_requires`, which constructors of editions without requires entries call.
    public void registerRequires(long flags) {
        libraries.addRequirements(flags);
    }

    /// `__tgt_target_data_begin`. An answer means that the host has to do without the device.
    ///
    /// @param deviceId -1 for the default device
    public Optional<HostFallback> targetDataBegin(long deviceId, List<MapArgument> arguments) {
        return onDevice(deviceId, DataConstruct.BEGIN, arguments, DataEnvironment::begin);
    }

    /// `__tgt_target_data_begin` for `arguments` that were read from `arrays`: device addresses
    /// that the program asks for take the place of its base pointers there.
    public Optional<HostFallback> targetDataBegin(
            long deviceId, ArgumentArrays arrays, List<MapArgument> arguments) {
        return onDevice(
                deviceId,
                DataConstruct.BEGIN,
                arguments,
                (data, mapped) -> arrays.putBases(host, data.begin(mapped)));
    }

    /// `__tgt_target_data_end`.
    public Optional<HostFallback> targetDataEnd(long deviceId, List<MapArgument> arguments) {
        return onDevice(deviceId, DataConstruct.END, arguments, DataEnvironment::end);
    }

    /// `__tgt_target_data_update`.
    public Optional<HostFallback> targetDataUpdate(long deviceId, List<MapArgument> arguments) {
        return onDevice(deviceId, DataConstruct.UPDATE, arguments, DataEnvironment::update);
    }

    /// `__tgt_target_kernel`: launches a target region.
    ///
    /// @param deviceId -1 for the default device
    public LaunchResult targetKernel(TargetKernelCall call, long deviceId) {
        String source = source(call.ident());
        return switch (route(call, deviceId, source)) {
            case Selection.OnHost(var fallback) -> fallback;
            case Selection.OnDevice(var device) -> {
                PreparedLaunch launch = prepare(device, call, source);
                yield device.launcher()
                        .launch(
                                launch.kernel(),
                                launch.arguments(),
                                launch.clauses(),
                                launch.place());
            }
        };
    }

    /// `__tgt_target_kernel`: launches a target region whose arguments have to be read.
    ///
    /// @param deviceId -1 for the default device
    public LaunchResult targetKernel(TargetKernelCall.Unread call, long deviceId) {
        String source = source(call.ident());
        KernelArguments arguments = new KernelArgumentsReader(host, source).read(call.arguments());
        return targetKernel(call.with(arguments), deviceId);
    }

    /// `__tgt_target_kernel` of a region that is not waited for: starts it on a queue of its own.
    public PendingConstruct startKernel(TargetKernelCall call, long deviceId) {
        String source = source(call.ident());
        return switch (route(call, deviceId, source)) {
            case Selection.OnHost(var fallback) -> PendingConstruct.onHost(fallback);
            case Selection.OnDevice(var device) ->
                    device.asynchronousConstructs().start(prepare(device, call, source));
        };
    }

    /// A data construct that is not waited for: `__tgt_target_data_begin_nowait_mapper` and its
    /// relatives. Starts it on a queue of its own.
    public PendingConstruct startData(
            DataConstruct construct, long deviceId, List<MapArgument> arguments) {
        return switch (selector.select(deviceId, construct.entryPoint())) {
            case Selection.OnHost(var fallback) -> PendingConstruct.onHost(fallback);
            case Selection.OnDevice(var device) -> {
                makeReady(device);
                device.requireDefined(arguments, construct.entryPoint());
                yield device.asynchronousConstructs().start(construct, arguments);
            }
        };
    }

    /// The route of a region, which is none when its library has gone and no other is there.
    private Selection route(TargetKernelCall call, long deviceId, String source) {
        if (selector.isMandatory() && libraries().isEmpty()) {
            throw LaunchPreparation.noRegion(call.hostPointer(), source);
        }
        return selector.select(deviceId, source);
    }

    private String source(long ident) {
        return new ConstructSource(host, "__tgt_target_kernel").of(ident);
    }

    private PreparedLaunch prepare(TargetDevice device, TargetKernelCall call, String source) {
        makeReady(device);
        return new LaunchPreparation(host, mappers, abi, source).prepare(device, libraries(), call);
    }

    /// Where constructs go that name no device.
    public DefaultDevices defaultDevices() {
        return selector.defaults();
    }

    /// The registered libraries, in the order of their registration.
    public List<HostLibrary> libraries() {
        return libraries.all();
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
    public TransferCounts transferCounts(int number) {
        return devices.get(number).channel().transferCounts();
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
        return libraries.requirements();
    }

    @Override
    public void close() {
        devices.forEach(TargetDevice::close);
    }

    private Optional<HostFallback> onDevice(
            long deviceId,
            DataConstruct construct,
            List<MapArgument> arguments,
            BiConsumer<DataEnvironment, List<MapArgument>> effect) {
        return switch (selector.select(deviceId, construct.entryPoint())) {
            case Selection.OnHost(var fallback) -> Optional.of(fallback);
            case Selection.OnDevice(var device) -> {
                makeReady(device);
                device.requireDefined(arguments, construct.entryPoint());
                effect.accept(device.data(), arguments);
                yield Optional.empty();
            }
        };
    }

    private void makeReady(TargetDevice device) {
        if (libraries.requirements().unifiedSharedMemory()) {
            device.channel().require(Capability.UNIFIED_MEMORY, "requires unified_shared_memory");
            device.data().useUnifiedSharedMemory();
        }
        device.loadPending();
    }
}
