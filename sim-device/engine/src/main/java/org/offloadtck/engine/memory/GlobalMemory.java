package org.offloadtck.engine.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.offloadtck.engine.texture.TextureObjects;

/// Global memory: one arena and the table of its allocations.
///
/// The arena has two parts: memory of devices, and memory that the host shares with them, pinned or
/// managed. Allocations of the two are on different pages, so that the host can have access to the
/// second part alone.
///
/// Allocations are aligned to 256 bytes and at least as far apart, so that a small overrun never
/// reaches a neighbour. Freed ranges are quarantined before they are reused, so that a use after
/// free is distinguished from a wild access. The same sequence of calls returns the same addresses
/// on every host. The blocks of `malloc` in device code lie in ranges of their own ([DeviceHeap]).
///
/// Thread-safe: the object is its own lock, held for the duration of each method, and guards the
/// table. The bytes of memory have no lock, as on a device: a copy during a kernel sees what the
/// kernel has written by then. If an allocation is freed while a kernel uses it, later accesses of
/// the kernel fault, but not necessarily the next.
public final class GlobalMemory {

    /// Alignment that `cudaMalloc` guarantees, in bytes (CUDA C++ Programming Guide 13.0 §6.2.2).
    public static final long ALIGNMENT = 256;

    /// Freed bytes that are not reused.
    static final long QUARANTINE = 16L << 20;

    /// Freed allocations that are remembered after their range may be reused.
    private static final int MOST_PAST = 1 << 10;

    private final MemorySegment arena;
    private final long capacity;
    private final long deviceBytes;
    private final FreeRanges free;
    private final FreeRanges shared;
    private long quarantined;
    private final TreeMap<Long, Allocation> allocations = new TreeMap<>();
    private final Deque<Allocation> quarantine = new ArrayDeque<>();

    /// The ranges of the heaps of device code, by offset: taken from `free` and never given back.
    private final TreeMap<Long, FreeRanges> heapRanges = new TreeMap<>();

    /// Those that no heap has at the moment.
    private final TreeMap<Long, FreeRanges> idleHeapRanges = new TreeMap<>();

    /// The first offsets of ranges in which only blocks are mapped.
    private final Set<Long> guardedRanges = new HashSet<>();

    /// The last freed allocations whose range may be reused, for diagnostics.
    private final Deque<Allocation> past = new ArrayDeque<>();

    private final PageRanges pageRanges = new PageRanges();
    private volatile boolean ofProcesses;

    private final FunctionAddresses functionAddresses = new FunctionAddresses();
    private final TextureObjects textures = new TextureObjects();
    private final GraphConditions conditions = new GraphConditions();
    private final UnifiedMemory host;
    private final RegisteredMemory registered = new RegisteredMemory();
    private volatile MemoryObserver observer = MemoryObserver.NONE;

    /// Memory in `arena`: the byte of address `a` is at `a - AddressSpace.GLOBAL`.
    ///
    /// @param arena native and zeroed; it must live as long as kernels are launched, for kernels
    ///   access it by address
    public GlobalMemory(MemorySegment arena) {
        this(arena, arena.byteSize(), UnifiedMemory.NONE);
    }

    /// As [#GlobalMemory(MemorySegment)], beside the memory of a host process, which kernels access
    /// at all addresses outside the arena.
    ///
    /// @param deviceBytes of the arena that are memory of devices; the rest is shared
    public GlobalMemory(MemorySegment arena, long deviceBytes, UnifiedMemory host) {
        if (!arena.isNative() || deviceBytes < ALIGNMENT || deviceBytes > arena.byteSize()) {
            throw new IllegalArgumentException(
                    "arena is %s with %d bytes for devices when it should be native with %d at least"
                            .formatted(arena, deviceBytes, ALIGNMENT));
        }
        this.arena = arena;
        this.host = host;
        this.capacity = arena.byteSize();
        this.deviceBytes = deviceBytes;
        this.free = new FreeRanges(0, deviceBytes);
        this.shared = new FreeRanges(deviceBytes, capacity);
    }

    /// Reserved memory, which takes memory of the host only where it is written.
    ///
    /// @param capacity in bytes
    /// @param lifetime owner of the memory; it must live as long as kernels are launched
    public static GlobalMemory ofCapacity(long capacity, Arena lifetime) {
        return new GlobalMemory(ReservedMemory.of(capacity, lifetime));
    }

