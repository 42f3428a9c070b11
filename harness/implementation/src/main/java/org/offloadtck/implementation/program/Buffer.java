package org.offloadtck.implementation.program;

import java.util.List;
import org.offloadtck.implementation.element.ElementArray;
import org.offloadtck.implementation.element.ElementType;

/// A variable of the host program.
///
/// @param name in expressions and map operands
/// @param symbol in the host object; empty if it is on the stack
/// @param count number of elements, positive
/// @param holds the meaning of the elements
/// @param lifetime of a declare target variable with a constructor or destructor; none for plain
///   data
public record Buffer(
        String name,
        String symbol,
        StorageClass storage,
        ElementType element,
        int count,
        InitialValue initial,
        DeclareTarget declareTarget,
        Holds holds,
        List<DeviceLifetime> lifetime) {

    /// The meaning of a variable's elements.
    public enum Holds {
        /// Data.
        DATA,
        /// Rows of the unit's indirect functions, from 0; the program stores the host's addresses.
        FUNCTIONS
    }

    /// Arrays of at least this size in bytes are aligned to it.
    ///
    /// @see "System V ABI, AMD64 Architecture Processor Supplement 1.0, 3.1.2: aggregates and
    ///   unions"
    private static final int LARGE_ARRAY = 16;

    public Buffer {
        lifetime = List.copyOf(lifetime);
    }

    /// Size in bytes.
    public long bytes() {
        return (long) count * element.bytes();
    }

    /// The contents at the program's first statement.
    public ElementArray initialElements() {
        return switch (initial) {
            case InitialValue.Zero() -> ElementArray.zeros(element, count);
            case InitialValue.Data(var elements) -> elements;
        };
    }

    /// Alignment in bytes.
    public long alignment() {
        return count > 1 && bytes() >= LARGE_ARRAY
                ? Math.max(LARGE_ARRAY, element.alignment())
                : element.alignment();
    }

    /// The clause of the declare target directive that names a variable.
    ///
    /// @see "OpenMP 5.2, 7.8.1: declare target directive"
    public enum DeclareTarget {
        /// No directive names the variable: it reaches a device only by being mapped.
        NONE,
        /// A copy exists on every device (`to` up to OpenMP 5.1).
        ENTER,
        /// The device has a pointer to it, set when it is mapped.
        LINK
    }

    /// The initial contents of a variable.
    public sealed interface InitialValue {

        /// Zero in every element.
        record Zero() implements InitialValue {}

        /// The contents in the object.
        record Data(ElementArray elements) implements InitialValue {}
    }

    /// The storage and the linkage of a host variable.
    public enum StorageClass {
        /// On the stack of a function, not in the object.
        AUTOMATIC,
        /// In the object, with internal linkage (`static`).
        INTERNAL,
        /// In the object, with external linkage.
        EXTERNAL
    }
}
