package org.offloadtck.runtime.mapping;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.object.offload.abi.MapType;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.argument.MapperExpansion;
import org.offloadtck.runtime.table.LookupResult;
import org.offloadtck.runtime.table.Mapping;
import org.offloadtck.runtime.table.ReferenceCounts;
import org.offloadtck.runtime.table.ReferenceCounts.Kind;
import org.offloadtck.runtime.trace.CountChange;

/// Plans the exit of a construct: `target data`, `target exit data`, or a launch.
///
/// Requirements: DM-01, DM-02, DM-09.
///
/// @see "LLVM 22, offload/libomptarget/omptarget.cpp, targetDataEnd, and OpenMP/Mapping.cpp,
///   getTgtPtrBegin"
final class DataEnd {

    private final DataPlan plan;
    private final MapArgumentRules rules;

    /// The rows that arguments release, by begin address, with the last argument that released
    /// each; in the order of their last release.
    private final Map<Long, MapArgument> left = new LinkedHashMap<>();

    DataEnd(DataPlan plan, AbiProfile.DataMapping edition) {
        this.plan = plan;
        this.rules = new MapArgumentRules("targetDataEnd", edition.knownTypes());
    }

    void plan(List<MapArgument> arguments) {
        rules.check(arguments);
        endAll(arguments, CountChange.DECREMENTED);
        left.forEach(plan::leave);
    }

    /// @param first whether the first argument is counted
    private void endAll(List<MapArgument> arguments, CountChange first) {
        var counts = new ComponentCount(arguments);
        for (int index = arguments.size() - 1; index >= 0; index--) {
            MapArgument argument = arguments.get(index);
            if (MapArgumentRules.isMapped(argument) && !argument.has(MapType.ATTACH)) {
                switch (argument.expansion()) {
                    case MapperExpansion.ByMapper(var components) ->
                            endAll(
                                    components,
                                    counts.isCountedElsewhere(index)
                                            ? CountChange.KEPT
                                            : CountChange.DECREMENTED);
                    case MapperExpansion.None() ->
                            end(argument, index == 0 ? first : CountChange.DECREMENTED);
                }
            }
        }
    }

    private void end(MapArgument argument, CountChange counted) {
        rules.requireContiguous(argument);
        switch (plan.table().lookup(argument.begin(), argument.size())) {
            case LookupResult.Contained(var mapping) -> release(argument, mapping, counted);
            case LookupResult.Extending(var mapping) -> {
                if (argument.has(MapType.IMPLICIT)) {
                    release(argument, mapping, counted);
                } else {
                    ignore(argument);
                }
            }
            case LookupResult.Absent() -> ignore(argument);
        }
    }

    /// Ignores an argument that is not mapped: OpenMP 5.1, section 2.21.7.1, map clause.
    private void ignore(MapArgument argument) {
        if (argument.has(MapType.PRESENT)) {
            throw rules.notPresent(argument);
        }
    }

    private void release(MapArgument argument, Mapping mapping, CountChange wanted) {
        Kind kind = argument.has(MapType.OMPX_HOLD) ? Kind.HOLD : Kind.DYNAMIC;
        boolean deletes = argument.has(MapType.DELETE);
        boolean isLast = mapping.counts().isLast(kind, deletes);
        ReferenceCounts counts = deletes ? mapping.counts().reset(kind) : mapping.counts();
        boolean counted = wanted != CountChange.KEPT && isCounted(argument);
        plan.find(
                argument,
                mapping.with(counted ? counts.decremented(kind) : counts),
                counted ? change(isLast, deletes) : CountChange.KEPT);
        left.remove(mapping.begin());
        left.put(mapping.begin(), argument);
        boolean copies = argument.has(MapType.FROM) && (isLast || argument.has(MapType.ALWAYS));
        if (copies && argument.size() > 0) {
            if (!mapping.holds(argument)) {
                throw rules.extension(argument, mapping);
            }
            plan.copyFromDevice(mapping, argument);
        }
    }

    private static CountChange change(boolean isLast, boolean deletes) {
        if (!isLast) {
            return CountChange.DECREMENTED;
        }
        return deletes ? CountChange.RESET : CountChange.LAST;
    }

    /// Unlike on entry, the object of a pointer is counted even if the pointer is a member.
    private static boolean isCounted(MapArgument argument) {
        return argument.parent().isEmpty() || argument.has(MapType.PTR_AND_OBJ);
    }
}
