package org.offloadtck.engine.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Global memory: one arena and the table of its allocations.
///
/// Allocations are aligned to 256 bytes and at least as far apart, so that a small overrun never
/// lands in a neighbour. Freed ranges stay unused for a while, so that a use after free is told
/// from a wild access. The same sequence of calls gives the same addresses on every host.
///
/// Thread-safe: the object is its own lock, held for the length of each method, and guards the
/// table. What lies in memory has no lock, as on a device: who copies while a kernel runs sees what
/// the kernel had written by then. An allocation freed while a kernel uses it ends for that kernel
/// soon, not at once.
public final class GlobalMemory {

    /// What `cudaMalloc` promises at least (CUDA C++ Programming Guide 13.0 §6.2.2).
    static final long ALIGNMENT = 256;

    /// How many freed bytes are kept from being used again.
    static final long QUARANTINE = 16L << 20;

    /// How many allocations are remembered whose range may be used again.
    private static final int MOST_PAST = 1 << 10;

    private final MemorySegment arena;
    private final long capacity;
    private long top;
    private long highWaterMark;
    private long quarantined;
    private final TreeMap<Long, Allocation> allocations = new TreeMap<>();
    private final Deque<Allocation> quarantine = new ArrayDeque<>();
    private final TreeMap<Long, Long> holes = new TreeMap<>();

    /// The last allocations whose range may be used again, for diagnostics.
    private final Deque<Allocation> past = new ArrayDeque<>();

    private volatile MemoryObserver observer = MemoryObserver.NONE;

    /// Memory in `arena`: the byte of address `a` is at `a - AddressSpace.GLOBAL`.
    ///
    /// @param arena native and zeroed; it has to live for as long as anybody launches kernels, for
    ///   they reach it by address
    public GlobalMemory(MemorySegment arena) {
        if (!arena.isNative() || arena.byteSize() < ALIGNMENT) {
            throw new IllegalArgumentException(
                    "arena is %s when it should be native and %d bytes at least"
                            .formatted(arena, ALIGNMENT));
        }
        this.arena = arena;
        this.capacity = arena.byteSize();
    }

    /// Memory of its own, which takes up room in this process only where it is used, and goes with
    /// the object.
    ///
    /// @param capacity in bytes
    public static GlobalMemory ofCapacity(long capacity) {
        return new GlobalMemory(ReservedMemory.of(capacity, Arena.ofAuto()));
    }

    /// Has `newWatch` told what becomes of this memory from now on, instead of whoever was.
    public void observer(MemoryObserver newWatch) {
        observer = newWatch;
    }

    /// Who is told.
    public MemoryObserver observer() {
        return observer;
    }

    /// Size in bytes.
    public long capacity() {
        return capacity;
    }

    /// How much of the arena, from its start, was ever allocated, in bytes.
    public synchronized long highWaterMark() {
        return highWaterMark;
    }

    /// Allocates `size` bytes, zero or what an earlier allocation left.
    ///
    /// @return empty when there is no room
    public synchronized Optional<Allocation> allocate(
            String name, long size, Allocation.Permission access) {
        if (size < 0 || size > capacity) {
            return Optional.empty();
        }
        long extent = extent(size);
        long offset = takeHole(extent);
        if (offset < 0) {
            if (extent > capacity - top) {
                return Optional.empty();
            }
            offset = top;
            top += extent;
            highWaterMark = Math.max(highWaterMark, top);
        }
        var allocation = new Allocation(name, AddressSpace.GLOBAL + offset, size, access);
        allocations.put(allocation.address(), allocation);
        observer.allocated(allocation);
        return Optional.of(allocation);
    }

    /// Frees `allocation`; every later access to it is a fault.
    public synchronized void free(Allocation allocation) {
        if (allocation.isFreed()) {
            throw new IllegalStateException("%s is freed twice".formatted(allocation));
        }
        allocation.free();
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
            addHole(oldest.address() - AddressSpace.GLOBAL, extent(oldest.size()));
        }
    }

    /// The live allocation that begins at `address`.
    public synchronized Optional<Allocation> allocationAt(long address) {
        return Optional.ofNullable(allocations.get(address)).filter(a -> !a.isFreed());
    }

    /// The live allocation that holds all of `size` bytes at `address`.
    public synchronized Optional<Allocation> find(long address, long size) {
        return Optional.ofNullable(allocations.floorEntry(address))
                .map(Map.Entry::getValue)
                .filter(a -> a.contains(address, size));
    }

    /// Says where an access at `address` is that no allocation holds whole, in terms of the nearest
    /// allocation before it, or after it when there is none before.
    public synchronized String describe(long address) {
        var freed = freedAt(address);
        if (freed.isPresent()) {
            return "%d bytes into %s, which is freed"
                    .formatted(address - freed.get().address(), freed.get());
        }
        var before = allocations.floorEntry(address);
        if (before == null) {
            var after = allocations.higherEntry(address);
            return after == null
                    ? "where nothing is allocated"
                    : "%d bytes before %s".formatted(after.getKey() - address, after.getValue());
        }
        var allocation = before.getValue();
        long past = address - allocation.address() - allocation.size();
        return past < 0
                ? "partly in, by %d bytes, %s".formatted(-past, allocation)
                : "%d bytes past the end of %s".formatted(past, allocation);
    }

    /// Whether an access at `address` that no allocation holds whole is one of what was freed.
    public synchronized boolean isFreed(long address) {
        return freedAt(address).isPresent();
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
    /// @throws IllegalArgumentException if no live allocation holds the range whole
    public MemorySegment slice(long address, long size) {
        if (find(address, size).isEmpty()) {
            throw new IllegalArgumentException(
                    "%d bytes at 0x%x are %s".formatted(size, address, describe(address)));
        }
        return arena.asSlice(address - AddressSpace.GLOBAL, size);
    }

    /// What is to be added to an address to find it in this process, by [NativeBytes].
    public long hostOffset() {
        return arena.address() - AddressSpace.GLOBAL;
    }

    private static long extent(long size) {
        return (size + ALIGNMENT + ALIGNMENT - 1) & -ALIGNMENT;
    }

    private long takeHole(long extent) {
        for (var hole : holes.entrySet()) {
            if (hole.getValue() >= extent) {
                long offset = hole.getKey();
                long length = hole.getValue();
                return carve(offset, length, extent);
            }
        }
        return -1;
    }

    private long carve(long offset, long length, long extent) {
        holes.remove(offset);
        if (length > extent) {
            holes.put(offset + extent, length - extent);
        }
        return offset;
    }

    private void addHole(long offset, long extent) {
        long start = offset;
        long end = offset + extent;
        var before = holes.floorEntry(offset);
        if (before != null && before.getKey() + before.getValue() == offset) {
            start = before.getKey();
        }
        var after = holes.remove(end);
        if (after != null) {
            end += after;
        }
        holes.remove(start);
        if (end == top) {
            top = start;
        } else {
            holes.put(start, end - start);
        }
    }
}
