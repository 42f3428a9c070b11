package org.offloadtck.engine.deviceruntime;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.DeviceHeap;
import org.offloadtck.engine.memory.GlobalMemory;

/// Global memory of the device runtime: parameter buffers of launches, and texts. It is not part of
/// the heap of `malloc`.
///
/// Thread-safe: the object is its own lock.
public final class RuntimeMemory {

    private final GlobalMemory memory;
    private final DeviceHeap blocks;
    private final Map<String, Long> texts = new HashMap<>();

    public RuntimeMemory(GlobalMemory memory) {
        this.memory = memory;
        this.blocks = DeviceHeap.ofDeviceRuntime(memory);
    }

    /// Allocates a block.
    ///
    /// @return empty if global memory is full
    synchronized Optional<Allocation> allocate(long bytes) {
        return blocks.allocate(bytes);
    }

    synchronized void free(Allocation block) {
        blocks.free(block.address());
    }

    /// Bytes that blocks take.
    long used() {
        return blocks.used();
    }

    /// The bytes at the start of a block.
    byte[] read(Allocation block, int bytes) {
        var copy = new byte[bytes];
        MemorySegment.ofArray(copy).copyFrom(memory.slice(block.address(), bytes));
        return copy;
    }

    /// The address of a text, which ends with a zero byte; 0 if global memory is full.
    synchronized long text(String text) {
        return texts.computeIfAbsent(text, this::place);
    }

    private Long place(String text) {
        var bytes = (text + "\0").getBytes(US_ASCII);
        return blocks.allocate(bytes.length)
                .map(block -> {
                    memory.slice(block.address(), bytes.length)
                            .copyFrom(MemorySegment.ofArray(bytes));
                    memory.observer().written(block.address(), bytes.length);
                    return block.address();
                })
                .orElse(0L);
    }

    /// Frees all blocks.
    public synchronized void clear() {
        texts.clear();
        blocks.clear();
    }
}
