package org.offloadtck.engine.memory;

import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/// The ranges of the host process that it has registered for kernels (`cuMemHostRegister`). Kernels
/// access them at their addresses in the process, also where they access no other memory of it.
///
/// Thread-safe.
public final class RegisteredMemory {

    private final ConcurrentSkipListMap<Long, Allocation> ranges = new ConcurrentSkipListMap<>();
    private volatile boolean isUsed;

    /// Registers `bytes` bytes at `address`, which overlap no registered range.
    public Allocation add(long address, long bytes) {
        var range = new Allocation("registered host memory", address, bytes);
        isUsed = true;
        ranges.put(address, range);
        return range;
    }

    public void remove(Allocation range) {
        ranges.remove(range.address(), range);
    }

    /// The range that contains the byte at `address`.
    public Optional<Allocation> find(long address) {
        return Optional.ofNullable(ranges.floorEntry(address))
                .map(entry -> entry.getValue())
                .filter(range -> range.contains(address, 1));
    }

    boolean contains(long address) {
        return isUsed && find(address).isPresent();
    }

    /// Whether the process has ever registered memory.
    boolean isUsed() {
        return isUsed;
    }
}
