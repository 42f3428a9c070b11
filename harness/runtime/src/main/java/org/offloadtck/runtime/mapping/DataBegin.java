package org.offloadtck.runtime.mapping;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.offloadtck.object.offload.MapType;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.mapping.Mapping.AttachedPointer;
import org.offloadtck.runtime.mapping.ReferenceCounts.Kind;
import org.offloadtck.runtime.trace.CountChange;

/// Plans the entry of a construct.
///
/// @see "LLVM 22, offload/libomptarget/omptarget.cpp, targetDataBegin, and OpenMP/Mapping.cpp,
///   getTargetPointer"
final class DataBegin {

    private static final MapRules RULES = new MapRules("targetDataBegin");

    /// The greatest alignment kept for a structure mapped from its middle.
    ///
    /// @see "LLVM 22, offload/libomptarget/omptarget.cpp, MaxAlignment"
    private static final long MAX_ALIGNMENT = 16;

    private final DataPlan plan;
    private final List<MapArgument> arguments;
    private final List<Mapping> created = new ArrayList<>();

    DataBegin(DataPlan plan, List<MapArgument> arguments) {
        this.plan = plan;
        this.arguments = arguments;
    }

    void plan() {
        RULES.check(arguments);
        for (int index = 0; index < arguments.size(); index++) {
            MapArgument argument = arguments.get(index);
            if (MapRules.isMapped(argument) && !argument.has(MapType.ATTACH)) {
                begin(argument, padding(index));
            }
        }
        arguments.stream()
                .filter(MapRules::isMapped)
                .filter(argument -> argument.has(MapType.ATTACH))
                .forEach(this::attachIfNew);
    }

    private void begin(MapArgument argument, long padding) {
        if (!argument.has(MapType.PTR_AND_OBJ)) {
            map(argument, isCounted(argument), padding);
            return;
        }
        long pointer = argument.base();
        long object = plan.host().i64(pointer, "pointer of a pointer and object");
        map(argument.pointer(), isCounted(argument), 0);
        map(
                new MapArgument(
                        object,
                        argument.begin(),
                        argument.size(),
                        argument.type(),
                        argument.name()),
                true,
                0);
        attach(pointer, object, argument);
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
                    throw RULES.extension(argument, mapping);
                }
                reuse(argument, mapping, counted);
            }
            case Lookup.Absent() -> {
                if (argument.has(MapType.PRESENT)) {
                    throw RULES.notPresent(argument);
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
        created.add(mapping);
        copy(argument, mapping);
    }

    /// Copies the argument's bytes if it asks for that; not over pointers that are attached, which
    /// a second mapping of the same member would overwrite.
    private void copy(MapArgument argument, Mapping mapping) {
        if (!argument.has(MapType.TO) || argument.size() == 0) {
            return;
        }
        if (!mapping.holds(argument)) {
            throw RULES.extension(argument, mapping);
        }
        if (mapping.attached().subMap(argument.begin(), argument.end()).isEmpty()) {
            plan.copyToDevice(argument, mapping.counterpart(argument.begin()), source(argument));
        }
    }

    private MemorySegment source(MapArgument argument) {
        return plan.host().read(argument.begin(), argument.size(), "mapped data");
    }

    /// Sets the device's copy of the pointer at host address `pointer` to the object's counterpart.
    private void attach(long pointer, long object, MapArgument argument) {
        plan.requireRawAddresses("a pointer inside mapped data");
        long target =
                counterpart(argument.begin(), argument.size())
                        .map(begin -> begin.plus(object - argument.begin()))
                        .map(base -> base.address().orElseThrow())
                        .orElse(0L);
        if (!(plan.table().lookup(pointer, Long.BYTES) instanceof Lookup.Contained(var mapping))) {
            return;
        }
        var attached = new AttachedPointer(object, target);
        if (!attached.equals(mapping.attached().get(pointer))) {
            plan.table().put(mapping.attaching(pointer, attached));
            plan.copyPointer(mapping.counterpart(pointer), target);
        }
    }

    /// Carries out an attach entry if this construct made the pointer or its object present, or if
    /// it says `always`.
    ///
    /// @see "LLVM 22, offload/libomptarget/omptarget.cpp, processAttachEntries"
    private void attachIfNew(MapArgument argument) {
        if (argument.size() != Long.BYTES) {
            throw RULES.broken(
                    argument,
                    RuntimeRule.MAP_ARGUMENT,
                    "attach entry is for a pointer of %d bytes when only plain pointers of %d are attached"
                            .formatted(argument.size(), Long.BYTES));
        }
        long pointer = argument.base();
        boolean wanted =
                argument.has(MapType.ALWAYS) || isCreated(pointer) || isCreated(argument.begin());
        if (wanted && counterpart(argument.begin(), 0).isPresent()) {
            long object = plan.host().i64(pointer, "pointer of an attach entry");
            attach(pointer, object, new MapArgument(object, argument.begin(), 0, argument.type()));
        }
    }

    private boolean isCreated(long address) {
        return created.stream().anyMatch(mapping -> mapping.holds(address));
    }

    private Optional<DevicePointer> counterpart(long address, long size) {
        return switch (plan.table().lookup(address, size)) {
            case Lookup.Absent() -> Optional.empty();
            case Lookup.Contained(var mapping) -> Optional.of(mapping.counterpart(address));
            case Lookup.Extending(var mapping) -> Optional.of(mapping.counterpart(address));
        };
    }

    private static Kind kind(MapArgument argument) {
        return argument.has(MapType.OMPX_HOLD) ? Kind.HOLD : Kind.DYNAMIC;
    }

    /// Bytes to leave free before a structure that is mapped from its middle, so that its members
    /// are aligned on the device as on the host.
    private long padding(int index) {
        MapArgument argument = arguments.get(index);
        boolean isCombined =
                argument.parent().isEmpty()
                        && index + 1 < arguments.size()
                        && arguments.get(index + 1).parent().orElse(-1) == index;
        long alignment = Long.lowestOneBit(argument.base() | MAX_ALIGNMENT);
        return isCombined ? Long.remainderUnsigned(argument.begin(), alignment) : 0;
    }
}
