package org.offloadtck.engine.access;

import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.GlobalMemory;

/// Creates the faults of invalid accesses.
final class AccessFaults {

    /// Addresses below this one are null pointers.
    private static final long NULL_PAGE = 4096;

    private AccessFaults() {}

    /// Rejects a misaligned access, or one outside a space of `size` bytes. One that is both is
    /// misaligned, as on an H200.
    static void check(
            String space, long size, long offset, int bytes, int lane, AccessKind access) {
        if ((offset & bytes - 1) != 0) {
            throw misaligned(offset, bytes, lane, access);
        }
        if (offset < 0 || offset > size - bytes) {
            throw new LaneFault(
                    FaultKind.OUT_OF_BOUNDS,
                    lane,
                    "%s of %s memory, which ends at 0x%x"
                            .formatted(access.describe(offset, bytes), space, size));
        }
    }

    /// The fault of an access that no allocation contains.
    static LaneFault nowhere(
            GlobalMemory memory, long address, int bytes, int lane, AccessKind access) {
        String what = access.describe(address, bytes);
        if (Long.compareUnsigned(address, NULL_PAGE) < 0) {
            return new LaneFault(FaultKind.NULL_POINTER, lane, what + " is through a null pointer");
        }
        long window = AddressSpace.window(address);
        if (window == AddressSpace.SHARED || window == AddressSpace.LOCAL) {
            return new LaneFault(
                    FaultKind.ADDRESS_SPACE,
                    lane,
                    "%s of global memory is at an address of %s memory"
                            .formatted(what, window == AddressSpace.SHARED ? "shared" : "local"));
        }
        if (memory.isOutside(address) && memory.host().hasEnded()) {
            return new LaneFault(FaultKind.INTERRUPTED, lane, "the host process has ended");
        }
        return new LaneFault(
                memory.isFreed(address) ? FaultKind.USE_AFTER_FREE : FaultKind.OUT_OF_BOUNDS,
                lane,
                "%s is %s".formatted(what, memory.describe(address)));
    }

    /// The fault of an operation on an `mbarrier` at a generic address outside the shared memory of
    /// the CTA, which has `size` bytes.
    static LaneFault mbarrier(GlobalMemory memory, long address, long size, int lane) {
        long window = AddressSpace.window(address);
        String place =
                window == AddressSpace.GLOBAL
                        ? memory.find(address, Long.BYTES)
                                .map("in %s"::formatted)
                                .orElseGet(() -> memory.describe(address))
                        : "outside global memory";
        return new LaneFault(
                FaultKind.INVALID_BARRIER,
                lane,
                "mbarrier at 0x%x is %s when it should be in the shared memory of the CTA (%d bytes at 0x%x)"
                        .formatted(address, place, size, AddressSpace.SHARED));
    }

    static LaneFault misaligned(long address, int bytes, int lane, AccessKind access) {
        return new LaneFault(
                FaultKind.MISALIGNED,
                lane,
                "%s is not at a multiple of %d".formatted(access.describe(address, bytes), bytes));
    }

    /// The fault of a store to read-only memory.
    static LaneFault readOnly(String where, long address, int bytes, int lane, AccessKind access) {
        return new LaneFault(
                FaultKind.READ_ONLY,
                lane,
                "%s is in %s, which can only be read"
                        .formatted(access.describe(address, bytes), where));
    }
}
