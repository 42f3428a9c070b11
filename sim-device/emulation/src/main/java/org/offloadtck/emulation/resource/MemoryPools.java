package org.offloadtck.emulation.resource;

import java.util.HashMap;
import java.util.Map;

/// The default pool of each device, and the pool that its allocations come from.
public final class MemoryPools {

    private final HandleTable handles;
    private final Map<EmulatedDevice, MemoryPool> defaults = new HashMap<>();
    private final Map<EmulatedDevice, MemoryPool> current = new HashMap<>();

    public MemoryPools(HandleTable handles) {
        this.handles = handles;
    }

    /// Makes a pool.
    ///
    /// @param capacity in bytes; 0 for that of the device
    public MemoryPool create(EmulatedDevice gpu, long capacity) {
        var pool = new MemoryPool(handles.newHandle(HandleKind.POOL), gpu, capacity);
        handles.add(pool);
        return pool;
    }

    /// Makes a pool that stands for one of another process.
    public MemoryPool createImported(EmulatedDevice gpu) {
        var pool = MemoryPool.imported(handles.newHandle(HandleKind.POOL), gpu);
        handles.add(pool);
        return pool;
    }

    /// The pool that a device always has.
    public MemoryPool defaultOf(EmulatedDevice gpu) {
        return defaults.computeIfAbsent(gpu, each -> create(each, 0));
    }

    /// The pool of `cuMemAllocAsync`.
    public MemoryPool currentOf(EmulatedDevice gpu) {
        return current.getOrDefault(gpu, defaultOf(gpu));
    }

    /// Makes `pool` the current one of its device.
    public void setCurrent(MemoryPool pool) {
        current.put(pool.device(), pool);
    }

    /// Removes a pool, in whose place the default one is current. Its allocations stay.
    public void destroy(MemoryPool pool) {
        current.remove(pool.device(), pool);
        handles.remove(pool);
    }
}
