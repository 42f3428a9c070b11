package org.offloadtck.implementation.program;

import org.offloadtck.implementation.expression.ElementType;

/// A variable of the host program: storage under a symbol.
///
/// @param name in expressions and map operands
/// @param symbol in the host object
/// @param count number of elements, positive
public record Buffer(
        String name, String symbol, ElementType element, int count, DeclareTarget declareTarget) {

    /// Size in bytes.
    public long bytes() {
        return (long) count * element.bytes();
    }
}