    /// The memory of the host process that kernels access at addresses outside the arena.
    public UnifiedMemory host() {
        return host;
    }

    /// The ranges of the host process that it has registered for kernels.
    public RegisteredMemory registered() {
        return registered;
    }

    /// Whether kernels can access memory of the host process: all of it, or registered ranges.
    public boolean isSharedWithHost() {
        return host.isAvailable() || registered.isUsed();
    }

    /// Whether an address is one at which kernels may access memory of the host process.
    public boolean isOfHost(long address) {
        return isOutside(address) && (host.isAvailable() || registered.contains(address));
    }

    /// Whether an address is outside the arena.
    public boolean isOutside(long address) {
        return Long.compareUnsigned(address - AddressSpace.GLOBAL, capacity) >= 0;
    }

    /// Whether an address is in the part of the arena that is memory of devices; the host shares
    /// the other part.
    public boolean isOfDevice(long address) {
        return Long.compareUnsigned(address - AddressSpace.GLOBAL, deviceBytes) < 0;
    }

    /// The addresses of the functions of all programs in this memory.
    public FunctionAddresses functionAddresses() {
        return functionAddresses;
    }

    /// The texture and surface objects that kernels on this memory use.
    public TextureObjects textures() {
        return textures;
    }

    /// The condition variables of graphs that kernels on this memory set.
    public GraphConditions conditions() {
        return conditions;
    }

    /// Sets the observer of this memory, instead of the previous one.
    public void observer(MemoryObserver newObserver) {
        observer = newObserver;
    }

    /// The observer of this memory.
    public MemoryObserver observer() {
        return observer;
    }

    /// Capacity in bytes.
    public long capacity() {
        return capacity;
    }

    /// One past the highest offset of the arena that was ever allocated as memory of a device, in
    /// bytes.
    public synchronized long deviceTop() {
        return free.highest();
    }

    /// One past the highest offset of the arena that was ever allocated as shared memory, in bytes.
    public synchronized long sharedTop() {
        return shared.highest();
    }

    /// Allocates `size` bytes of a device, which are zero or the bytes of an earlier allocation.
    ///
    /// @return empty if there is no room
    public Optional<Allocation> allocate(String name, long size) {
        return isPossible(size) ? allocateIn(free, name, size) : Optional.empty();
    }

    /// Allocates `size` bytes that the host shares with devices.
    ///
    /// @return empty if there is no room
    public Optional<Allocation> allocateShared(String name, long size) {
        return isPossible(size) ? allocateIn(shared, name, size) : Optional.empty();
    }

    private boolean isPossible(long size) {
        return size >= 0 && size <= capacity;
    }

    /// Allocates `size` bytes, 0 or more, of a heap's range or of a part of the arena.
    ///
    /// @return empty if there is no room
    synchronized Optional<Allocation> allocateIn(FreeRanges range, String name, long size) {
        long offset = range.take(extent(size));
        if (offset < 0) {
            return Optional.empty();
        }
        var allocation = new Allocation(name, AddressSpace.GLOBAL + offset, size);
        allocations.put(allocation.address(), allocation);
        observer.allocated(allocation);
        return Optional.of(allocation);
    }

    /// Allocates a range of whole pages whose memory is that of a file or comes and goes, so that
    /// pages of a file can be mapped there.
    ///
    /// @param size positive, in bytes
    /// @param lead bytes of the first page before the allocation, less than `pages.bytes()`
    /// @return empty if there is no room
    public synchronized Optional<Allocation> allocatePages(
            String name, long size, long lead, PageUse pages) {
        if (!isPossible(size)) {
            return Optional.empty();
        }
        var range = pageRanges.take(pages, lead + size, free);
        if (range.isEmpty()) {
            return Optional.empty();
        }
        long address = AddressSpace.GLOBAL + range.get() + lead;
        if (pages == PageUse.RESERVATION) {
            var reserved = Allocation.reserved(name, address, size);
            allocations.put(address, reserved);
            return Optional.of(reserved);
        }
        var allocation = new Allocation(name, address, size);
        allocations.put(address, allocation);
        observer.allocated(allocation);
        return Optional.of(allocation);
    }

