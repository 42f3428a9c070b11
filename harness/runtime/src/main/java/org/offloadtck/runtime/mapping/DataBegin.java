package org.offloadtck.runtime.mapping;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.offloadtck.object.offload.MapType;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.runtime.mapping.ReferenceCounts.Kind;
import org.offloadtck.runtime.trace.CountChange;

/// Plans the entry of a construct.
///
/// @see "LLVM 22, offload/libomptarget/omptarget.cpp, targetDataBegin, and OpenMP/Mapping.cpp,
///   getTargetPointer"
final class DataBegin {

    private final DataPlan plan;
    private final Storage storage;
    private final MapRules rules;
    private final Attachments attachments;
    private final DevicePointers pointers;
    private final List<MapArgument> attachEntries = new ArrayList<>();

    DataBegin(DataPlan plan, AbiProfile.DataMapping edition, Storage storage) {
        this.plan = plan;
        this.storage = storage;
        this.rules = new MapRules("targetDataBegin", edition.knownTypes());
        this.attachments = new Attachments(plan, rules);
        this.pointers = new DevicePointers(plan, edition.missingPointer(), storage);
    }

    /// @return device addresses for the arguments that are to be handed back as such, by index
    SortedMap<Integer, Long> plan(List<MapArgument> arguments) {
        rules.check(arguments);
        var returned = new TreeMap<Integer, Long>();
        for (int index = 0; index < arguments.size(); index++) {
            MapArgument argument = arguments.get(index);
            begin(arguments, index);
            if (MapRules.isMapped(argument) && argument.has(MapType.RETURN_PARAM)) {
                returned.put(index, pointers.of(argument));
            }
        }
        attachEntries.forEach(attachments::attachIfNew);
        return returned;
    }

    private void begin(List<MapArgument> arguments, int index) {
        MapArgument argument = arguments.get(index);
        if (!MapRules.isMapped(argument)) {
            return;
        }
        switch (argument.expansion()) {
            case Expansion.ByMapper(var components) -> {
                for (int component = 0; component < components.size(); component++) {
                    begin(components, component);
                }
            }
            case Expansion.None() -> {
                rules.requireContiguous(argument);
                if (argument.has(MapType.ATTACH)) {
                    attachEntries.add(argument);
                } else {
                    begin(argument, Padding.before(arguments, index));
                }
            }
        }
    }

    private void begin(MapArgument argument, long padding) {
        if (!argument.has(MapType.PTR_AND_OBJ)) {
            map(argument, isCounted(argument), padding);
            return;
        }
        long pointer = argument.base();
        long object = plan.host().i64(pointer, "pointer of a pointer and object");
        map(argument.pointer(), isCounted(argument), 0);
        map(argument.object(object), true, 0);
        attachments.attach(pointer, Long.BYTES, argument.begin(), argument.size());
    }

    /// A member's storage is counted through the argument it is a member of.
    private static boolean isCounted(MapArgument argument) {
        return argument.parent().isEmpty();
    }

    private void map(MapArgument argument, boolean counted, long padding) {
        switch (plan.table().lookup(argument.begin(), argument.size())) {
            case Lookup.Contained(var mapping) -> reuse(argument, mapping, counted);
            case Lookup.Extending(var mapping) -> {
                if (!argument.has(MapType.IMPLICIT)) {
                    throw rules.extension(argument, mapping);
                }
                reuse(argument, mapping, counted);
            }
            case Lookup.Absent() -> {
                if (storage == Storage.SHARED && !argument.has(MapType.CLOSE)) {
                    return;
                }
                if (argument.has(MapType.PRESENT)) {
                    throw rules.notPresent(argument);
                }
                if (argument.size() > 0) {
                    create(argument, padding);
                }
            }
        }
    }

    private void reuse(MapArgument argument, Mapping mapping, boolean counted) {
        boolean isNew = !counted && mapping.counts().total() == 1;
        Mapping found = counted ? mapping.incremented(kind(argument)) : mapping;
        plan.find(argument, found, counted ? CountChange.INCREMENTED : CountChange.KEPT);
        if (isNew || argument.has(MapType.ALWAYS)) {
            copy(argument, mapping);
        }
    }

    private void create(MapArgument argument, long padding) {
        if (argument.has(MapType.TO)) {
            source(argument);
        }
        var mapping =
                Mapping.of(
                        argument,
                        new DevicePointer(plan.allocate(padding + argument.size()), padding),
                        ReferenceCounts.first(kind(argument)));
        plan.create(mapping);
        attachments.created(mapping);
        copy(argument, mapping);
    }

    /// Copies the argument's bytes if it asks for that; not over pointers that are attached, which
    /// a second mapping of the same member would overwrite.
    private void copy(MapArgument argument, Mapping mapping) {
        if (!argument.has(MapType.TO) || argument.size() == 0) {
            return;
        }
        if (!mapping.holds(argument)) {
            throw rules.extension(argument, mapping);
        }
        if (mapping.attached().subMap(argument.begin(), argument.end()).isEmpty()) {
            plan.copyToDevice(argument, mapping.counterpart(argument.begin()), source(argument));
        }
    }

    private MemorySegment source(MapArgument argument) {
        return plan.host().read(argument.begin(), argument.size(), "mapped data");
    }

    private static Kind kind(MapArgument argument) {
        return argument.has(MapType.OMPX_HOLD) ? Kind.HOLD : Kind.DYNAMIC;
    }
}
