package org.offloadtck.emulation.memory;

import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.resource.AddressReservations.Access;
import org.offloadtck.emulation.resource.DriverAllocation;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;

/// Whether the addresses a copy or fill names are memory it may touch.
final class MemoryRangeCheck {

    private MemoryRangeCheck() {}

    /// Requires `bytes` bytes of device memory at the address of argument `index`.
    static void require(Invocation call, int index, long bytes) {
        require(call, index, call.raw(index), bytes);
    }

    /// Requires `bytes` bytes of device memory at `address`, for which argument `index` is to
    /// blame.
    static void require(Invocation call, int index, long address, long bytes) {
        if (bytes == 0) {
            return;
        }
        var machine = call.machine();
        if (bytes < 0 || machine.memory().find(address, bytes).isEmpty()) {
            throw call.misuse(
                    index,
                    DriverResult.INVALID_VALUE,
                    "has no %s bytes of memory: 0x%x is %s"
                            .formatted(
                                    Long.toUnsignedString(bytes),
                                    address,
                                    machine.memory().describe(address)));
        }
        boolean isReserved =
                machine.allocations()
                        .containing(address)
                        .filter(block -> block.kind() == DriverAllocation.Kind.RESERVATION)
                        .isPresent();
        if (isReserved && !isUsable(machine, address, bytes)) {
            throw call.misuse(
                    index,
                    DriverResult.INVALID_VALUE,
                    "is reserved, and not all of %d bytes are mapped and granted".formatted(bytes));
        }
    }

    /// Requires memory only where the address is the devices', which host memory may be, too.
    static void requireIfGlobal(Invocation call, int index, long address, long bytes) {
        if (call.machine().isGlobal(address)) {
            require(call, index, address, bytes);
        }
    }

    private static boolean isUsable(DriverState machine, long address, long bytes) {
        return machine.reservations().isFullyMapped(address, bytes)
                && machine.reservations()
                        .containing(address)
                        .filter(mapping -> mapping.access() != Access.NONE)
                        .isPresent();
    }
}
