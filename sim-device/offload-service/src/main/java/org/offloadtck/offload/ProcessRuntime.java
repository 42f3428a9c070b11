package org.offloadtck.offload;

import java.util.List;
import java.util.function.Consumer;
import org.offloadtck.emulation.run.RunDevice;
import org.offloadtck.offload.protocol.RuntimeCall;
import org.offloadtck.offload.protocol.ToolReporter;
import org.offloadtck.runtime.OffloadRuntime;
import org.offloadtck.runtime.RuntimeOptions;
import org.offloadtck.runtime.argument.ArgumentArrays;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.info.InfoLevel;
import org.offloadtck.runtime.info.InfoOutput;
import org.offloadtck.runtime.info.TracedConstruct;
import org.offloadtck.runtime.launch.KernelArgumentsReader;
import org.offloadtck.runtime.launch.LaunchResult;
import org.offloadtck.runtime.launch.TargetKernelCall;
import org.offloadtck.runtime.table.Mapping;

/// The reference runtime of a process: maps the calls of the process to its methods. Owns the
/// runtime and its devices.
///
/// Requirements: ER-15, ER-16.
final class ProcessRuntime implements AutoCloseable {

    /// Results of `__tgt_target_kernel`.
    private static final long RAN = 0;

    private static final long LEFT_TO_HOST = 1;

    /// Stands for the default device (LLVM 22, `offload/include/omptarget.h`,
    /// `OFFLOAD_DEVICE_DEFAULT`).
    private static final long DEFAULT_DEVICE = -1;

    private final ProcessMemory host;
    private final SessionDevices devices;
    private final OffloadRuntime runtime;
    private final DeviceMemoryRoutines memory;
    private final InteropObjects interop;
    private final OffloadRecorder watch;
    private final PushedMapperComponents mappers;
    private final InfoOutput information;

    ProcessRuntime(
            ProcessMemory host,
            RuntimeOptions options,
            SessionDevices devices,
            OffloadRecorder watch) {
        this.host = host;
        this.devices = devices;
        this.mappers = new PushedMapperComponents(host);
        this.runtime = new OffloadRuntime(host, devices.devices(), options, mappers);
        this.memory = new DeviceMemoryRoutines(host, runtime, devices.devices());
        this.interop = new InteropObjects(runtime);
        this.watch = watch;
        this.information =
                new InfoOutput(host, runtime, options.profile().runtime(), watch::addDiagnostic);
    }

    /// Sets what is reported to the process.
    void setInfoLevel(InfoLevel wanted) {
        information.setLevel(wanted);
    }

    /// Carries out a call.
    ///
    /// @return its result
    long perform(RuntimeCall call) {
        mappers.enter(call.components());
        return switch (call.function()) {
            case REGISTER_REQUIRES -> nothing(() -> runtime.registerRequires(call.argument(0)));
            case REGISTER_LIBRARY -> nothing(() -> runtime.registerLibrary(call.argument(0)));
            case UNREGISTER_LIBRARY -> nothing(() -> unregister(call.argument(0)));
            case DATA_BEGIN ->
                    data(
                            call,
                            TracedConstruct.Kind.DATA_BEGIN,
                            arrays -> runtime.targetDataBegin(device(call), arrays, read(arrays)));
            case DATA_END ->
                    data(
                            call,
                            TracedConstruct.Kind.DATA_END,
                            arrays -> runtime.targetDataEnd(device(call), read(arrays)));
            case DATA_UPDATE ->
                    data(
                            call,
                            TracedConstruct.Kind.DATA_UPDATE,
                            arrays -> runtime.targetDataUpdate(device(call), read(arrays)));
            case TARGET_KERNEL ->
                    information.perform(
                            construct(call, TracedConstruct.Kind.KERNEL),
                            () -> kernelArrays(call.argument(5)),
                            () -> launch(call));
            case COUNT_DEVICES -> runtime.deviceCount();
            case ALLOCATE, ALLOCATE_DEVICE -> allocate(call);
            case FREE -> nothing(() -> memory.free(call.argument(0), call.number(1)));
            case IS_PRESENT -> memory.isPresent(call.argument(0), call.number(1)) ? 1 : 0;
            case COPY -> copy(call);
            case ASSOCIATE -> associate(call);
            case DISASSOCIATE -> memory.disassociate(call.argument(0), call.number(1));
            case MAPPED_POINTER -> memory.mappedPointer(call.argument(0), call.number(1));
            case FILL -> fill(call);
            case DESCRIBE_DEVICE -> describe(call.number(0));
            case SET_INFORMATION -> nothing(() -> setInfoLevel(new InfoLevel(call.number(0))));
            case ALLOCATE_SHARED, ALLOCATE_HOST ->
                    memory.allocateShared(
                            call.argument(0), call.number(1), call.function().symbol());
            case ATTACH_TOOL -> nothing(this::attachTool);
            case PREPARE -> runtime.prepare(call.argument(1)) ? 1 : 0;
            case INTEROP_INIT -> interop.init(call.argument(1), call.number(2));
            case INTEROP_USE -> nothing(() -> interop.use(call.argument(1), call.number(2)));
            case INTEROP_DESTROY ->
                    nothing(() -> interop.destroy(call.argument(1), call.number(2)));
            case INTEROP_DEVICE -> interop.device(call.argument(0));
        };
    }

