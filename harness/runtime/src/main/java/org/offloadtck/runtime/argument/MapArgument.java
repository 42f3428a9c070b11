package org.offloadtck.runtime.argument;

import java.util.OptionalInt;
import org.offloadtck.object.offload.abi.MapType;

/// One row of the argument arrays of a data construct or a launch.
///
/// @param base host address of the variable: `&A[0]` for a section of `A`; the value itself for a
///   literal; the address of the pointer for a pointer and its object
/// @param begin host address of the first mapped byte; of the descriptor for a non-contiguous
///   section
/// @param size in bytes; the number of dimensions for a non-contiguous section
/// @param type bits of [MapType], and for a member the index of the argument that it belongs to
/// @param variable its name, or [VariableName#NONE]
public record MapArgument(
        long base,
        long begin,
        long size,
        long type,
        VariableName variable,
        MapperExpansion expansion) {

    public MapArgument(long base, long begin, long size, long type, VariableName variable) {
        this(base, begin, size, type, variable, new MapperExpansion.None());
    }

    public MapArgument(long base, long begin, long size, long type) {
        this(base, begin, size, type, VariableName.NONE);
    }

    /// A variable that is mapped completely.
    public static MapArgument of(long begin, long size, MapType... type) {
        return new MapArgument(begin, begin, size, MapType.mask(type));
    }

    /// This argument, replaced by the components of its mapper.
    public MapArgument expandedBy(MapperComponents mapper) {
        return new MapArgument(
                base, begin, size, type, variable, new MapperExpansion.ByMapper(mapper.all()));
    }

    /// The name of the variable, or that of [VariableName#NONE].
    public String name() {
        return variable.name();
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

    /// The pointer of a pointer and its object: mapped, never copied.
    public MapArgument pointer() {
        return new MapArgument(base, base, Long.BYTES, without(MapType.TO));
    }

    /// The object of a pointer and its object, if the pointer has the value `object`.
    public MapArgument object(long object) {
        return new MapArgument(object, begin, size, type, variable);
    }

    /// The same argument for the `length` bytes at `address`.
    public MapArgument piece(long address, long length) {
        return new MapArgument(base, address, length, type & ~MapType.NON_CONTIG.bit(), variable);
    }

    /// This argument with `before` additional bytes at its begin.
    public MapArgument widened(long before) {
        return new MapArgument(base, begin - before, size + before, type, variable);
    }

    /// This argument for an exit that copies nothing.
    public MapArgument released() {
        MapperExpansion released =
                switch (expansion) {
                    case MapperExpansion.None none -> none;
                    case MapperExpansion.ByMapper(var components) ->
                            new MapperExpansion.ByMapper(
                                    components.stream().map(MapArgument::released).toList());
                };
        return new MapArgument(
                base,
                begin,
                size,
                without(MapType.FROM, MapType.PRESENT, MapType.DELETE),
                variable,
                released);
    }

    private long without(MapType... bits) {
        return type & ~MapType.mask(bits);
    }

    @Override
    public String toString() {
        return "map of %d bytes at 0x%x (base 0x%x, type 0x%x %s%s)"
                .formatted(
                        size,
                        begin,
                        base,
                        type,
                        MapType.of(type),
                        variable.isPresent() ? " of " + variable : "");
    }
}
