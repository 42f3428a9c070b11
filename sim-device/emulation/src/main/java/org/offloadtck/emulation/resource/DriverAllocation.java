package org.offloadtck.emulation.resource;

import java.util.Optional;
import org.offloadtck.engine.memory.Allocation;

/// Memory that a process has allocated.
///
/// @param context whose device it is on, or which was current at the allocation
/// @param flags of the call that allocated it; 0 if the call has none
/// @param pool from which it was allocated
public record DriverAllocation(
        Allocation allocation,
        Kind kind,
        EmulatedContext context,
        int flags,
        Optional<MemoryPool> pool) {

    /// The function that allocated, which determines the function that frees.
    public enum Kind {
        /// `cuMemAlloc`, `cuMemAllocPitch`
        DEVICE,
        /// `cuMemAllocAsync`, `cuMemAllocFromPoolAsync`
        POOL,
        /// An allocation node of a graph.
        GRAPH,
        /// `cuArrayCreate`, `cuArray3DCreate`, `cuMipmappedArrayCreate`
        ARRAY,
        /// `cuMemAllocManaged`
        MANAGED,
        /// `cuMemAllocHost`, `cuMemHostAlloc`
        HOST,
        /// `cuMemHostRegister`
        REGISTERED,
        /// `cuMemAddressReserve`
        RESERVATION,
        /// `cuIpcOpenMemHandle`
        IMPORTED,
        /// `cuMemPoolImportPointer`
        IMPORTED_POOL,
        /// A variable of a module, which is in no table.
        VARIABLE;

        /// Whether it counts as device memory while it is allocated; what graphs allocate counts
        /// from the launch on.
        boolean isOnDevice() {
            return this == DEVICE || this == POOL || this == ARRAY;
        }

        /// Whether it is memory of another process.
        public boolean isImported() {
            return this == IMPORTED || this == IMPORTED_POOL;
        }

        /// Whether the host accesses memory that is allocated so.
        boolean isShared() {
            return this == MANAGED || this == HOST;
        }

        /// Whether it is a leak if the process does not free it.
        public boolean canLeak() {
            return this != RESERVATION && this != REGISTERED && this != VARIABLE && !isImported();
        }
    }

    /// Whether it is host memory that kernels access.
    public boolean isHost() {
        return kind == Kind.HOST || kind == Kind.REGISTERED;
    }

    public long address() {
        return allocation.address();
    }

    public long size() {
        return allocation.size();
    }

    /// Whether it has the byte at an address. Memory of a graph has it before its command is
    /// carried out, and a reserved range before memory is mapped.
    boolean contains(long at) {
        return (kind == Kind.GRAPH || kind == Kind.RESERVATION)
                ? at - address() < size()
                : allocation.contains(at, 1);
    }
}
