package org.offloadtck.emulation.resource;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.offloadtck.engine.deviceruntime.RuntimeMemory;
import org.offloadtck.engine.load.ContextImages;
import org.offloadtck.engine.memory.DeviceHeap;
import org.offloadtck.engine.memory.GlobalMemory;

/// A context of the CUDA driver: the state of a process on one device.
public final class EmulatedContext implements Resource {

    /// What determines the lifetime of a context.
    public enum Kind {
        /// The primary context of a device, which lives while it is retained.
        PRIMARY,
        /// A context that the program created and destroys.
        CREATED
    }

    private final long handle;
    private final long id;
    private final EmulatedDevice device;
    private final Kind kind;
    private final GlobalMemory memory;
    private final EmulatedStream legacy;
    private final ContextImages images;
    private final Map<ContextLimit, Long> limits = new EnumMap<>(ContextLimit.class);
    private final Set<EmulatedContext> peers = new HashSet<>();
    private int flags;
    private int cacheConfig;
    private List<Ticket> work = List.of();
    private List<Ticket> blockingWork = List.of();
    private final RuntimeMemory runtimeMemory;
    private Optional<DeviceHeap> heap = Optional.empty();

    public EmulatedContext(long handle, EmulatedDevice gpu, Kind kind, GlobalMemory memory) {
        this.handle = handle;
        this.id = (handle - HandleKind.CONTEXT.first()) / HandleKind.STEP + 1;
        this.device = gpu;
        this.kind = kind;
        this.memory = memory;
        this.images = new ContextImages(memory);
        this.runtimeMemory = new RuntimeMemory(memory);
        this.legacy = new EmulatedStream(0, this, EmulatedStream.Mode.BLOCKING, 0);
    }

    @Override
    public long handle() {
        return handle;
    }

    /// The number of the context in its process, from 1.
    public long id() {
        return id;
    }

    public EmulatedDevice device() {
        return device;
    }

    public Kind kind() {
        return kind;
    }

    /// The legacy default stream, which all threads share.
    public EmulatedStream legacy() {
        return legacy;
    }

    /// The images of the modules.
    public ContextImages images() {
        return images;
    }

    public int flags() {
        return flags;
    }

    public void setFlags(int newFlags) {
        flags = newFlags;
    }

    public int cacheConfig() {
        return cacheConfig;
    }

    public void setCacheConfig(int config) {
        cacheConfig = config;
    }

    public long limit(ContextLimit limit) {
        return limits.getOrDefault(limit, limit.initial(device.spec()));
    }

    public void setLimit(ContextLimit limit, long value) {
        limits.put(limit, value);
        if (limit == ContextLimit.MALLOC_HEAP_SIZE) {
            heap = Optional.empty();
        }
    }

    /// Contexts whose memory this one may access.
    public Set<EmulatedContext> peers() {
        return peers;
    }

    /// The latest work of all streams.
    public List<Ticket> work() {
        return work;
    }

    /// The latest work of the blocking streams, the legacy default stream among them.
    List<Ticket> blockingWork() {
        return blockingWork;
    }

    /// Records work that was submitted to `stream` and waits for its dependencies.
    public void submitted(EmulatedStream stream, Ticket ticket) {
        var before = stream.dependencies();
        stream.submitted(ticket);
        add(stream, ticket, before);
    }

    /// Records that `stream` waits for work.
    public void waits(EmulatedStream stream, Ticket ticket) {
        stream.waits(ticket);
        add(stream, ticket, List.of());
    }

    /// @param before work that need not be waited for, since `ticket` waits for it
    private void add(EmulatedStream stream, Ticket ticket, List<Ticket> before) {
        work = with(work, ticket, before);
        if (stream.mode() == EmulatedStream.Mode.BLOCKING) {
            blockingWork = with(blockingWork, ticket, before);
        }
    }

    private static List<Ticket> with(List<Ticket> known, Ticket ticket, List<Ticket> before) {
        var result = new ArrayList<Ticket>();
        for (var each : known) {
            if (!each.isDone() && !before.contains(each)) {
                result.add(each);
            }
        }
        result.add(ticket);
        return result;
    }

    /// The failure of the context, which is that of its device.
    public Optional<ContextFailure> failure() {
        return device.failure();
    }

    /// Records a failure, unless the device has failed before.
    public void fail(ContextFailure failure) {
        device.fail(failure);
    }

    /// The heap of `malloc` in kernels, created at first use with the limit set by then.
    public DeviceHeap heap() {
        var existing =
                heap.orElseGet(() -> new DeviceHeap(memory, limit(ContextLimit.MALLOC_HEAP_SIZE)));
        heap = Optional.of(existing);
        return existing;
    }

    /// Whether kernels have allocated from the heap, so that its size can no longer change.
    public boolean hasHeap() {
        return heap.filter(DeviceHeap::isUsed).isPresent();
    }

    /// The memory of the device runtime of kernels.
    public RuntimeMemory runtimeMemory() {
        return runtimeMemory;
    }

    /// Frees the memory that kernels and their device runtime have allocated.
    public void freeHeap() {
        heap.ifPresent(DeviceHeap::clear);
        heap = Optional.empty();
        runtimeMemory.clear();
    }

    @Override
    public boolean belongsTo(EmulatedContext other) {
        return false;
    }
}
