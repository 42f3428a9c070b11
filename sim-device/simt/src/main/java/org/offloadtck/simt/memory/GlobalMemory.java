package org.offloadtck.simt.memory;

import java.util.ArrayDeque;
import java.util.Arrays;
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
/// Not thread-safe.
public final class GlobalMemory {

    /// What `cudaMalloc` promises at least (CUDA C++ Programming Guide 13.0 §6.2.2).
    static final long ALIGNMENT = 256;

    /// How many freed bytes are kept from being used again.
    static final long QUARANTINE = 16L << 20;

    private final long capacity;
    private byte[] bytes = new byte[1 << 16];
    private long top;
    private long quarantined;
    private final TreeMap<Long, Allocation> allocations = new TreeMap<>();
    private final Deque<Allocation> quarantine = new ArrayDeque<>();
    private final TreeMap<Long, Long> holes = new TreeMap<>();

    /// @param capacity in bytes, less than 2 GiB
    public GlobalMemory(long capacity) {
        if (capacity < ALIGNMENT || capacity > Integer.MAX_VALUE - ALIGNMENT) {
            throw new IllegalArgumentException("capacity is %d bytes".formatted(capacity));
        }
        this.capacity = capacity;
    }

    /// Allocates `size` bytes, zero or what an earlier allocation left.
    ///
    /// @return empty when there is no room
    public Optional<Allocation> allocate(String name, long size, Allocation.Access access) {
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
            reserve(top);
        }
        var allocation = new Allocation(name, AddressSpace.GLOBAL + offset, size, access);
        allocations.put(allocation.address(), allocation);
        return Optional.of(allocation);
    }

    /// Frees `allocation`; every later access to it is a fault.
    public void free(Allocation allocation) {
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
            addHole(oldest.address() - AddressSpace.GLOBAL, extent(oldest.size()));
        }
    }

    /// The live allocation that begins at `address`.
    public Optional<Allocation> allocationAt(long address) {
        return Optional.ofNullable(allocations.get(address)).filter(a -> !a.isFreed());
    }

    /// The live allocation that holds all of `size` bytes at `address`.
    public Optional<Allocation> find(long address, long size) {
        return Optional.ofNullable(allocations.floorEntry(address))
                .map(Map.Entry::getValue)
                .filter(a -> a.contains(address, size));
    }

    /// Says where an access at `address` is that no allocation holds whole, in terms of the nearest
    /// allocation before it, or after it when there is none before.
    public String describe(long address) {
        var before = allocations.floorEntry(address);
        if (before == null) {
            var after = allocations.higherEntry(address);
            return after == null
                    ? "where nothing is allocated"
                    : "%d bytes before %s".formatted(after.getKey() - address, after.getValue());
        }
        var allocation = before.getValue();
        long offset = address - allocation.address();
        if (allocation.isFreed() && offset < allocation.size()) {
            return "%d bytes into %s, which is freed".formatted(offset, allocation);
        }
        long past = offset - allocation.size();
        return past < 0
                ? "partly in, by %d bytes, %s".formatted(-past, allocation)
                : "%d bytes past the end of %s".formatted(past, allocation);
    }

    /// The arena; the byte of address `a` is at index `a - AddressSpace.GLOBAL`. Valid until the
    /// next allocation.
    public byte[] bytes() {
        return bytes;
    }

    /// Index into [#bytes] of an address inside an allocation.
    public static int index(long address) {
        return (int) (address - AddressSpace.GLOBAL);
    }

    private static long extent(long size) {
        return (size + ALIGNMENT + ALIGNMENT - 1) & -ALIGNMENT;
    }

    private void reserve(long length) {
        if (length > bytes.length) {
            long roomy = Math.min(capacity, Math.max(length, bytes.length * 3L / 2));
            bytes = Arrays.copyOf(bytes, Math.toIntExact(roomy));
        }
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
        holes.put(start, end - start);
    }
}
