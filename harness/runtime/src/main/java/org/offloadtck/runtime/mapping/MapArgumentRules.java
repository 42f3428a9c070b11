package org.offloadtck.runtime.mapping;

import java.util.List;
import org.offloadtck.object.offload.abi.MapType;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.argument.MapperExpansion;
import org.offloadtck.runtime.argument.VariableName;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.table.Mapping;

/// The rules for map arguments and their diagnostics.
///
/// Requirements: DM-03, DM-05, DM-08.
///
/// @param construct the name of the construct in libomptarget, for diagnostics
/// @param knownTypes every bit of a map type that the edition knows, except for [MapType#MEMBER_OF]
/// @param modified what the `present` modifier modifies: `map type`, or `motion` of an update
record MapArgumentRules(String construct, String modified, long knownTypes) {

    /// The rules of a construct that maps or unmaps.
    MapArgumentRules(String construct, long knownTypes) {
        this(construct, "map type", knownTypes);
    }

    /// Rejects arguments that no compiler of the edition emits, in components of mappers too.
    void check(List<MapArgument> arguments) {
        for (MapArgument argument : arguments) {
            checkType(argument);
            switch (argument.expansion()) {
                case MapperExpansion.None() -> {
                    if (isMapped(argument)) {
                        checkPlace(argument, arguments.size());
                    }
                }
                case MapperExpansion.ByMapper(var components) -> check(components);
            }
        }
    }

    private void checkType(MapArgument argument) {
        long unknown = argument.type() & ~knownTypes & ~MapType.MEMBER_OF;
        if (unknown != 0) {
            throw broken(
                    argument,
                    RuntimeRule.MAP_TYPE,
                    "%s has type bits 0x%x%s, which this edition does not know"
                            .formatted(
                                    argument,
                                    unknown,
                                    MapType.of(unknown).isEmpty()
                                            ? ""
                                            : " " + MapType.of(unknown)));
        }
    }

    private void checkPlace(MapArgument argument, int count) {
        if (argument.size() < 0) {
            throw broken(
                    argument,
                    RuntimeRule.MAP_ARGUMENT,
                    "size is %d when it should not be negative".formatted(argument.size()));
        }
        if (Long.compareUnsigned(argument.end(), argument.begin()) < 0) {
            throw broken(
                    argument,
                    RuntimeRule.MAP_ARGUMENT,
                    "%s exceeds the address space".formatted(argument));
        }
        if (argument.parent().orElse(0) >= count) {
            throw broken(
                    argument,
                    RuntimeRule.MAP_ARGUMENT,
                    "%s is a member of argument %d when there are %d"
                            .formatted(argument, argument.parent().orElse(0), count));
        }
    }

    /// Rejects a non-contiguous section: only updates accept one.
    void requireContiguous(MapArgument argument) {
        if (argument.has(MapType.NON_CONTIG)) {
            throw broken(
                    argument,
                    RuntimeRule.MAP_ARGUMENT,
                    "%s is not contiguous when only contiguous ranges are mapped"
                            .formatted(argument));
        }
    }

    /// Whether the argument describes mapped storage, and not a value or private storage.
    ///
    /// Requirement: DM-17.
    static boolean isMapped(MapArgument argument) {
        return !argument.has(MapType.LITERAL) && !argument.has(MapType.PRIVATE);
    }

    /// Source of the message: LLVM 22, `offload/libomptarget/OpenMP/Mapping.cpp`.
    OffloadException extension(MapArgument argument, Mapping mapping) {
        return broken(
                argument,
                RuntimeRule.NO_EXTENSION,
                "explicit extension not allowed: host address specified is 0x%x (%d bytes)%s, but device allocation maps to host at 0x%x (%d bytes)%s"
                        .formatted(
                                argument.begin(),
                                argument.size(),
                                of(argument.variable()),
                                mapping.begin(),
                                mapping.size(),
                                of(mapping.variable())));
    }

    /// Source of the message: as above.
    OffloadException notPresent(MapArgument argument) {
        return broken(
                argument,
                RuntimeRule.PRESENT,
                "device mapping required by 'present' %s modifier does not exist for host address 0x%x (%d bytes)%s"
                        .formatted(
                                modified,
                                argument.begin(),
                                argument.size(),
                                of(argument.variable())));
    }

    private static String of(VariableName variable) {
        return variable.isPresent() ? " of " + variable : "";
    }

    OffloadException broken(MapArgument argument, RuntimeRule rule, String problem) {
        return new OffloadException(construct, argument.begin(), rule, problem);
    }
}