    /// Sets how many bytes, from its start, of a range of [PageUse#RESERVATION] may be accessed; 0
    /// at first.
    public synchronized void reach(Allocation range, long bytes) {
        range.reach(bytes);
    }

    /// Frees what [#allocatePages] has allocated. Only such ranges of the same use take its place.
    public synchronized void freePages(Allocation allocation) {
        allocation.free();
        allocations.remove(allocation.address());
        past.addFirst(allocation);
        if (past.size() > MOST_PAST) {
            past.removeLast();
        }
        pageRanges.give(allocation.address() - AddressSpace.GLOBAL);
    }

    /// Whether another process can have access to the memory. It is never retracted.
    public boolean isOfProcesses() {
        return ofProcesses;
    }

    /// Another process can have access from now on.
    public void shareWithProcesses() {
        ofProcesses = true;
    }

    /// Reserves a range of a device for memory that comes and goes ([#allocate(Allocation)],
    /// [#unmap]). At first it has none, so accesses fault.
    ///
    /// @param size positive, in bytes
    /// @return empty if there is no room
    public synchronized Optional<Allocation> reserve(String name, long size) {
        long offset = isPossible(size) ? free.take(extent(size)) : -1;
        if (offset < 0) {
            return Optional.empty();
        }
        var range = Allocation.reserved(name, AddressSpace.GLOBAL + offset, size);
        allocations.put(range.address(), range);
        return Optional.of(range);
    }

    /// Allocates the memory of a reserved range that has none.
    public synchronized void allocate(Allocation range) {
        range.allocate();
        observer.allocated(range);
    }

    /// Frees the memory of a reserved range, if it has any. The range stays reserved.
    public synchronized void unmap(Allocation range) {
        if (!range.isFreed()) {
            range.free();
        }
    }

    /// Gives back a reserved range.
    public synchronized void release(Allocation range) {
        range.free();
        retire(range);
    }

    /// Takes a range for a heap. A range that another heap has returned is taken first.
    ///
    /// @param size at least, in bytes
    /// @return empty if there is no room
    synchronized Optional<FreeRanges> takeHeapRange(long size, DeviceHeap.Use use) {
        var range = takeHeapRange(size);
        range.filter(_ -> use == DeviceHeap.Use.DEVICE_RUNTIME)
                .ifPresent(taken -> guardedRanges.add(taken.start()));
        return range;
    }

    private Optional<FreeRanges> takeHeapRange(long size) {
        var idle =
                idleHeapRanges.values().stream().filter(range -> range.size() >= size).findFirst();
        if (idle.isPresent()) {
            idleHeapRanges.remove(idle.get().start());
            return idle;
        }
        long length = Math.ceilDiv(size, ALIGNMENT) * ALIGNMENT;
        long offset = free.take(length);
        if (offset < 0) {
            return Optional.empty();
        }
        var range = new FreeRanges(offset, offset + length);
        heapRanges.put(offset, range);
        return Optional.of(range);
    }

    /// Returns a range whose blocks are freed. Later accesses to it fault.
    synchronized void returnHeapRange(FreeRanges range) {
        idleHeapRanges.put(range.start(), range);
        guardedRanges.remove(range.start());
    }

    /// Whether all of `bytes` bytes at `address` are in the range of a heap of `malloc`, which is
    /// mapped as a whole.
    public synchronized boolean isInHeap(long address, long bytes) {
        long offset = address - AddressSpace.GLOBAL;
        return heapRange(offset)
                .filter(range -> range.contains(offset, bytes))
                .filter(range -> !idleHeapRanges.containsKey(range.start()))
                .filter(range -> !guardedRanges.contains(range.start()))
                .isPresent();
    }

    private Optional<FreeRanges> heapRange(long offset) {
        return Optional.ofNullable(heapRanges.floorEntry(offset))
                .map(Map.Entry::getValue)
                .filter(range -> range.contains(offset, 1));
    }

    /// Frees an allocation. Later accesses to it fault.
    public synchronized void free(Allocation allocation) {
        if (allocation.isFreed()) {
            throw new IllegalStateException("%s is freed twice".formatted(allocation));
        }
        allocation.free();
        retire(allocation);
    }

