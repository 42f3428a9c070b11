package org.offloadtck.runtime.mapping;

import java.util.List;
import org.offloadtck.object.offload.abi.MapType;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.argument.MapperExpansion;

/// Decides whether the first component of a user-defined mapper is counted.
///
/// The storage of a structure member is counted by the argument that maps the structure. The first
/// component of the member's mapper must not count it again: its row would have a count of two, and
/// neither entry nor exit would copy the members. A variable that only its mapper maps is counted;
/// libomptarget does not, so that such a variable stays mapped (D78).
///
/// Requirement: DM-11.
///
/// @param arguments of the construct
/// @see "LLVM 19, offload/libomptarget/omptarget.cpp, targetDataBegin and targetDataEnd, UpdateRef"
record ComponentCount(List<MapArgument> arguments) {

    /// Whether the storage of the first component of argument `index` is counted by another
    /// argument of the construct.
    boolean isCountedElsewhere(int index) {
        return arguments.get(index).expansion() instanceof MapperExpansion.ByMapper(var components)
                && !components.isEmpty()
                && arguments.stream()
                        .filter(ComponentCount::isCounted)
                        .anyMatch(argument -> contains(argument, components.getFirst()));
    }

    private static boolean isCounted(MapArgument argument) {
        return argument.expansion() instanceof MapperExpansion.None
                && MapArgumentRules.isMapped(argument)
                && !argument.has(MapType.ATTACH)
                && argument.parent().isEmpty();
    }

    private static boolean contains(MapArgument outer, MapArgument inner) {
        return Long.compareUnsigned(outer.begin(), inner.begin()) <= 0
                && Long.compareUnsigned(inner.end(), outer.end()) <= 0;
    }
}
