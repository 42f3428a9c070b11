package org.offloadtck.runtime.mapping;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.offloadtck.object.offload.MapType;
import org.offloadtck.runtime.mapping.ReferenceCounts.Kind;
import org.offloadtck.runtime.trace.CountChange;

/// Plans the exit of a construct.
///
/// @see "LLVM 22, offload/libomptarget/omptarget.cpp, targetDataEnd, and OpenMP/Mapping.cpp,
///   getTgtPtrBegin"
final class DataEnd {

    private static final MapRules RULES = new MapRules("targetDataEnd");

    private final DataPlan plan;
    private final List<MapArgument> arguments;
    private final Set<Long> touched = new LinkedHashSet<>();

    DataEnd(DataPlan plan, List<MapArgument> arguments) {
        this.plan = plan;
        this.arguments = arguments;
    }

    void plan() {
        RULES.check(arguments);
        arguments.reversed().stream()
                .filter(MapRules::isMapped)
                .filter(argument -> !argument.has(MapType.ATTACH))
                .forEach(this::end);
        touched.forEach(this::removeIfUnused);
    }

    private void end(MapArgument argument) {
        switch (plan.table().lookup(argument.begin(), argument.size())) {
            case Lookup.Contained(var mapping) -> release(argument, mapping);
            case Lookup.Extending(var mapping) -> {
                if (argument.has(MapType.IMPLICIT)) {
                    release(argument, mapping);
                } else {
                    ignore(argument);
                }
            }
            case Lookup.Absent() -> ignore(argument);
        }
    }

    /// What is not present on exit is ignored: OpenMP 5.1, section 2.21.7.1, map clause.
    private void ignore(MapArgument argument) {
        if (argument.has(MapType.PRESENT)) {
            throw RULES.notPresent(argument);
        }
    }

    private void release(MapArgument argument, Mapping mapping) {
        Kind kind = argument.has(MapType.OMPX_HOLD) ? Kind.HOLD : Kind.DYNAMIC;
        boolean deletes = argument.has(MapType.DELETE);
        boolean isLast = mapping.counts().isLast(kind, deletes);
        ReferenceCounts counts = deletes ? mapping.counts().reset(kind) : mapping.counts();
        boolean counted = isCounted(argument);
        plan.find(
                argument,
                mapping.with(counted ? counts.decremented(kind) : counts),
                counted ? change(isLast, deletes) : CountChange.KEPT);
        touched.add(mapping.begin());
        boolean copies = argument.has(MapType.FROM) && (isLast || argument.has(MapType.ALWAYS));
        if (copies && argument.size() > 0) {
            if (!mapping.holds(argument)) {
                throw RULES.extension(argument, mapping);
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

    private void removeIfUnused(long begin) {
        if (plan.table().lookup(begin, 1) instanceof Lookup.Contained(var mapping)
                && mapping.counts().total() == 0) {
            plan.remove(mapping);
        }
    }
}
