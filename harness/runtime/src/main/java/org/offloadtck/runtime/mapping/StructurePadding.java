package org.offloadtck.runtime.mapping;

import java.util.List;
import org.offloadtck.object.profile.runtime.StructureAlignment;
import org.offloadtck.runtime.argument.MapArgument;

/// Bytes before a structure that is mapped from its middle, so that its members are aligned on the
/// device as on the host.
///
/// @see "LLVM 22, offload/libomptarget/omptarget.cpp, getPartialStructRequiredAlignment"
record StructurePadding(StructureAlignment style) {

    /// The greatest alignment that is kept where only the device has the bytes.
    ///
    /// @see "same, MaxAlignment"
    private static final long MAX_ALIGNMENT = 16;

    /// The alignment of the range where the host has them, too.
    ///
    /// @see "LLVM 16, openmp/libomptarget/src/omptarget.cpp, Alignment"
    private static final long RANGE_ALIGNMENT = 8;

    /// How many bytes come before the argument at `index`.
    long before(List<MapArgument> arguments, int index) {
        MapArgument argument = arguments.get(index);
        boolean isCombined =
                argument.parent().isEmpty()
                        && index + 1 < arguments.size()
                        && arguments.get(index + 1).parent().orElse(-1) == index;
        return isCombined ? Long.remainderUnsigned(argument.begin(), alignment(argument)) : 0;
    }

    private long alignment(MapArgument argument) {
        return switch (style) {
            case DEVICE_PADDING -> Long.lowestOneBit(argument.base() | MAX_ALIGNMENT);
            case WIDER_RANGE -> RANGE_ALIGNMENT;
        };
    }

    /// What is mapped for `argument`.
    MapArgument widen(MapArgument argument, long padding) {
        return switch (style) {
            case DEVICE_PADDING -> argument;
            case WIDER_RANGE -> argument.widened(padding);
        };
    }

    /// Bytes that are left free on the device before what is mapped.
    long onDevice(long padding) {
        return switch (style) {
            case DEVICE_PADDING -> padding;
            case WIDER_RANGE -> 0;
        };
    }
}
