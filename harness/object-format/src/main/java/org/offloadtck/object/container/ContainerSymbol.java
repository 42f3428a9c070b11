package org.offloadtck.object.container;

import java.nio.ByteBuffer;

/// A name that a module's PTX gives to or wants from other modules.
///
/// @param size in bytes, of a variable that is defined; 0 for anything else
/// @param initial the bytes of a variable that has an initial value, with zeros for addresses;
///   empty for anything else
public record ContainerSymbol(
        String name, Kind kind, Linkage linkage, long size, ByteBuffer initial) {

    private static final ByteBuffer NO_BYTES = ByteBuffer.allocate(0);

    /// @throws IllegalArgumentException if there are initial bytes, and not as many as the size
    public ContainerSymbol {
        initial = initial.slice().asReadOnlyBuffer();
        if (initial.hasRemaining() && initial.remaining() != size) {
            throw new IllegalArgumentException(
                    "%s has %d initial bytes when it has %d bytes"
                            .formatted(name, initial.remaining(), size));
        }
    }

    /// A name without an initial value.
    public ContainerSymbol(String name, Kind kind, Linkage linkage, long size) {
        this(name, kind, linkage, size, NO_BYTES);
    }

    /// A view of the initial bytes with a position of its own.
    @Override
    public ByteBuffer initial() {
        return initial.asReadOnlyBuffer();
    }

    /// What the name stands for.
    public enum Kind {
        /// A `.func` or `.entry`.
        FUNCTION,
        /// A module-scope variable.
        VARIABLE
    }

    /// How the name takes part in linking.
    public enum Linkage {
        /// `.visible`: defined here and nowhere else.
        DEFINED,
        /// `.weak`: defined here and perhaps elsewhere.
        WEAK,
        /// `.extern`: defined elsewhere.
        UNDEFINED
    }

    /// Where in the symbol table it is, by the section that defines it.
    Place place() {
        if (linkage == Linkage.UNDEFINED) {
            return Place.ELSEWHERE;
        }
        return switch (kind) {
            case FUNCTION -> Place.TEXT;
            case VARIABLE -> initial.hasRemaining() ? Place.INITIALISED : Place.ZERO;
        };
    }

    /// What a name is defined in, in the order of the symbol table.
    enum Place {
        TEXT,
        INITIALISED,
        ZERO,
        ELSEWHERE
    }
}
