package org.offloadtck.runtime.mapping;

import java.util.List;
import org.offloadtck.object.offload.MapType;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.trace.CountChange;

/// Plans a `target update`.
///
/// @see "LLVM 22, offload/libomptarget/omptarget.cpp, targetDataUpdate, targetDataContiguous"
final class DataUpdate {

    private static final MapRules RULES = new MapRules("targetDataUpdate");

    private final DataPlan plan;
    private final List<MapArgument> arguments;

    DataUpdate(DataPlan plan, List<MapArgument> arguments) {
        this.plan = plan;
        this.arguments = arguments;
    }

    void plan() {
        RULES.check(arguments);
        arguments.stream().filter(MapRules::isMapped).forEach(this::update);
    }

    private void update(MapArgument argument) {
        if (argument.has(MapType.NON_CONTIG)) {
            throw RULES.broken(
                    argument,
                    RuntimeRule.MAP_ARGUMENT,
                    "%s is not contiguous when only contiguous ranges are updated"
                            .formatted(argument));
        }
        switch (plan.table().lookup(argument.begin(), argument.size())) {
            case Lookup.Contained(var mapping) -> move(argument, mapping);
            case Lookup.Extending _, Lookup.Absent _ -> {
                if (argument.has(MapType.PRESENT)) {
                    throw RULES.notPresent(argument);
                }
            }
        }
    }

    private void move(MapArgument argument, Mapping mapping) {
        plan.find(argument, mapping, CountChange.KEPT);
        if (argument.has(MapType.TO) && argument.size() > 0) {
            plan.copyToDevice(
                    argument,
                    mapping.counterpart(argument.begin()),
                    plan.host().read(argument.begin(), argument.size(), "updated data"));
            mapping.attached()
                    .forEach((pointer, values) ->
                            plan.copyPointer(mapping.counterpart(pointer), values.deviceValue()));
        }
        if (argument.has(MapType.FROM) && argument.size() > 0) {
            plan.copyFromDevice(mapping, argument);
        }
    }
}
