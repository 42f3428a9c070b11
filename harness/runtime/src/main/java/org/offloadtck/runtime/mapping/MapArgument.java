package org.offloadtck.runtime.mapping;

import java.util.OptionalInt;
import org.offloadtck.object.offload.MapType;

/// One row of the argument arrays of a data construct or a launch.
///
/// @param base host address of the variable: of `&A[0]` for a section of `A`; the value itself for
///   a literal; the address of the pointer for a pointer and its object
/// @param begin host address of the first mapped byte
/// @param size in bytes
/// @param type bits of [MapType], and for a member the argument it belongs to
/// @param name of the variable, or [#NO_NAME]
public record MapArgument(long base, long begin, long size, long type, String name) {

    /// What the runtime calls a variable that the compiler did not name.
    ///
    /// @see "LLVM 16, openmp/libomptarget/include/SourceInfo.h, getNameFromMapping"
    public static final String NO_NAME = "unknown";

    public MapArgument(long base, long begin, long size, long type) {
        this(base, begin, size, type, NO_NAME);
    }

    /// A variable mapped as a whole.
    public static MapArgument of(long begin, long size, MapType... type) {
        return new MapArgument(begin, begin, size, MapType.mask(type));
    }

    public long end() {
        return begin + size;
    }

    public boolean has(MapType bit) {
        return bit.in(type);
    }

    /// The index of the argument this one is a member of.
    public OptionalInt parent() {
        return MapType.memberOf(type);
    }

    /// The pointer of a pointer and object: mapped, never copied.
    MapArgument pointer() {
        return new MapArgument(base, base, Long.BYTES, without(MapType.TO), name);
    }

    /// This argument for an exit that copies nothing.
    MapArgument released() {
        return new MapArgument(
                base, begin, size, without(MapType.FROM, MapType.PRESENT, MapType.DELETE), name);
    }

    private long without(MapType... bits) {
        return type & ~MapType.mask(bits);
    }

    @Override
    public String toString() {
        return "map of %d bytes at 0x%x (base 0x%x, type 0x%x %s)"
                .formatted(size, begin, base, type, MapType.of(type));
    }
}
