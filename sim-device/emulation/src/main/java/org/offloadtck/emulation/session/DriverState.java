package org.offloadtck.emulation.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.offloadtck.checks.Check;
import org.offloadtck.emulation.api.DeviceMemoryAccess;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.api.SharedSpace;
import org.offloadtck.emulation.array.TextureBinding;
import org.offloadtck.emulation.graph.EmulatedGraph;
import org.offloadtck.emulation.graph.ExecutableGraph;
import org.offloadtck.emulation.graph.GraphMemory;
import org.offloadtck.emulation.graph.StreamCaptures;
import org.offloadtck.emulation.inject.FaultInjector;
import org.offloadtck.emulation.inject.InjectedFault.CountedEvent;
import org.offloadtck.emulation.interprocess.InterprocessMemory;
import org.offloadtck.emulation.library.EmulatedLibrary;
import org.offloadtck.emulation.queue.ClientThreads;
import org.offloadtck.emulation.queue.CommandExecutor;
import org.offloadtck.emulation.queue.CommandQueue;
import org.offloadtck.emulation.queue.HostCalls;
import org.offloadtck.emulation.queue.MemoryWord;
import org.offloadtck.emulation.queue.ProcessRecorder;
import org.offloadtck.emulation.queue.StreamCommand;
import org.offloadtck.emulation.resource.AddressReservations;
import org.offloadtck.emulation.resource.AllocationPointers;
import org.offloadtck.emulation.resource.AllocationTable;
import org.offloadtck.emulation.resource.DriverAllocation;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.resource.EmulatedDevice;
import org.offloadtck.emulation.resource.EmulatedEvent;
import org.offloadtck.emulation.resource.EmulatedModule;
import org.offloadtck.emulation.resource.HandleKind;
import org.offloadtck.emulation.resource.HandleTable;
import org.offloadtck.emulation.resource.MemoryPools;
import org.offloadtck.emulation.resource.Ticket;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.launch.InstrumentationOptions;
import org.offloadtck.launch.LaunchInstrumentation;
import org.offloadtck.timing.figures.TimedDevice;

/// The driver state of one process: its devices, handles, memory and command queue. Its lock guards
/// everything reached from here except global memory, which has a lock of its own.
public final class DriverState implements AutoCloseable {

    /// The ordinal of a device that the process does not see.
    private static final int INVISIBLE = -1;

    private final ReentrantLock lock = new ReentrantLock();
    private final GlobalMemory memory;
    private final AllocationTable allocations;
    private final AllocationPointers pointers;
    private final AddressReservations reservations = new AddressReservations();
    private final HandleTable handles = new HandleTable();
    private final MemoryPools pools = new MemoryPools(handles);
    private final StreamCaptures captures = new StreamCaptures();
    private final GraphMemory graphMemory;
    private final InterprocessMemory interprocess;
    private final List<EmulatedDevice> devices;
    private final List<EmulatedDevice> machine;
    private final FaultInjector injections;
    private final ProcessRecorder recorder;
    private final LaunchInstrumentation instrumentation;
    private final HostCalls hostCalls = new HostCalls();
    private final CommandQueue queue;
    private final VisibleDevices visible;
    private boolean initialised;
    private boolean closed;

    /// @param specs of the devices of the machine, 1 or more
    /// @param visible those that the process sees
    /// @param process id of the process
    public DriverState(
            SharedSpace space,
            List<TimedDevice> specs,
            VisibleDevices visible,
            FaultInjector injections,
            ProcessRecorder recorder,
            long process) {
        this.memory = space.globalMemory();
        this.interprocess = new InterprocessMemory(space.files(), memory, process);
        this.allocations = new AllocationTable(memory);
        this.graphMemory = new GraphMemory(memory, allocations, handles);
        this.pointers = new AllocationPointers(memory, allocations);
        this.injections = injections;
        this.recorder = recorder;
        this.devices = new ArrayList<>();
        this.visible = visible;
        for (int index : visible.indices(specs.size(), specs.getFirst().spec().sm())) {
            devices.add(new EmulatedDevice(devices.size(), index, specs.get(index), memory.host()));
        }
        this.machine = machine(specs);
        this.instrumentation =
                new LaunchInstrumentation(
                        memory,
                        InstrumentationOptions.checking(recorder.checks())
                                .withDetail(recorder.detail()),
                        recorder::recordDetected);
        this.queue =
                new CommandQueue(
                        lock,
                        new CommandExecutor(memory, instrumentation, recorder, hostCalls),
                        new ClientThreads(process, this::helpers),
                        "kernels");
    }

