package org.offloadtck.driver.emulation;

import org.offloadtck.simt.memory.Allocation;

/// Memory a process allocated.
///
/// @param context whose device it is on, or which was current when it was allocated
/// @param flags of the call that allocated it; 0 where it has none
record Block(Allocation allocation, Kind kind, Context context, int flags) {

    /// Who allocates, and so who may free.
    enum Kind {
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
        boolean canLeak() {
            return this != RESERVATION;
        }
    }

    long address() {
        return allocation.address();
    }

    long size() {
        return allocation.size();
    }
}