    private void attachTool() {
        int count = devices.devices().size();
        for (int number = 0; number < count; number++) {
            var type = devices.devices().get(number).description().target();
            runtime.channel(number)
                    .observe(new ToolReporter(host::tell, number, count, type.arch()));
        }
    }

    private static long nothing(Runnable construct) {
        construct.run();
        return 0;
    }

    private void unregister(long descriptor) {
        if (runtime.libraries().size() == 1) {
            information.end();
        }
        runtime.unregisterLibrary(descriptor);
    }

    private long data(
            RuntimeCall call, TracedConstruct.Kind kind, Consumer<ArgumentArrays> effect) {
        ArgumentArrays arrays = arrays(call);
        var traced = construct(call, call.argument(9) == 0 ? kind : kind.withNowait());
        return information.perform(
                traced, () -> arrays, () -> nothing(() -> effect.accept(arrays)));
    }

    private static TracedConstruct construct(RuntimeCall call, TracedConstruct.Kind kind) {
        return new TracedConstruct(kind, call.argument(0), device(call));
    }

    /// The device number of a construct.
    private static long device(RuntimeCall call) {
        return call.argument(1);
    }

    /// @param place host address of the `KernelArgsTy`
    private ArgumentArrays kernelArrays(long place) {
        return ArgumentArrays.of(
                new KernelArgumentsReader(host, "__tgt_target_kernel").read(place));
    }

    private List<MapArgument> read(ArgumentArrays arrays) {
        return arrays.read(host, mappers);
    }

    private static ArgumentArrays arrays(RuntimeCall call) {
        return new ArgumentArrays(
                call.number(2),
                call.argument(3),
                call.argument(4),
                call.argument(5),
                call.argument(6),
                call.argument(7),
                call.argument(8));
    }

    private long launch(RuntimeCall call) {
        var region =
                new TargetKernelCall.Unread(
                        call.argument(0),
                        call.number(2),
                        call.number(3),
                        call.argument(4),
                        call.argument(5));
        return switch (runtime.targetKernel(region, device(call))) {
            case LaunchResult.Launched launched -> {
                if (devices.observation() == SessionDevices.Observation.MEASUREMENTS) {
                    watch.recordLaunch(installed(call.argument(1)), launched);
                }
                yield RAN;
            }
            case LaunchResult.HostFallback _ -> LEFT_TO_HOST;
        };
    }

    /// The device with an OpenMP device number, which the launch has shown to be valid.
    private RunDevice.Installed installed(long number) {
        long ordinal = number == DEFAULT_DEVICE ? runtime.defaultDevices().device() : number;
        var description = devices.devices().get(Math.toIntExact(ordinal)).description();
        return new RunDevice.Installed(
                Math.toIntExact(ordinal), description.id(), description.name());
    }

    private long copy(RuntimeCall call) {
        var to = new DeviceMemoryRoutines.Place(call.argument(0), call.number(3));
        var from = new DeviceMemoryRoutines.Place(call.argument(1), call.number(4));
        return memory.copy(to, from, call.argument(2));
    }

    private long associate(RuntimeCall call) {
        long address = call.argument(1) + call.argument(3);
        var counterpart = new DeviceMemoryRoutines.Place(address, call.number(4));
        return memory.associate(call.argument(0), counterpart, call.argument(2));
    }

    private long fill(RuntimeCall call) {
        var place = new DeviceMemoryRoutines.Place(call.argument(0), call.number(3));
        return memory.fill(place, call.argument(2), (byte) call.number(1));
    }

    private long allocate(RuntimeCall call) {
        return memory.allocate(call.argument(0), call.number(1), call.function().symbol());
    }

    private long describe(int number) {
        if (number < 0 || number >= devices.devices().size()) {
            return 0;
        }
        var device = devices.devices().get(number).description();
        watch.addOutput(
                "Device (%d): %s, %s, %s\n"
                        .formatted(number, device.name(), device.target(), device.driver()));
        return 1;
    }

    private void recordLeaks(int number) {
        memory.left(number)
                .forEach(
                        block -> watch.recordLeak(number, block.function(), block.memory().size()));
        runtime.dataEnvironment(number).mappings().stream()
                .filter(Mapping::awaitsRelease)
                .forEach(mapping -> watch.recordLeak(number, allocation(mapping), mapping.size()));
    }

    private static String allocation(Mapping mapping) {
        return mapping.variable().isPresent()
                ? "mapped variable " + mapping.name()
                : "a map clause" + mapping.variable().place();
    }

    /// Ends the runtime: records remaining device memory as leaks.
    @Override
    public void close() {
        for (int number = 0; number < devices.devices().size(); number++) {
            recordLeaks(number);
        }
        runtime.close();
        devices.close();
    }
}
