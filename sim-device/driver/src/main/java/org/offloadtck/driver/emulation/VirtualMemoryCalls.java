package org.offloadtck.driver.emulation;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.offloadtck.driver.api.DriverCall;
import org.offloadtck.driver.api.DriverResult;
import org.offloadtck.driver.api.Reply;
import org.offloadtck.driver.emulation.Reservations.Access;

/// Addresses and memory apart from each other (CUDA driver API 12.6, "Virtual Memory Management").
///
/// Memory is mapped in one place at a time. Copies and fills by the host are held to what is mapped
/// and granted; kernels to the reserved range only.
final class VirtualMemoryCalls implements CallTable.Group {

    /// The least unit of physical memory and of mappings, in bytes; what devices of compute
    /// capability 7 to 9 answer.
    private static final long GRANULARITY = 2L << 20;

    /// `CU_MEM_ALLOCATION_TYPE_PINNED`, the only one (CUDA driver API 12.6).
    private static final int PINNED = 1;

    /// `CU_MEM_LOCATION_TYPE_DEVICE`.
    private static final int ON_DEVICE = 1;

    /// Bytes of a `CUmemAccessDesc`: location type, location id, flags.
    private static final int ACCESS_BYTES = 12;

    private final Machine machine;

    VirtualMemoryCalls(Machine machine) {
        this.machine = machine;
    }

    @Override
    public void offer(CallTable table) {
        table.on(DriverCall.CU_MEM_ADDRESS_RESERVE, VirtualMemoryCalls::reserve);
        table.on(DriverCall.CU_MEM_ADDRESS_FREE, this::free);
        table.on(DriverCall.CU_MEM_CREATE, this::create);
        table.on(DriverCall.CU_MEM_RELEASE, this::release);
        table.on(DriverCall.CU_MEM_RETAIN_ALLOCATION_HANDLE, this::retain);
        table.on(DriverCall.CU_MEM_MAP, this::map);
        table.on(DriverCall.CU_MEM_UNMAP, this::unmap);
        table.on(DriverCall.CU_MEM_SET_ACCESS, this::setAccess);
        table.on(DriverCall.CU_MEM_GET_ACCESS, this::access);
        table.on(
                DriverCall.CU_MEM_GET_ALLOCATION_GRANULARITY,
                call -> {
                    requireProperties(call, 0);
                    ContextSettingCalls.choice(call, 8, 1);
                    return Reply.success(GRANULARITY);
                });
    }

    private static Reply reserve(Invocation call) {
        requireMultiple(call, 0);
        if (call.raw(1) != 0 && (call.raw(1) < 0 || Long.bitCount(call.raw(1)) != 1)) {
            throw call.refusal(1, DriverResult.INVALID_VALUE, "should be a power of two");
        }
        call.flags(3, 0);
        var owner = new Ledger.Owner(call.current(), 0);
        var block =
                call.machine()
                        .ledger()
                        .allocate(
                                call.call().function().symbol(),
                                call.raw(0),
                                Block.Kind.RESERVATION,
                                owner);
        return Reply.success(block.address());
    }

    private Reply free(Invocation call) {
        var block =
                machine.ledger()
                        .at(call.raw(0))
                        .filter(b -> b.kind() == Block.Kind.RESERVATION)
                        .filter(b -> b.size() == call.raw(1))
                        .orElseThrow(() ->
                                call.blame(
                                        0,
                                        DriverResult.INVALID_VALUE,
                                        "is no reserved range of that size"));
        if (machine.reservations().isUsed(block.address(), block.size())) {
            throw call.blame(0, DriverResult.INVALID_VALUE, "still has memory mapped");
        }
        machine.ledger().free(block);
        return Reply.success();
    }

    /// `type` to `usage` of a `CUmemAllocationProp`, which begin at `first`.
    private static Gpu requireProperties(Invocation call, int first) {
        if (call.number(first) != PINNED) {
            throw call.refusal(
                    first, DriverResult.INVALID_VALUE, "should be CU_MEM_ALLOCATION_TYPE_PINNED");
        }
        if (call.number(first + 1) != 0) {
            throw call.refusal(first + 1, DriverResult.NOT_SUPPORTED, "asks for handles to share");
        }
        if (call.number(first + 2) != ON_DEVICE) {
            throw call.refusal(
                    first + 2, DriverResult.INVALID_VALUE, "should be CU_MEM_LOCATION_TYPE_DEVICE");
        }
        return call.gpu(first + 3);
    }

    private Reply create(Invocation call) {
        requireMultiple(call, 0);
        var gpu = requireProperties(call, 1);
        call.flags(9, 0);
        AllocationCalls.requireNoInjection(call);
        if (!gpu.take(call.raw(0))) {
            throw call.refusal(
                    0,
                    DriverResult.OUT_OF_MEMORY,
                    "is more than device %d has".formatted(gpu.ordinal()));
        }
        var memory =
                new PhysicalMemory(machine.handles().give(HandleKind.MEMORY), gpu, call.raw(0));
        machine.handles().add(memory);
        return Reply.success(memory.handle());
    }

