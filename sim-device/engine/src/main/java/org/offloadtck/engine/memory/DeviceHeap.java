package org.offloadtck.engine.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The heap of `malloc` in device code: a part of global memory with a limit (CUDA C++ Programming
/// Guide 13.0 §10.34, *Dynamic Global Memory Allocation and Operations*).
///
/// As on a GPU, the heap is a mapped range: an access of a kernel outside its blocks reads and
/// writes the bytes that lie there. The range is taken at the first allocation. Blocks are farther
/// apart than on a GPU, so that more ranges follow where many small blocks need more room.
///
/// A block lives until device code frees it, in the same launch or a later one.
///
/// Thread-safe: the object is its own lock, taken before the lock of the memory.
public final class DeviceHeap {

    /// The default limit: 8 MB (CUDA C++ Programming Guide 13.0 §10.34.1, *Heap Memory
    /// Allocation*).
    public static final long DEFAULT_LIMIT = 8L << 20;

    /// The name of blocks of `malloc` in diagnostics.
    public static final String BLOCK_NAME = "malloc";

    /// Sizes are rounded up to multiples of this, in bytes (CUDA C++ Programming Guide 13.0
    /// §10.34).
    private static final long ALIGNMENT = 16;

    /// Bytes that a block takes of the limit beside its size, and at least, on an H200 with driver
    /// 580.159. Blocks of more than 64 bytes take up to twice as much as this there.
    private static final long HEADER = 16;

    private static final long LEAST = 80;

    /// Size of a range in bytes, if the limit is not less.
    private static final long RANGE = 8L << 20;

    /// The blocks of a heap, and accesses of kernels outside them.
    enum Use {
        /// Accesses outside the blocks are possible.
        MALLOC(BLOCK_NAME),
        /// Accesses outside the blocks fault.
        DEVICE_RUNTIME("parameter buffer");

        private final String blockName;

        Use(String blockName) {
            this.blockName = blockName;
        }
    }

    private final GlobalMemory memory;
    private final long limit;
    private final Use use;
    private final List<FreeRanges> ranges = new ArrayList<>();
    private final Map<Long, Allocation> blocks = new TreeMap<>();
    private long used;

    /// @param limit in bytes
    public DeviceHeap(GlobalMemory memory, long limit) {
        this(memory, limit, Use.MALLOC);
    }

    private DeviceHeap(GlobalMemory memory, long limit, Use use) {
        if (limit < 0) {
            throw new IllegalArgumentException("heap limit is %d bytes".formatted(limit));
        }
        this.memory = memory;
        this.limit = limit;
        this.use = use;
    }

    /// A heap for the CUDA device runtime, which all of the memory limits. Accesses of kernels
    /// outside its blocks fault.
    public static DeviceHeap ofDeviceRuntime(GlobalMemory memory) {
        return new DeviceHeap(memory, memory.capacity(), Use.DEVICE_RUNTIME);
    }

    /// Most bytes that may be allocated at the same time.
    public long limit() {
        return limit;
    }

    /// Whether a block was ever allocated.
    public synchronized boolean isUsed() {
        return !ranges.isEmpty();
    }

    /// Bytes of the limit that blocks take.
    public synchronized long used() {
        return used;
    }

    /// Allocates `size` bytes.
    ///
    /// @return empty if the limit would be exceeded or global memory is full
    public synchronized Optional<Allocation> allocate(long size) {
        if (size < 0 || size > limit || extent(size) > limit - used) {
            return Optional.empty();
        }
        var block = place(size);
        block.ifPresent(allocation -> {
            blocks.put(allocation.address(), allocation);
            used += extent(size);
        });
        return block;
    }

    private Optional<Allocation> place(long size) {
        for (var range : ranges) {
            var block = placeIn(range, size);
            if (block.isPresent()) {
                return block;
            }
        }
        long extent = GlobalMemory.extent(size);
        var added =
                memory.takeHeapRange(Math.max(extent, Math.min(RANGE, limit)), use)
                        .or(() -> memory.takeHeapRange(extent, use));
        added.ifPresent(ranges::add);
        return added.flatMap(range -> placeIn(range, size));
    }

    private Optional<Allocation> placeIn(FreeRanges range, long size) {
        return memory.allocateIn(range, use.blockName, size);
    }

    /// Frees the block that starts at `address`.
    ///
    /// @return whether there was one
    public synchronized boolean free(long address) {
        var block = Optional.ofNullable(blocks.remove(address));
        block.ifPresent(allocation -> {
            used -= extent(allocation.size());
            memory.free(allocation);
        });
        return block.isPresent();
    }

    /// Frees all blocks and returns the ranges.
    public synchronized void clear() {
        new ArrayList<>(blocks.keySet()).forEach(this::free);
        ranges.forEach(memory::returnHeapRange);
        ranges.clear();
    }

    private static long extent(long size) {
        return Math.max(LEAST, Math.ceilDiv(size, ALIGNMENT) * ALIGNMENT + HEADER);
    }
}
