package org.offloadtck.runtime.mapping;

import java.util.List;
import org.offloadtck.object.offload.MapType;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;

/// The rules every construct applies to its arguments, and their diagnostics.
///
/// @param construct libomptarget's name of the construct, for diagnostics
record MapRules(String construct) {

    /// Refuses arguments no compiler emits.
    void check(List<MapArgument> arguments) {
        for (MapArgument argument : arguments) {
            if (!isMapped(argument)) {
                continue;
            }
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
                        "%s leaves the address space".formatted(argument));
            }
            checkParent(argument, arguments.size());
        }
    }

    private void checkParent(MapArgument argument, int count) {
        if (argument.parent().orElse(0) >= count) {
            throw broken(
                    argument,
                    RuntimeRule.MAP_ARGUMENT,
                    "%s is a member of argument %d when there are %d"
                            .formatted(argument, argument.parent().orElse(0), count));
        }
    }

    /// Whether the argument stands for mapped storage, as opposed to a value or private storage.
    static boolean isMapped(MapArgument argument) {
        return !argument.has(MapType.LITERAL) && !argument.has(MapType.PRIVATE);
    }

    /// Message: libomptarget's, LLVM 22, `offload/libomptarget/OpenMP/Mapping.cpp`.
    OffloadException extension(MapArgument argument, Mapping mapping) {
        return broken(
                argument,
                RuntimeRule.NO_EXTENSION,
                "explicit extension not allowed: host address specified is 0x%x (%d bytes), but device allocation maps to host at 0x%x (%d bytes)"
                        .formatted(
                                argument.begin(),
                                argument.size(),
                                mapping.begin(),
                                mapping.size()));
    }

    /// Message: libomptarget's, as above.
    OffloadException notPresent(MapArgument argument) {
        return broken(
                argument,
                RuntimeRule.PRESENT,
                "device mapping required by 'present' map type modifier does not exist for host address 0x%x (%d bytes)"
                        .formatted(argument.begin(), argument.size()));
    }

    OffloadException broken(MapArgument argument, RuntimeRule rule, String problem) {
        return new OffloadException(construct, argument.begin(), rule, problem);
    }
}
