package org.offloadtck.runtime.mapping;

import org.offloadtck.runtime.mapping.MapType.Flag;

/// One row of the argument arrays of a data construct or a launch.
///
/// @param base host address of the variable: of `&A[0]` for a section of `A`; the value itself for
///   a literal; the address of the pointer for a pointer and its object
/// @param begin host address of the first mapped byte
/// @param size in bytes
public record MapArgument(long base, long begin, long size, MapType type) {

    /// A variable mapped as a whole.
    public static MapArgument of(long begin, long size, MapType type) {
        return new MapArgument(begin, begin, size, type);
    }

    public long end() {
        return begin + size;
    }

    /// The pointer of a pointer and object: mapped, never copied.
    MapArgument pointer() {
        return of(base, Long.BYTES, type.without(Flag.TO));
    }

    /// This argument for an exit that copies nothing.
    MapArgument released() {
        return new MapArgument(
                base,
                begin,
                size,
                type.without(Flag.FROM).without(Flag.PRESENT).without(Flag.DELETE));
    }

    @Override
    public String toString() {
        return "map of %d bytes at 0x%x (base 0x%x, type %s)".formatted(size, begin, base, type);
    }
}
