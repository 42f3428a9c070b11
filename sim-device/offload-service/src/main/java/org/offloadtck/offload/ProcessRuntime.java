package org.offloadtck.offload;

import java.util.List;
import org.offloadtck.emulation.run.RunDevice;
import org.offloadtck.offload.protocol.RuntimeCall;
import org.offloadtck.runtime.OffloadRuntime;
import org.offloadtck.runtime.RuntimeOptions;
import org.offloadtck.runtime.argument.ArgumentArrays;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.launch.LaunchResult;
import org.offloadtck.runtime.launch.TargetKernelCall;
import org.offloadtck.runtime.table.Mapping;
import org.offloadtck.runtime.trace.InfoLevel;
import org.offloadtck.runtime.trace.InfoWriter;

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
    private final OffloadRecorder watch;
    private final PushedMapperComponents mappers;
    private InfoLevel level = InfoLevel.NOTHING;

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
        this.watch = watch;
        for (int number = 0; number < devices.devices().size(); number++) {
            var text = new InfoWriter(options.profile().runtime().messagePrefix(), number);
            runtime.observe(
                    number,
                    event -> {
                        if (level.includes(event)) {
                            watch.addDiagnostic(text.line(event));
                        }
                    });
        }
    }

    /// Sets which events of the data environment are reported to the process.
    void setInfoLevel(InfoLevel wanted) {
        level = wanted;
    }

    /// End of the shared memory in use, in bytes from its start.
    long arenaTop() {
        return devices.arenaTop();
    }

    /// Carries out a call.
    ///
    /// @return its result
    long perform(RuntimeCall call) {
        mappers.enter(call.components());
        return switch (call.function()) {
            case REGISTER_REQUIRES -> nothing(() -> runtime.registerRequires(call.argument(0)));
            case REGISTER_LIBRARY -> nothing(() -> runtime.registerLibrary(call.argument(0)));
            case UNREGISTER_LIBRARY -> nothing(() -> runtime.unregisterLibrary(call.argument(0)));
            case DATA_BEGIN -> nothing(() -> begin(call, arrays(call)));
            case DATA_END -> nothing(() -> end(call));
            case DATA_UPDATE -> nothing(() -> update(call));
            case TARGET_KERNEL -> launch(call);
            case COUNT_DEVICES -> runtime.deviceCount();
            case ALLOCATE -> memory.allocate(call.argument(0), call.number(1));
            case FREE -> nothing(() -> memory.free(call.argument(0), call.number(1)));
            case IS_PRESENT -> memory.isPresent(call.argument(0), call.number(1)) ? 1 : 0;
            case COPY -> copy(call);
            case ASSOCIATE -> associate(call);
            case DISASSOCIATE -> memory.disassociate(call.argument(0), call.number(1));
            case MAPPED_POINTER -> memory.mappedPointer(call.argument(0), call.number(1));
            case FILL -> fill(call);
            case DESCRIBE_DEVICE -> describe(call.number(0));
            case SET_INFORMATION -> nothing(() -> setInfoLevel(new InfoLevel(call.number(0))));
            case ALLOCATE_SHARED -> allocateShared(call);
        };
    }

    private static long nothing(Runnable construct) {
        construct.run();
        return 0;
    }

    private void begin(RuntimeCall call, ArgumentArrays arrays) {
        runtime.targetDataBegin(call.argument(1), arrays, read(arrays));
    }

    private void end(RuntimeCall call) {
        runtime.targetDataEnd(call.argument(1), read(arrays(call)));
    }

    private void update(RuntimeCall call) {
        runtime.targetDataUpdate(call.argument(1), read(arrays(call)));
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
        return switch (runtime.targetKernel(region, call.argument(1))) {
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

    private long allocateShared(RuntimeCall call) {
        return devices.areShared() ? memory.allocate(call.argument(0), call.number(1)) : 0;
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
                .forEach(block -> watch.recordLeak(number, "omp_target_alloc", block.size()));
        runtime.dataEnvironment(number).mappings().stream()
                .filter(mapping -> !mapping.counts().isInfinite())
                .forEach(mapping -> watch.recordLeak(number, allocation(mapping), mapping.size()));
    }

    private static String allocation(Mapping mapping) {
        return mapping.isNamed() ? "mapped variable " + mapping.name() : "a map clause";
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