    private List<EmulatedDevice> machine(List<TimedDevice> specs) {
        var all = new ArrayList<EmulatedDevice>();
        for (var spec : specs) {
            all.add(new EmulatedDevice(INVISIBLE, all.size(), spec, memory.host()));
        }
        devices.forEach(device -> all.set(device.index(), device));
        return all;
    }

    /// Threads of the client library that wait for this server: one waits for calls of functions,
    /// another works on the memory of the process.
    private int helpers() {
        return hostCalls.asking() + (memory.isSharedWithHost() ? 1 : 0);
    }

    ReentrantLock lock() {
        return lock;
    }

    public GlobalMemory memory() {
        return memory;
    }

    public AllocationTable allocations() {
        return allocations;
    }

    public AddressReservations reservations() {
        return reservations;
    }

    public HandleTable handles() {
        return handles;
    }

    public MemoryPools pools() {
        return pools;
    }

    public StreamCaptures captures() {
        return captures;
    }

    public GraphMemory graphMemory() {
        return graphMemory;
    }

    /// What the process shares with others.
    public InterprocessMemory interprocess() {
        return interprocess;
    }

    public List<EmulatedDevice> devices() {
        return devices;
    }

    /// The devices of the machine by their indices, whether the process sees them or not.
    public List<EmulatedDevice> machine() {
        return injections.isWithoutDevice() ? List.of() : machine;
    }

    public FaultInjector injections() {
        return injections;
    }

    public ProcessRecorder recorder() {
        return recorder;
    }

    public CommandQueue queue() {
        return queue;
    }

    /// Appends a command to the queue; a launch that fails if `--inject` requests it.
    ///
    /// @param after the work that it waits for
    public Ticket enqueue(StreamCommand command, List<Ticket> after) {
        boolean fails =
                command instanceof StreamCommand.Launch
                        && injections.isNextToFail(CountedEvent.LAUNCHES);
        return switch (command) {
            case StreamCommand.Launch launch when fails -> queue.submit(launch.failing(), after);
            case StreamCommand.RecordEvent(var _, var event) -> {
                var ticket = queue.submit(command, after);
                event.recorded(ticket);
                yield ticket;
            }
            default -> queue.submit(command, after);
        };
    }

    /// The command that records an event.
    public StreamCommand recording(EmulatedContext context, EmulatedEvent event) {
        return event.counters()
                .map(counters -> {
                    long number = counters.next(memory);
                    var word = new MemoryWord(counters.word(number), Long.BYTES);
                    return (StreamCommand) new StreamCommand.WriteValue(context, word, number);
                })
                .orElseGet(() -> new StreamCommand.RecordEvent(context, event));
    }

    /// The command that waits for the latest recording of an event that processes share; empty
    /// before the first.
    public Optional<StreamCommand> awaiting(
            EmulatedContext context, EmulatedEvent.Counters counters) {
        long number = counters.latest(memory);
        return number == 0
                ? Optional.empty()
                : Optional.of(
                        new StreamCommand.AwaitValue(
                                context,
                                new MemoryWord(counters.word(number), Long.BYTES),
                                number,
                                MemoryWord.Comparison.GEQ));
    }

    /// The ticket of the latest recording of an event.
    public Ticket reached(EmulatedEvent event) {
        return event.counters()
                .map(counters ->
                        awaiting(event.context(), counters)
                                .map(command -> queue.submit(command, List.of()))
                                .orElse(Ticket.NONE))
                .orElseGet(event::ticket);
    }

    public HostCalls hostCalls() {
        return hostCalls;
    }

    boolean isInitialised() {
        return initialised;
    }

    public void initialise() {
        initialised = true;
    }

    boolean isClosed() {
        return closed;
    }

