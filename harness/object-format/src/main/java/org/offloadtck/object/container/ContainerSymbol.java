package org.offloadtck.object.container;

import java.nio.ByteBuffer;

/// A symbol that a module's PTX exports to other modules or requires from them.
///
/// @param size in bytes, of a variable that is defined; otherwise 0
/// @param initial the initial value of a variable, with zeros for addresses; otherwise empty
public record ContainerSymbol(
        String name, Kind kind, Linkage linkage, long size, ByteBuffer initial) {

    private static final ByteBuffer NO_BYTES = ByteBuffer.allocate(0);

    /// @throws IllegalArgumentException if the initial value is not empty and its size differs from
    ///   `size`
    public ContainerSymbol {
        initial = initial.slice().asReadOnlyBuffer();
        if (initial.hasRemaining() && initial.remaining() != size) {
            throw new IllegalArgumentException(
                    "%s has %d initial bytes when its size is %d bytes"
                            .formatted(name, initial.remaining(), size));
        }
    }

    /// A symbol without an initial value.
    public ContainerSymbol(String name, Kind kind, Linkage linkage, long size) {
        this(name, kind, linkage, size, NO_BYTES);
    }

    /// A view of the initial value with a position of its own.
    @Override
    public ByteBuffer initial() {
        return initial.asReadOnlyBuffer();
    }

    /// The kind of the symbol.
    public enum Kind {
        /// A `.func` or `.entry`.
        FUNCTION,
        /// A module-scope variable.
        VARIABLE
    }

    /// The linkage of the symbol.
    public enum Linkage {
        /// `.visible`: defined here and nowhere else.
        DEFINED,
        /// `.weak`: defined here and perhaps elsewhere.
        WEAK,
        /// `.extern`: defined elsewhere.
        UNDEFINED
    }

    /// Where the symbol is defined.
    Place place() {
        if (linkage == Linkage.UNDEFINED) {
            return Place.ELSEWHERE;
        }
        return switch (kind) {
            case FUNCTION -> Place.TEXT;
            case VARIABLE -> initial.hasRemaining() ? Place.INITIALISED : Place.ZERO;
        };
    }

    /// The section that defines a symbol, in the order of the symbol table.
    enum Place {
        TEXT,
        INITIALISED,
        ZERO,
        ELSEWHERE
    }
}
