package org.offloadtck.runtime.mapping;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.offloadtck.object.offload.abi.MapType;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.memory.DevicePointer;
import org.offloadtck.runtime.table.AttachedPointer;
import org.offloadtck.runtime.table.LookupResult;
import org.offloadtck.runtime.table.Mapping;

/// Sets the device copies of pointers to the device copies of their objects.
///
/// Requirements: DM-06, DM-14.
///
/// @see "LLVM 22, offload/libomptarget/omptarget.cpp, performPointerAttachment and
///   processAttachEntries"
final class PointerAttachment {

    private final DataPlan plan;
    private final MapArgumentRules rules;
    private final List<Mapping> created = new ArrayList<>();

    PointerAttachment(DataPlan plan, MapArgumentRules rules) {
        this.plan = plan;
        this.rules = rules;
    }

    /// Records a row that the construct created.
    void created(Mapping row) {
        created.add(row);
    }

    /// Sets the device copy of the pointer of `pointerSize` bytes at host address `pointer` to the
    /// counterpart of its object, of which the `size` bytes at `begin` are mapped; to null if they
    /// are not mapped. Does nothing if the pointer itself is not mapped.
    void attach(long pointer, long pointerSize, long begin, long size) {
        if (!(plan.table().lookup(pointer, pointerSize)
                instanceof LookupResult.Contained(var row))) {
            return;
        }
        plan.requireRawAddresses("a pointer inside mapped data");
        long object = plan.host().i64(pointer, "pointer inside mapped data");
        long target =
                counterpart(begin, size)
                        .map(place -> place.plus(object - begin).address().orElseThrow())
                        .orElse(0L);
        var attached =
                AttachedPointer.of(
                        plan.host().read(pointer, pointerSize, "pointer inside mapped data"),
                        target);
        if (!attached.equals(row.attached().get(pointer))) {
            plan.attach(row, pointer, attached);
        }
    }

    /// Carries out an attach entry if this construct mapped the pointer or its object, or if the
    /// entry has the modifier `always`.
    void attachIfNew(MapArgument entry) {
        if (entry.size() < Long.BYTES) {
            throw rules.broken(
                    entry,
                    RuntimeRule.MAP_ARGUMENT,
                    "attach entry is for a pointer of %d bytes when pointers have at least %d"
                            .formatted(entry.size(), Long.BYTES));
        }
        boolean wanted =
                entry.has(MapType.ALWAYS) || isCreated(entry.base()) || isCreated(entry.begin());
        if (wanted && counterpart(entry.begin(), 0).isPresent()) {
            attach(entry.base(), entry.size(), entry.begin(), 0);
        }
    }

    private boolean isCreated(long address) {
        return created.stream().anyMatch(row -> row.holds(address));
    }

    private Optional<DevicePointer> counterpart(long address, long size) {
        return switch (plan.table().lookup(address, size)) {
            case LookupResult.Absent() -> Optional.empty();
            case LookupResult.Contained(var row) -> Optional.of(row.counterpart(address));
            case LookupResult.Extending(var row) -> Optional.of(row.counterpart(address));
        };
    }
}