    private Reply release(Invocation call) {
        var memory = call.physicalMemory(0);
        if (memory.references() == 0) {
            throw call.blame(0, DriverResult.INVALID_VALUE, "is released already");
        }
        memory.release();
        bury(memory);
        return Reply.success();
    }

    private void bury(PhysicalMemory memory) {
        if (memory.isDead()) {
            machine.handles().remove(memory);
            memory.gpu().giveBack(memory.size());
        }
    }

    private Reply retain(Invocation call) {
        var mapping =
                machine.reservations()
                        .holding(call.raw(0))
                        .orElseThrow(() ->
                                call.blame(0, DriverResult.INVALID_VALUE, "has no memory mapped"));
        mapping.memory().retain();
        return Reply.success(mapping.memory().handle());
    }

    private Reply map(Invocation call) {
        long address = call.raw(0);
        long size = call.raw(1);
        requireMultiple(call, 1);
        var memory = call.physicalMemory(3);
        call.flags(4, 0);
        if (call.raw(2) != 0) {
            throw call.refusal(2, DriverResult.INVALID_VALUE, "should be 0");
        }
        if (size > memory.size()) {
            throw call.refusal(
                    1,
                    DriverResult.INVALID_VALUE,
                    "is more than the memory's %d".formatted(memory.size()));
        }
        requireReserved(call, address, size);
        if (machine.reservations().isUsed(address, size)) {
            throw call.blame(0, DriverResult.INVALID_VALUE, "has memory mapped already");
        }
        if (memory.isMapped()) {
            throw call.refusal(
                    3, DriverResult.NOT_SUPPORTED, "is mapped already, and in one place at a time");
        }
        machine.reservations().map(address, size, memory);
        return Reply.success();
    }

    private void requireReserved(Invocation call, long address, long size) {
        boolean isReserved =
                machine.ledger()
                        .holding(address)
                        .filter(block -> block.kind() == Block.Kind.RESERVATION)
                        .filter(block -> block.allocation().contains(address, size))
                        .filter(block -> (address - block.address()) % GRANULARITY == 0)
                        .isPresent();
        if (!isReserved) {
            throw call.blame(
                    0, DriverResult.INVALID_VALUE, "is no place in a reserved range for that size");
        }
    }

    private Reply unmap(Invocation call) {
        requireMapped(call, 0, call.raw(1));
        call.thread().await(machine.worker().submitted());
        machine.reservations().unmap(call.raw(0), call.raw(1)).forEach(this::bury);
        return Reply.success();
    }

    private void requireMapped(Invocation call, int index, long size) {
        if (size <= 0 || !machine.reservations().isCovered(call.raw(index), size)) {
            throw call.blame(
                    index, DriverResult.INVALID_VALUE, "has no memory mapped for that size");
        }
    }

    private Reply setAccess(Invocation call) {
        requireMapped(call, 0, call.raw(1));
        var descriptions = ByteBuffer.wrap(call.call().buffer(0)).order(ByteOrder.LITTLE_ENDIAN);
        if (call.raw(2) < 1 || call.raw(2) > descriptions.capacity() / ACCESS_BYTES) {
            throw call.refusal(2, DriverResult.INVALID_VALUE, "should count the descriptions");
        }
        for (int i = 0; i < call.raw(2); i++) {
            int at = i * ACCESS_BYTES;
            int type = descriptions.getInt(at);
            int device = descriptions.getInt(at + Integer.BYTES);
            int flags = descriptions.getInt(at + 2 * Integer.BYTES);
            if (type != ON_DEVICE || machine.gpu(device).isEmpty()) {
                throw Refusal.of(DriverResult.INVALID_VALUE, "desc[%d] is no device".formatted(i));
            }
            var access =
                    Access.of(flags)
                            .orElseThrow(() ->
                                    Refusal.of(
                                            DriverResult.INVALID_VALUE,
                                            "desc has access 0x%x, which is none"
                                                    .formatted(flags)));
            machine.reservations().setAccess(call.raw(0), call.raw(1), access);
        }
        return Reply.success();
    }

    private Reply access(Invocation call) {
        if (call.number(0) != ON_DEVICE) {
            throw call.refusal(
                    0, DriverResult.INVALID_VALUE, "should be CU_MEM_LOCATION_TYPE_DEVICE");
        }
        call.gpu(1);
        return machine.reservations()
                .holding(call.raw(2))
                .map(mapping -> Reply.success((long) mapping.access().flags()))
                .orElseThrow(
                        () -> call.blame(2, DriverResult.INVALID_VALUE, "has no memory mapped"));
    }

    private static void requireMultiple(Invocation call, int index) {
        if (call.raw(index) <= 0 || call.raw(index) % GRANULARITY != 0) {
            throw call.refusal(
                    index,
                    DriverResult.INVALID_VALUE,
                    "should be a positive multiple of %d bytes".formatted(GRANULARITY));
        }
    }
}
