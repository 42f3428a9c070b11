package org.offloadtck.emulation.resource;

import org.offloadtck.engine.memory.Allocation;

/// Memory a process allocated.
///
/// @param context whose device it is on, or which was current when it was allocated
/// @param flags of the call that allocated it; 0 where it has none
public record DriverAllocation(
        Allocation allocation, Kind kind, EmulatedContext context, int flags) {

    /// Who allocates, and so who may free.
    public enum Kind {
        /// `cuMemAlloc`, `cuMemAllocPitch`
        DEVICE,
        /// `cuMemAllocAsync`
        POOL,
        /// `cuMemAllocManaged`
        MANAGED,
        /// `cuMemAllocHost`, `cuMemHostAlloc`
        HOST,
        /// `cuMemAddressReserve`
        RESERVATION;

        /// Whether it takes up the device's memory.
        boolean isOnDevice() {
            return this == DEVICE || this == POOL;
        }

        /// Whether a process that does not free it loses something.
        public boolean canLeak() {
            return this != RESERVATION;
        }
    }

    public long address() {
        return allocation.address();
    }

    public long size() {
        return allocation.size();
    }
}