    /// Whether an address lies in the global memory of the process, allocated or not.
    public boolean isGlobal(long address) {
        return !memory.isOutside(address);
    }

    public Optional<EmulatedDevice> device(long ordinal) {
        return ordinal >= 0 && ordinal < devices.size()
                ? Optional.of(devices.get((int) ordinal))
                : Optional.empty();
    }

    /// Creates a context.
    ///
    /// @throws DriverCallException if the device has failed
    public EmulatedContext createContext(EmulatedDevice device, EmulatedContext.Kind kind) {
        requireHealthy(device);
        var context =
                new EmulatedContext(handles.newHandle(HandleKind.CONTEXT), device, kind, memory);
        handles.add(context);
        return context;
    }

    /// Waits for the work of a context, then frees its memory and handles.
    public void destroy(EmulatedContext context) {
        queue.await(context.work());
        free(context);
    }

    private void free(EmulatedContext context) {
        for (var resource : handles.ownedBy(context)) {
            if (resource instanceof EmulatedModule module) {
                unload(module);
            } else if (resource instanceof EmulatedGraph graph) {
                graph.destroy();
            } else {
                handles.remove(resource);
            }
            if (resource instanceof ExecutableGraph graph) {
                graph.releaseReferences();
            }
            if (resource instanceof TextureBinding object) {
                memory.textures().remove(object.handle());
            }
        }
        for (var block : allocations.ownedBy(context)) {
            if (block.kind().canLeak()) {
                recorder.recordLeak(block, pointers.to(block));
            }
            if (block.kind() == DriverAllocation.Kind.GRAPH) {
                graphMemory.free(block, context.legacy());
            } else if (block.kind().isImported()) {
                allocations.remove(block);
                interprocess.closeAt(block.address());
            } else {
                allocations.free(block);
            }
        }
        graphMemory.forget(context);
        if (contexts().size() == 1) {
            instrumentation.reportLeaks();
        }
        context.freeHeap();
        handles.remove(context);
    }

    /// Frees a module. No kernel of it may run.
    public void unload(EmulatedModule module) {
        if (recorder.checks().contains(Check.LEAKCHECK)) {
            pointers.record(module);
        }
        handles.all(EmulatedLibrary.class).forEach(library -> library.forget(module));
        module.functions().forEach(handles::remove);
        handles.remove(module);
        module.context().images().unload(module.image());
        module.context().device().releaseMemory(module.bytes());
    }

    /// Requires that a context has not failed.
    ///
    /// @throws DriverCallException with the result of the failure
    public static EmulatedContext requireHealthy(EmulatedContext context) {
        requireHealthy(context.device());
        return context;
    }

    private static void requireHealthy(EmulatedDevice device) {
        device.failure()
                .ifPresent(failure -> {
                    throw DriverCallException.of(failure.result(), failure.reason());
                });
    }

    /// The process accesses memory of a device by its address and gets SIGSEGV.
    void accessed(DeviceMemoryAccess access) {
        recorder.recordHostAccess(access, memory);
    }

    /// The process has ended without its exit handlers, which might have freed what it holds.
    void died() {
        recorder.recordDeath();
    }

    /// Ends the session: interrupts running work and records remaining allocations as leaks.
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
        hostCalls.close();
        queue.close();
        lock.lock();
        try {
            contexts().forEach(this::free);
        } finally {
            lock.unlock();
        }
        recorder.recordExit();
    }

    /// The contexts of the process.
    public List<EmulatedContext> contexts() {
        return handles.all(EmulatedContext.class);
    }

    /// Requires that there are devices.
    ///
    /// @throws DriverCallException if `--inject no-device` is in effect
    public void requireDevices() {
        if (injections.isWithoutDevice()) {
            throw DriverCallException.of(
                    DriverResult.NO_DEVICE, "there is no device, as --inject requests");
        }
        if (devices.isEmpty()) {
            var reason =
                    "CUDA_VISIBLE_DEVICES is '%s', which names no device"
                            .formatted(visible.value().orElse(""));
            recorder.recordNoDevice(reason);
            throw DriverCallException.of(DriverResult.NO_DEVICE, reason);
        }
    }
}
