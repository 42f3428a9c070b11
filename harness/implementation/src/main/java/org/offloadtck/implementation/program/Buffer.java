package org.offloadtck.implementation.program;

import java.util.List;
import org.offloadtck.implementation.element.ElementArray;
import org.offloadtck.implementation.element.ElementType;

/// A variable of the host program.
///
/// @param name in expressions and map operands
/// @param symbol in the host object; empty if it lies on the stack
/// @param count number of elements, positive
/// @param holds what the elements stand for
/// @param lifetime of a declare target variable that code makes or ends; none if data is enough
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

    /// What the elements of a variable stand for.
    public enum Holds {
        /// Themselves.
        DATA,
        /// Rows of the unit's indirect functions, from 0; the program stores the host's addresses.
        FUNCTIONS
    }

    /// Arrays of this size and more, in bytes, are aligned to it.
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

    /// What the program's first statement finds in it.
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
}