    private void retire(Allocation allocation) {
        quarantine.add(allocation);
        quarantined += extent(allocation.size());
        while (quarantined > QUARANTINE) {
            var oldest = quarantine.remove();
            quarantined -= extent(oldest.size());
            allocations.remove(oldest.address());
            past.addFirst(oldest);
            if (past.size() > MOST_PAST) {
                past.removeLast();
            }
            long offset = oldest.address() - AddressSpace.GLOBAL;
            range(offset).give(offset, extent(oldest.size()));
        }
    }

    /// What an allocation at `offset` was taken from.
    private FreeRanges range(long offset) {
        return heapRange(offset).orElse(shared.contains(offset, 1) ? shared : free);
    }

    /// The live allocation that starts at `address`.
    public synchronized Optional<Allocation> allocationAt(long address) {
        return Optional.ofNullable(allocations.get(address)).filter(a -> !a.isFreed());
    }

    /// The live allocation that contains all of `size` bytes at `address`.
    public synchronized Optional<Allocation> find(long address, long size) {
        return Optional.ofNullable(allocations.floorEntry(address))
                .map(Map.Entry::getValue)
                .filter(a -> a.contains(address, size));
    }

    /// The allocation nearest to an address, a freed one too; of two at the same distance, the one
    /// before it.
    public synchronized Optional<Allocation> nearest(long address) {
        var before = allocations.floorEntry(address);
        var after = allocations.higherEntry(address);
        boolean isBefore =
                before != null
                        && (after == null
                                || address - before.getValue().end() <= after.getKey() - address);
        return Optional.ofNullable(isBefore ? before : after).map(Map.Entry::getValue);
    }

    /// Describes the address of an access that no allocation contains, relative to the nearest
    /// allocation; of two at the same distance, to the one before it. An address outside device
    /// memory is relative to nothing: it is one of the host, or wild.
    public synchronized String describe(long address) {
        long offset = address - AddressSpace.GLOBAL;
        if (offset >= capacity || offset < -capacity) {
            return "outside device memory (%d bytes at 0x%x), %s"
                    .formatted(capacity, AddressSpace.GLOBAL, host.describe(address));
        }
        var freed = freedAt(address);
        if (freed.isPresent()) {
            return "%d bytes into %s, which is %s"
                    .formatted(address - freed.get().address(), freed.get(), freed.get().absence());
        }
        return nearest(address)
                .map(block -> relation(address, block))
                .orElse("where nothing is allocated");
    }

    private static String relation(long address, Allocation block) {
        long past = address - block.end();
        if (address < block.address()) {
            return "%d bytes before %s".formatted(block.address() - address, block);
        }
        return past < 0
                ? "partly in, by %d bytes, %s".formatted(-past, block)
                : "%d bytes past the end of %s".formatted(past, block);
    }

    /// Whether an access at `address` that no live allocation contains is in a freed allocation.
    public synchronized boolean isFreed(long address) {
        return freedAt(address).filter(Allocation::wasFreed).isPresent();
    }

    private Optional<Allocation> freedAt(long address) {
        var before = allocations.floorEntry(address);
        if (before != null && before.getValue().isFreed() && before.getValue().covered(address)) {
            return Optional.of(before.getValue());
        }
        boolean isNear = before != null && address - before.getValue().end() < ALIGNMENT;
        return past.stream().filter(a -> !isNear && a.covered(address)).findFirst();
    }

    /// The bytes of a range, for copies and fills by the host.
    ///
    /// @throws IllegalArgumentException if no live allocation contains the whole range
    public MemorySegment slice(long address, long size) {
        if (find(address, size).isEmpty()) {
            throw new IllegalArgumentException(
                    "%d bytes at 0x%x are %s".formatted(size, address, describe(address)));
        }
        return arena.asSlice(address - AddressSpace.GLOBAL, size);
    }

    /// The difference between an address in this process ([NativeBytes]) and the device address.
    public long hostOffset() {
        return arena.address() - AddressSpace.GLOBAL;
    }

    /// The bytes that an allocation of `size` bytes takes, with the distance to the next.
    static long extent(long size) {
        return (size + ALIGNMENT + ALIGNMENT - 1) & -ALIGNMENT;
    }
}
