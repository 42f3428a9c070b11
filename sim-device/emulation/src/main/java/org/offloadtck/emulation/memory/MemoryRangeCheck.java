package org.offloadtck.emulation.memory;

import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.resource.AddressReservations.Access;
import org.offloadtck.emulation.resource.DriverAllocation;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;

/// Checks that the ranges of a copy or fill are memory that it may access.
final class MemoryRangeCheck {

    private MemoryRangeCheck() {}

    /// Requires `bytes` bytes of device memory at the address in argument `index`.
    static void require(Invocation call, int index, long bytes) {
        require(call, index, call.raw(index), bytes);
    }

    /// As [#require(Invocation, int, long)]; registered host memory counts as device memory.
    static void requireReachable(Invocation call, int index, long bytes) {
        requireReachable(call, index, call.raw(index), bytes);
    }

    /// As [#require(Invocation, int, long, long)]; registered host memory counts as device memory.
    static void requireReachable(Invocation call, int index, long address, long bytes) {
        var registered = call.state().memory().registered().find(address);
        if (registered.filter(range -> range.contains(address, bytes)).isEmpty()) {
            require(call, index, address, bytes);
        }
    }

    /// Requires `bytes` bytes of device memory at `address`. The error names argument `index`.
    static void require(Invocation call, int index, long address, long bytes) {
        if (bytes == 0) {
            return;
        }
        var state = call.state();
        if (isOfGraph(call, address, bytes)) {
            return;
        }
        if (bytes < 0 || state.memory().find(address, bytes).isEmpty()) {
            throw call.misuse(
                    index,
                    DriverResult.INVALID_VALUE,
                    "has no %s bytes of memory: 0x%x is %s"
                            .formatted(
                                    Long.toUnsignedString(bytes),
                                    address,
                                    state.memory().describe(address)));
        }
        if (state.memory().isInHeap(address, 1)) {
            throw call.misuse(
                    index,
                    DriverResult.INVALID_VALUE,
                    "is memory of malloc in device code, which only kernels access");
        }
        boolean isReserved =
                state.allocations()
                        .containing(address)
                        .filter(block -> block.kind() == DriverAllocation.Kind.RESERVATION)
                        .isPresent();
        if (isReserved && !isUsable(state, address, bytes)) {
            throw call.misuse(
                    index,
                    DriverResult.INVALID_VALUE,
                    "is reserved, and not all of %d bytes are mapped and granted".formatted(bytes));
        }
    }

    /// Whether the range is memory that a graph allocates before the copy or fill is carried out: a
    /// launch has been submitted that does, or the copy or fill is itself of a graph.
    private static boolean isOfGraph(Invocation call, long address, long bytes) {
        var memory = call.state().graphMemory();
        return memory.covers(address, bytes)
                && (call.makesNode()
                        || call.state()
                                .allocations()
                                .containing(address)
                                .filter(block -> block.kind() == DriverAllocation.Kind.GRAPH)
                                .isPresent());
    }

    /// Requires memory if the address lies in global memory, as that of pinned host memory does.
    static void requireIfGlobal(Invocation call, int index, long address, long bytes) {
        if (call.state().isGlobal(address)) {
            require(call, index, address, bytes);
        }
    }

    private static boolean isUsable(DriverState state, long address, long bytes) {
        return state.reservations().isFullyMapped(address, bytes)
                && state.reservations()
                        .containing(address)
                        .filter(mapping -> mapping.access() != Access.NONE)
                        .isPresent();
    }
}
