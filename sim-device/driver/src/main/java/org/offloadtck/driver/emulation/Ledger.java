package org.offloadtck.driver.emulation;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.offloadtck.driver.api.DriverResult;
import org.offloadtck.simt.memory.Allocation;
import org.offloadtck.simt.memory.GlobalMemory;

/// What a process allocated and has not freed. Modules' variables and what kernels allocate are not
/// in it.
final class Ledger {

    private final GlobalMemory memory;
    private final TreeMap<Long, Block> blocks = new TreeMap<>();

    Ledger(GlobalMemory memory) {
        this.memory = memory;
    }

    /// Allocates.
    ///
    /// @param name what diagnostics call it
    /// @param bytes positive
    /// @param owner of the new block, but for the allocation
    Block allocate(String name, long bytes, Block.Kind kind, Owner owner) {
        if (bytes < 0) {
            throw noRoom(bytes, owner);
        }
        if (kind.isOnDevice() && !owner.context().gpu().take(bytes)) {
            throw noRoom(bytes, owner);
        }
        var allocation = memory.allocate(name, bytes, Allocation.Access.READ_WRITE);
        if (allocation.isEmpty()) {
            giveBack(kind, owner.context().gpu(), bytes);
            throw noRoom(bytes, owner);
        }
        if (!kind.isOnDevice()) {
            memory.watch().written(allocation.get().address(), bytes);
        }
        var block = new Block(allocation.get(), kind, owner.context(), owner.flags());
        blocks.put(block.address(), block);
        return block;
    }

    /// Who a block is for.
    ///
    /// @param flags of the call
    record Owner(Context context, int flags) {}

    private static Refusal noRoom(long bytes, Owner owner) {
        var gpu = owner.context().gpu();
        return Refusal.of(
                DriverResult.OUT_OF_MEMORY,
                "%s bytes when device %d has %d of %d bytes left"
                        .formatted(
                                Long.toUnsignedString(bytes),
                                gpu.ordinal(),
                                gpu.spec().memory().bytes() - gpu.used(),
                                gpu.spec().memory().bytes()));
    }

    void free(Block block) {
        blocks.remove(block.address());
        giveBack(block.kind(), block.context().gpu(), block.size());
        memory.free(block.allocation());
    }

    private static void giveBack(Block.Kind kind, Gpu gpu, long bytes) {
        if (kind.isOnDevice()) {
            gpu.giveBack(bytes);
        }
    }

    /// The block that begins at `address`.
    Optional<Block> at(long address) {
        return Optional.ofNullable(blocks.get(address));
    }

    /// The block that holds the byte at `address`.
    Optional<Block> holding(long address) {
        return Optional.ofNullable(blocks.floorEntry(address))
                .map(Map.Entry::getValue)
                .filter(block -> block.allocation().contains(address, 1));
    }

    /// What was allocated in `context`.
    List<Block> of(Context context) {
        return blocks.values().stream().filter(block -> block.context() == context).toList();
    }
}
