package org.offloadtck.linker.module;

import java.lang.foreign.MemorySegment;
import java.util.List;

/// The initializer of a global.
public sealed interface IrConstant {

    /// A number of an integer type.
    record Int(IrType type, long value) implements IrConstant {}

    /// The null pointer.
    record Null() implements IrConstant {

        @Override
        public IrType type() {
            return IrType.POINTER;
        }
    }

    /// The address of a symbol plus `offset` bytes.
    record Address(String symbol, long offset) implements IrConstant {

        public Address(String symbol) {
            this(symbol, 0);
        }

        @Override
        public IrType type() {
            return IrType.POINTER;
        }
    }

    /// A structure, field by field.
    record Structure(IrType.Struct type, List<IrConstant> fields) implements IrConstant {

        public Structure {
            fields = List.copyOf(fields);
            if (fields.size() != type.fields().size()) {
                throw new IllegalArgumentException(
                        "%s has %d fields, not %d"
                                .formatted(type.name(), type.fields().size(), fields.size()));
            }
        }
    }

    /// An array, element by element.
    record Elements(IrType.Array type, List<IrConstant> elements) implements IrConstant {

        public Elements {
            elements = List.copyOf(elements);
        }
    }

    /// An array of bytes.
    ///
    /// @param bytes read-only
    record Bytes(MemorySegment bytes) implements IrConstant {

        public Bytes {
            bytes = bytes.asReadOnly();
        }

        @Override
        public IrType type() {
            return new IrType.Array(bytes.byteSize(), IrType.I8);
        }
    }

    /// All zero.
    record Zero(IrType type) implements IrConstant {}

    IrType type();

    /// Whether the constant has an address, which a loader relocates in a position-independent
    /// program.
    default boolean isRelocated() {
        return switch (this) {
            case Address _ -> true;
            case Structure(_, var fields) -> fields.stream().anyMatch(IrConstant::isRelocated);
            case Elements(_, var elements) -> elements.stream().anyMatch(IrConstant::isRelocated);
            case Int _, Null _, Bytes _, Zero _ -> false;
        };
    }

    /// Whether the constant is null or zero, so that its data needs no bytes in a file.
    default boolean isZero() {
        return switch (this) {
            case Null _, Zero _ -> true;
            case Int _, Address _, Structure _, Elements _, Bytes _ -> false;
        };
    }
}
