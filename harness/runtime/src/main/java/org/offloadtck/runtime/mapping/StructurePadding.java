package org.offloadtck.runtime.mapping;

import java.util.List;
import org.offloadtck.object.profile.runtime.StructureAlignment;
import org.offloadtck.runtime.argument.MapArgument;

/// Padding before a structure that is mapped from its middle, so that its members have the same
/// alignment on device and host.
///
/// Requirement: DM-10.
///
/// @see "LLVM 22, offload/libomptarget/omptarget.cpp, getPartialStructRequiredAlignment"
record StructurePadding(StructureAlignment style) {

    /// Maximum alignment that is kept if only the device has the padding.
    ///
    /// @see "same, MaxAlignment"
    private static final long MAX_ALIGNMENT = 16;

    /// Alignment of the mapped range if the host has the padding too.
    ///
    /// @see "LLVM 16, openmp/libomptarget/src/omptarget.cpp, Alignment"
    private static final long RANGE_ALIGNMENT = 8;

    /// Bytes of padding before the argument at `index`.
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

    /// The argument that is mapped in place of `argument`.
    MapArgument widen(MapArgument argument, long padding) {
        return switch (style) {
            case DEVICE_PADDING -> argument;
            case WIDER_RANGE -> argument.widened(padding);
        };
    }

    /// Bytes that stay unused on the device before the mapped range.
    long onDevice(long padding) {
        return switch (style) {
            case DEVICE_PADDING -> padding;
            case WIDER_RANGE -> 0;
        };
    }
}
