package org.offloadtck.runtime.mapping;

import java.util.List;

/// Bytes left free before a structure that is mapped from its middle, so that its members are
/// aligned on the device as on the host.
///
/// @see "LLVM 22, offload/libomptarget/omptarget.cpp, getPartialStructRequiredAlignment"
final class Padding {

    /// The greatest alignment that is kept.
    ///
    /// @see "same, MaxAlignment"
    private static final long MAX_ALIGNMENT = 16;

    private Padding() {}

    /// @return bytes before the argument at `index`
    static long before(List<MapArgument> arguments, int index) {
        MapArgument argument = arguments.get(index);
        boolean isCombined =
                argument.parent().isEmpty()
                        && index + 1 < arguments.size()
                        && arguments.get(index + 1).parent().orElse(-1) == index;
        long alignment = Long.lowestOneBit(argument.base() | MAX_ALIGNMENT);
        return isCombined ? Long.remainderUnsigned(argument.begin(), alignment) : 0;
    }
}
