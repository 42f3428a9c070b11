package org.offloadtck.runtime.mapping;

import java.util.List;
import org.offloadtck.object.offload.abi.MapType;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.argument.MapperExpansion;
import org.offloadtck.runtime.argument.NonContiguousSection;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.table.LookupResult;
import org.offloadtck.runtime.table.Mapping;
import org.offloadtck.runtime.trace.CountChange;

/// Plans a `target update`.
///
/// Requirements: DM-07, DM-12.
///
/// @see "LLVM 22, offload/libomptarget/omptarget.cpp, targetDataUpdate, targetDataContiguous"
final class DataUpdate {

    private final DataPlan plan;
    private final MapArgumentRules rules;

    DataUpdate(DataPlan plan, AbiProfile.DataMapping edition) {
        this.plan = plan;
        this.rules = new MapArgumentRules("targetDataUpdate", "motion", edition.knownTypes());
    }

    void plan(List<MapArgument> arguments) {
        rules.check(arguments);
        updateAll(arguments);
    }

    private void updateAll(List<MapArgument> arguments) {
        for (MapArgument argument : arguments) {
            if (MapArgumentRules.isMapped(argument) && !argument.has(MapType.ATTACH)) {
                switch (argument.expansion()) {
                    case MapperExpansion.ByMapper(var components) -> updateAll(components);
                    case MapperExpansion.None() -> update(argument);
                }
            }
        }
    }

    private void update(MapArgument argument) {
        if (argument.has(MapType.NON_CONTIG)) {
            updatePieces(argument);
        } else {
            updateRange(argument);
        }
    }

    private void updatePieces(MapArgument argument) {
        if (argument.size() < 1 || argument.size() > NonContiguousSection.MOST_DIMENSIONS) {
            throw rules.broken(
                    argument,
                    RuntimeRule.MAP_ARGUMENT,
                    "section has %d dimensions when it should have 1 to %d"
                            .formatted(argument.size(), NonContiguousSection.MOST_DIMENSIONS));
        }
        var section = NonContiguousSection.read(plan.host(), argument);
        long pieces = section.pieces();
        if (pieces < 0 || pieces > NonContiguousSection.MOST_PIECES || section.pieceSize() < 0) {
            throw rules.broken(
                    argument,
                    RuntimeRule.MAP_ARGUMENT,
                    "section is %s when it should have at most %d pieces of non-negative size"
                            .formatted(section.dimensions(), NonContiguousSection.MOST_PIECES));
        }
        section.forEachPiece(at -> updateRange(argument.piece(at, section.pieceSize())));
    }

    private void updateRange(MapArgument argument) {
        switch (plan.table().lookup(argument.begin(), argument.size())) {
            case LookupResult.Contained(var mapping) -> move(argument, mapping);
            case LookupResult.Extending _, LookupResult.Absent _ -> {
                if (argument.has(MapType.PRESENT)) {
                    throw rules.notPresent(argument);
                }
            }
        }
    }

    private void move(MapArgument argument, Mapping mapping) {
        plan.find(argument, mapping, CountChange.KEPT);
        if (argument.has(MapType.TO) && argument.size() > 0) {
            plan.copyToDevice(
                    mapping,
                    argument,
                    plan.host().read(argument.begin(), argument.size(), "updated data"));
            mapping.attached()
                    .subMap(argument.begin(), argument.end())
                    .forEach((pointer, values) ->
                            plan.copyPointer(mapping.counterpart(pointer), values, pointer));
        }
        if (argument.has(MapType.FROM) && argument.size() > 0) {
            plan.copyFromDevice(mapping, argument);
        }
    }
}
