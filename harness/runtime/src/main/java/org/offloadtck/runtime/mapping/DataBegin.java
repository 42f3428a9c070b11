package org.offloadtck.runtime.mapping;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.offloadtck.object.offload.abi.MapType;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.argument.MapperExpansion;
import org.offloadtck.runtime.memory.DevicePointer;
import org.offloadtck.runtime.table.LookupResult;
import org.offloadtck.runtime.table.Mapping;
import org.offloadtck.runtime.table.ReferenceCounts;
import org.offloadtck.runtime.table.ReferenceCounts.Kind;
import org.offloadtck.runtime.trace.CountChange;
import org.offloadtck.runtime.trace.UnmappedEvent;

/// Plans the entry of a construct: `target data`, `target enter data`, or a launch.
///
/// Requirements: DM-01, DM-02, DM-03, DM-05, DM-09, DM-10, DM-15, DM-17.
///
/// @see "LLVM 22, offload/libomptarget/omptarget.cpp, targetDataBegin, and OpenMP/Mapping.cpp,
///   getTargetPointer"
final class DataBegin {

    private final DataPlan plan;
    private final DeviceStorage storage;
    private final MapArgumentRules rules;
    private final PointerAttachment attachments;
    private final UseDevicePointers pointers;
    private final StructurePadding padding;
    private final List<MapArgument> attachEntries = new ArrayList<>();

    DataBegin(DataPlan plan, AbiProfile.DataMapping edition, DeviceStorage storage) {
        this.plan = plan;
        this.storage = storage;
        this.rules = new MapArgumentRules("targetDataBegin", edition.knownTypes());
        this.attachments = new PointerAttachment(plan, rules);
        this.pointers = new UseDevicePointers(plan, edition.missingPointer(), storage);
        this.padding = new StructurePadding(edition.structureAlignment());
    }

    /// Plans all `arguments`, then the attach entries among them.
    ///
    /// @return device addresses that the program requests, by index of the argument
    SortedMap<Integer, Long> plan(List<MapArgument> arguments) {
        rules.check(arguments);
        var returned = new TreeMap<Integer, Long>();
        for (int index = 0; index < arguments.size(); index++) {
            MapArgument argument = arguments.get(index);
            begin(arguments, index, CountChange.INCREMENTED);
            if (MapArgumentRules.isMapped(argument) && argument.has(MapType.RETURN_PARAM)) {
                returned.put(index, pointers.of(argument));
            }
        }
        attachEntries.forEach(attachments::attachIfNew);
        return returned;
    }

    /// @param counted whether an argument that is no member is counted; a member is counted through
    ///   the argument that it is a member of
    private void begin(List<MapArgument> arguments, int index, CountChange counted) {
        MapArgument argument = arguments.get(index);
        if (!MapArgumentRules.isMapped(argument)) {
            return;
        }
        switch (argument.expansion()) {
            case MapperExpansion.ByMapper(var components) -> {
                boolean isMember = new ComponentCount(arguments).isCountedElsewhere(index);
                for (int component = 0; component < components.size(); component++) {
                    begin(
                            components,
                            component,
                            isMember && component == 0
                                    ? CountChange.KEPT
                                    : CountChange.INCREMENTED);
                }
            }
            case MapperExpansion.None() -> {
                rules.requireContiguous(argument);
                if (argument.has(MapType.ATTACH)) {
                    attachEntries.add(argument);
                } else {
                    long before = padding.before(arguments, index);
                    begin(padding.widen(argument, before), padding.onDevice(before), counted);
                }
            }
        }
    }

    private void begin(MapArgument argument, long before, CountChange counted) {
        CountChange change = argument.parent().isEmpty() ? counted : CountChange.KEPT;
        if (!argument.has(MapType.PTR_AND_OBJ)) {
            map(argument, change, before);
            return;
        }
        long pointer = argument.base();
        long object = plan.host().i64(pointer, "pointer of a pointer and object");
        map(argument.pointer(), change, 0);
        if (change == CountChange.INCREMENTED) {
            plan.keep(pointer);
        }
        map(argument.object(object), counted, 0);
        attachments.attach(pointer, Long.BYTES, argument.begin(), argument.size());
    }

    private void map(MapArgument argument, CountChange change, long before) {
        switch (plan.table().lookup(argument.begin(), argument.size())) {
            case LookupResult.Contained(var mapping) -> reuse(argument, mapping, change);
            case LookupResult.Extending(var mapping) -> {
                if (!argument.has(MapType.IMPLICIT)) {
                    throw rules.extension(argument, mapping);
                }
                reuse(argument, mapping, change);
            }
            case LookupResult.Absent() -> {
                if (storage == DeviceStorage.SHARED && !argument.has(MapType.CLOSE)) {
                    reportShared(argument);
                    return;
                }
                if (argument.has(MapType.PRESENT)) {
                    throw rules.notPresent(argument);
                }
                if (argument.size() > 0) {
                    create(argument, before);
                } else if (argument.parent().isEmpty() && !argument.has(MapType.IMPLICIT)) {
                    plan.report(new UnmappedEvent.Missing(argument.name()));
                }
            }
        }
    }

    private void reportShared(MapArgument argument) {
        if (argument.size() > 0) {
            plan.report(new UnmappedEvent.Shared(argument.begin(), argument.size()));
        }
    }

    private void reuse(MapArgument argument, Mapping mapping, CountChange change) {
        boolean isCounted = change == CountChange.INCREMENTED;
        boolean isNew = !isCounted && mapping.counts().total() == 1;
        plan.reuse(argument, isCounted ? mapping.incremented(kind(argument)) : mapping, change);
        if (isNew || argument.has(MapType.ALWAYS)) {
            copy(argument, mapping);
        }
    }

    private void create(MapArgument argument, long before) {
        if (argument.has(MapType.TO)) {
            source(argument);
        }
        var mapping =
                Mapping.of(
                        argument,
                        new DevicePointer(
                                plan.allocate(
                                        before + argument.size(),
                                        argument.begin() - before,
                                        argument.variable()),
                                before),
                        ReferenceCounts.first(kind(argument)));
        plan.create(mapping);
        attachments.created(mapping);
        copy(argument, mapping);
    }

    /// Copies the argument's bytes if its map type requests it. Ranges with attached pointers are
    /// not copied, because a second mapping of the same member would overwrite them.
    private void copy(MapArgument argument, Mapping mapping) {
        if (!argument.has(MapType.TO) || argument.size() == 0) {
            return;
        }
        if (!mapping.holds(argument)) {
            throw rules.extension(argument, mapping);
        }
        if (mapping.attached().subMap(argument.begin(), argument.end()).isEmpty()) {
            plan.copyToDevice(mapping, argument, source(argument));
        }
    }

    private MemorySegment source(MapArgument argument) {
        return plan.host().read(argument.begin(), argument.size(), "mapped data");
    }

    private static Kind kind(MapArgument argument) {
        return argument.has(MapType.OMPX_HOLD) ? Kind.HOLD : Kind.DYNAMIC;
    }
}
