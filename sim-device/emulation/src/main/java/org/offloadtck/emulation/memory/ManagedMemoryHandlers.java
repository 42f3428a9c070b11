package org.offloadtck.emulation.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.resource.AllocationTable;
import org.offloadtck.emulation.resource.DriverAllocation;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;

/// Handlers of managed memory. Host and devices access the same bytes, so prefetching and advice
/// change only what [ManagedRanges] returns about them.
public final class ManagedMemoryHandlers implements DispatchTable.HandlerGroup {

    /// `CU_MEM_ATTACH_GLOBAL` (CUDA driver API 12.6, `CUmemAttach_flags`).
    private static final int ATTACH_GLOBAL = 1;

    /// `CU_MEM_ATTACH_HOST`.
    private static final int ATTACH_HOST = 2;

    /// `CU_MEM_ATTACH_SINGLE`.
    private static final int ATTACH_SINGLE = 4;

    /// `SET_READ_MOSTLY`, `UNSET_READ_MOSTLY` and `UNSET_PREFERRED_LOCATION`, which ignore the
    /// device (CUDA driver API 12.6, `cuMemAdvise`).
    private static final Set<Integer> PLACELESS_ADVICE =
            Set.of(
                    ManagedRanges.SET_READ_MOSTLY,
                    ManagedRanges.UNSET_READ_MOSTLY,
                    ManagedRanges.UNSET_PREFERRED_LOCATION);

    /// `CU_DEVICE_CPU` (CUDA driver API 12.6).
    private static final int CPU = -1;

    private final DriverState state;
    private final Map<DriverAllocation, ManagedRanges> ranges = new LinkedHashMap<>();

    public ManagedMemoryHandlers(DriverState state) {
        this.state = state;
    }

    @Override
    public void register(DispatchTable table) {
        table.add(DriverFunction.CU_MEM_ALLOC_MANAGED, ManagedMemoryHandlers::allocate);
        table.add(DriverFunction.CU_MEM_PREFETCH_ASYNC, this::prefetch);
        table.add(DriverFunction.CU_MEM_ADVISE, this::advise);
        table.add(DriverFunction.CU_MEM_RANGE_GET_ATTRIBUTE, this::attribute);
        table.add(DriverFunction.CU_STREAM_ATTACH_MEM_ASYNC, this::attach);
    }

    private static DriverReply allocate(Invocation call) {
        var context = call.current();
        int flags = call.number(1);
        if (call.raw(0) == 0) {
            throw call.error(0, DriverResult.INVALID_VALUE, "should be positive");
        }
        if (flags != ATTACH_GLOBAL && flags != ATTACH_HOST) {
            throw call.error(
                    1,
                    DriverResult.INVALID_VALUE,
                    "should be CU_MEM_ATTACH_GLOBAL or CU_MEM_ATTACH_HOST");
        }
        var owner = new AllocationTable.Owner(context, flags);
        var block =
                AllocationHandlers.allocate(
                        call, call.raw(0), DriverAllocation.Kind.MANAGED, owner);
        return DriverReply.success(block.address());
    }

    private DriverReply prefetch(Invocation call) {
        call.stream(3);
        var block = requireManaged(call, 0, call.raw(1));
        requirePlace(call, 2);
        int place = call.number(2);
        ranges(block).change(call.raw(0), call.raw(1), page -> page.prefetchedTo(place));
        return DriverReply.success();
    }

    private DriverReply advise(Invocation call) {
        call.current();
        var block = requireManaged(call, 0, call.raw(1));
        if (call.number(2) < 1 || call.number(2) > ManagedRanges.UNSET_ACCESSED_BY) {
            throw call.error(2, DriverResult.INVALID_VALUE, "is not an advice");
        }
        if (!PLACELESS_ADVICE.contains(call.number(2))) {
            requirePlace(call, 3);
        }
        int place = call.number(3);
        ranges(block).change(call.raw(0), call.raw(1), page -> page.with(call.number(2), place));
        return DriverReply.success();
    }

    private DriverReply attribute(Invocation call) {
        var attribute =
                ManagedRanges.Attribute.of(call.number(1))
                        .orElseThrow(() ->
                                call.error(1, DriverResult.INVALID_VALUE, "is not an attribute"));
        if (!attribute.fits(call.raw(0))) {
            throw call.error(0, DriverResult.INVALID_VALUE, "is not the size of " + attribute);
        }
        var block = requireManaged(call, 2, call.raw(3));
        var values =
                attribute.values(
                        ranges(block).of(call.raw(2), call.raw(3)),
                        (int) call.raw(0) / Integer.BYTES);
        var data =
                ByteBuffer.allocate(values.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        data.asIntBuffer().put(values);
        return DriverReply.success().withBuffers(data.array());
    }

    /// The advice of an allocation. That of allocations which were freed is dropped.
    private ManagedRanges ranges(DriverAllocation block) {
        ranges.keySet()
                .removeIf(each ->
                        state.allocations()
                                .startingAt(each.address())
                                .filter(each::equals)
                                .isEmpty());
        return ranges.computeIfAbsent(block, _ -> new ManagedRanges(block.address()));
    }

    private DriverReply attach(Invocation call) {
        var stream = call.stream(0);
        var block = requireManaged(call, 1, Math.max(1, call.raw(2)));
        if (call.raw(2) != 0 && call.raw(2) != block.size()) {
            throw call.error(2, DriverResult.INVALID_VALUE, "should be 0 or " + block.size());
        }
        int flags = call.number(3);
        if (flags != ATTACH_GLOBAL && flags != ATTACH_HOST && flags != ATTACH_SINGLE) {
            throw call.error(3, DriverResult.INVALID_VALUE, "is not an attachment flag");
        }
        if (flags == ATTACH_SINGLE && stream.isDefault()) {
            throw call.error(
                    0,
                    DriverResult.INVALID_VALUE,
                    "is a default stream, with which all threads work");
        }
        return DriverReply.success();
    }

    private static void requirePlace(Invocation call, int index) {
        if (call.number(index) != CPU) {
            call.device(index);
        }
    }

    private DriverAllocation requireManaged(Invocation call, int index, long bytes) {
        long address = call.raw(index);
        var managed =
                state.allocations()
                        .containing(address)
                        .filter(block -> block.kind() == DriverAllocation.Kind.MANAGED)
                        .filter(block -> block.allocation().contains(address, bytes));
        if (managed.isEmpty() || bytes == 0) {
            throw call.misuse(
                    index,
                    DriverResult.INVALID_VALUE,
                    "has no %s bytes of managed memory: it is %s"
                            .formatted(
                                    Long.toUnsignedString(bytes),
                                    state.memory().describe(address)));
        }
        return managed.get();
    }
}
