package org.offloadtck.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
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
import org.offloadtck.runtime.memory.DeviceChannel;
import org.offloadtck.runtime.memory.HostMemory;
import org.offloadtck.runtime.memory.TransferCounts;
import org.offloadtck.runtime.registration.HostLibrary;
import org.offloadtck.runtime.registration.Requirements;
import org.offloadtck.runtime.task.PendingConstruct;
import org.offloadtck.runtime.trace.RuntimeEvent;

/// The reference libomptarget of one host program, under one ABI profile.
///
/// The methods are its entry points: `__tgt_register_lib`, `__tgt_target_kernel` and so on. They
/// throw [OffloadException][org.offloadtck.runtime.diagnostic.OffloadException] if the program
/// breaks a rule,
/// [MissingCapabilityException][org.offloadtck.runtime.diagnostic.MissingCapabilityException] if
/// the device lacks a capability, and the device's own exceptions; a call that throws leaves the
/// runtime unchanged. An image that cannot be loaded is rejected when it is loaded: at
/// registration, or by the first construct on its device. In the latter case its library stays
/// registered.
///
/// Not thread-safe. Closing the runtime unloads all images. The caller owns and closes the devices.
///
/// Requirements: RG-01, RG-14, KL-05.
public final class OffloadRuntime implements AutoCloseable {

    private final HostMemory host;
    private final MapperFunctions mappers;
    private final List<TargetDevice> devices = new ArrayList<>();
    private final DeviceAbi abi;
    private final long sharedMemory;
    private final DeviceSelector selector;
    private final RegisteredLibraries libraries;

    /// A runtime that loads images when the edition does.
    public OffloadRuntime(
            HostMemory host, AbiProfile profile, List<Device> devices, OffloadPolicy policy) {
        this(host, devices, RuntimeOptions.of(profile, policy));
    }

    /// A runtime that rejects arguments with a user-defined mapper.
    public OffloadRuntime(HostMemory host, List<Device> devices, RuntimeOptions options) {
        this(host, devices, options, MapperFunctions.NONE);
    }

    /// A runtime of a program whose mapper functions it can call.
    ///
    /// @param mappers calls the mapper functions of the program
    public OffloadRuntime(
            HostMemory host,
            List<Device> devices,
            RuntimeOptions options,
            MapperFunctions mappers) {
        this.host = host;
        this.mappers = mappers;
        this.abi = options.profile().runtime().deviceAbi();
        this.sharedMemory = options.sharedMemory();
        this.libraries = new RegisteredLibraries(host, options, this.devices);
        this.selector = new DeviceSelector(options.policy(), this.devices, libraries);
        for (int number = 0; number < devices.size(); number++) {
            this.devices.add(
                    new TargetDevice(
                            host, options.profile(), devices.get(number), number, devices.size()));
        }
    }

    /// `__tgt_register_lib`: registers the library whose binary descriptor is at `descriptor`. Each
    /// device that accepts one of its images loads the image now or before its next construct,
    /// depending on [RuntimeOptions#loading].
    ///
    /// Requirements: RG-01, RG-16.
    public HostLibrary registerLibrary(long descriptor) {
        return libraries.register(descriptor);
    }

    /// `__tgt_unregister_lib`: unloads the images of the library and removes it.
    public void unregisterLibrary(long descriptor) {
        libraries.unregister(descriptor);
    }

    /// `__tgt_register_requires`. Constructors call it in editions without requires entries.
    ///
    /// Requirement: RG-20.
    public void registerRequires(long flags) {
        libraries.addRequirements(flags);
    }

    /// Selects the device of a construct as the construct does, and loads what it lacks.
    ///
    /// @param deviceId -1 for the default device
    /// @return whether the construct runs on a device
    public boolean prepare(long deviceId) {
        return switch (selector.select(deviceId, "target construct")) {
            case Selection.OnHost _ -> false;
            case Selection.OnDevice(var device) -> {
                makeReady(device);
                yield true;
            }
        };
    }

    /// `__tgt_target_data_begin`.
    ///
    /// @param deviceId -1 for the default device
    /// @return the reason, if the host must continue without the device
    public Optional<HostFallback> targetDataBegin(long deviceId, List<MapArgument> arguments) {
        return onDevice(deviceId, DataConstruct.BEGIN, arguments, DataEnvironment::begin);
    }

    /// `__tgt_target_data_begin` for `arguments` that were read from `arrays`. Device addresses
    /// that the program requests replace its base pointers in `arrays`.
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

    /// `__tgt_target_kernel`: reads the arguments from host memory and launches the target region.
    ///
    /// @param deviceId -1 for the default device
    public LaunchResult targetKernel(TargetKernelCall.Unread call, long deviceId) {
        String source = source(call.ident());
        KernelArguments arguments = new KernelArgumentsReader(host, source).read(call.arguments());
        return targetKernel(call.with(arguments), deviceId);
    }

    /// `__tgt_target_kernel` of a region with `nowait`: starts it on a queue of its own.
    public PendingConstruct startKernel(TargetKernelCall call, long deviceId) {
        String source = source(call.ident());
        return switch (route(call, deviceId, source)) {
            case Selection.OnHost(var fallback) -> PendingConstruct.onHost(fallback);
            case Selection.OnDevice(var device) ->
                    device.asynchronousConstructs().start(prepare(device, call, source));
        };
    }

    /// A data construct with `nowait`, such as `__tgt_target_data_begin_nowait_mapper`: starts it
    /// on a queue of its own.
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

    /// Selects the device of a region. If no library is registered, the region does not exist.
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
        return new LaunchPreparation(host, mappers, abi, source)
                .prepare(device, libraries(), call)
                .withSharedMemory(sharedMemory);
    }

    /// The default devices of the program's threads.
    public DefaultDevices defaultDevices() {
        return selector.defaults();
    }

    /// The registered libraries, in the order of their registration.
    public List<HostLibrary> libraries() {
        return libraries.all();
    }

    /// The loaded image of `library` on device `number`.
    public Optional<LoadedImage> loadedImage(HostLibrary library, int number) {
        return devices.get(number).image(library);
    }

    /// The data environment of device `number`.
    public DataEnvironment dataEnvironment(int number) {
        return devices.get(number).data();
    }

    /// Reports later events of device `number` to `observer`.
    public void observe(int number, Consumer<RuntimeEvent> observer) {
        devices.get(number).channel().observe(observer);
    }

    /// The queue of device `number` that constructs without `nowait` use.
    public DeviceChannel channel(int number) {
        return devices.get(number).channel();
    }

    /// The device of a construct with device number `deviceId`; empty if the host continues without
    /// it.
    ///
    /// @param source the construct, for diagnostics
    public OptionalInt device(long deviceId, String source) {
        return switch (selector.select(deviceId, source)) {
            case Selection.OnHost _ -> OptionalInt.empty();
            case Selection.OnDevice(var device) -> OptionalInt.of(devices.indexOf(device));
        };
    }

    /// All transfers to and from device `number`, and its launches.
    ///
    /// Requirement: KL-06.
    public TransferCounts transferCounts(int number) {
        return devices.get(number).channel().transferCounts();
    }

    /// The number of devices, whether they have images or not.
    public int devices() {
        return devices.size();
    }

    /// The number of devices that constructs may name: all devices if one of them has an image of
    /// the program, otherwise 0. It is also the device number of the host.
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
