package org.offloadtck.driver.emulation;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.offloadtck.simt.memory.DeviceHeap;
import org.offloadtck.simt.memory.GlobalMemory;

/// A context: what a process has on one device.
final class Context implements Resource {

    /// Who keeps it alive.
    enum Kind {
        /// The device: whoever retains it shares it.
        PRIMARY,
        /// Who created it.
        CREATED
    }

    private final long handle;
    private final long id;
    private final Gpu gpu;
    private final Kind kind;
    private final GlobalMemory memory;
    private final Stream legacy;
    private final Map<ContextLimit, Long> limits = new EnumMap<>(ContextLimit.class);
    private final Set<Context> peers = new HashSet<>();
    private int flags;
    private int cacheConfig;
    private int sharedMemConfig;
    private long last;
    private long lastBlocking;
    private Optional<Failure> failure = Optional.empty();
    private Optional<DeviceHeap> heap = Optional.empty();

    Context(long handle, Gpu gpu, Kind kind, GlobalMemory memory) {
        this.handle = handle;
        this.id = (handle - HandleKind.CONTEXT.first()) / HandleKind.STEP + 1;
        this.gpu = gpu;
        this.kind = kind;
        this.memory = memory;
        this.legacy = new Stream(0, this, Stream.Mode.BLOCKING, 0);
    }

    @Override
    public long handle() {
        return handle;
    }

    /// Unique in the process, from 1.
    long id() {
        return id;
    }

    Gpu gpu() {
        return gpu;
    }

    Kind kind() {
        return kind;
    }

    /// The default stream that all threads share.
    Stream legacy() {
        return legacy;
    }

    int flags() {
        return flags;
    }

    void setFlags(int newFlags) {
        flags = newFlags;
    }

    int cacheConfig() {
        return cacheConfig;
    }

    void setCacheConfig(int config) {
        cacheConfig = config;
    }

    int sharedMemConfig() {
        return sharedMemConfig;
    }

    void setSharedMemConfig(int config) {
        sharedMemConfig = config;
    }

    long limit(ContextLimit limit) {
        return limits.getOrDefault(limit, limit.initial());
    }

    void setLimit(ContextLimit limit, long value) {
        limits.put(limit, value);
    }

    /// Contexts whose memory this one may use.
    Set<Context> peers() {
        return peers;
    }

    /// Ticket of the latest work in any stream.
    long last() {
        return last;
    }

    /// Ticket of the latest work that the legacy default stream waits for.
    long lastBlocking() {
        return lastBlocking;
    }

    /// Takes in work that was handed to the worker for `stream`, or that it waits for.
    void submitted(Stream stream, long ticket) {
        stream.reach(ticket);
        last = Math.max(last, ticket);
        if (stream.mode() == Stream.Mode.BLOCKING) {
            lastBlocking = Math.max(lastBlocking, ticket);
        }
    }

    Optional<Failure> failure() {
        return failure;
    }

    /// The first failure stays.
    void fail(Failure newFailure) {
        if (failure.isEmpty()) {
            failure = Optional.of(newFailure);
        }
    }

    /// What `malloc` in its kernels takes from; made with the limit of that time.
    DeviceHeap heap() {
        var existing =
                heap.orElseGet(() -> new DeviceHeap(memory, limit(ContextLimit.MALLOC_HEAP_SIZE)));
        heap = Optional.of(existing);
        return existing;
    }

    /// Whether the size of the heap is settled.
    boolean hasHeap() {
        return heap.isPresent();
    }

    void freeHeap() {
        heap.ifPresent(DeviceHeap::clear);
        heap = Optional.empty();
    }

    @Override
    public boolean belongsTo(Context other) {
        return false;
    }
}
