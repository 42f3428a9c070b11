package org.offloadtck.implementation.program;

import org.offloadtck.implementation.expression.Expression;

/// One row of the argument arrays that a compiler emits for a data construct or a launch.
public sealed interface MapOperand {

    /// Bits of [MapType], and the argument it is a member of, as the compiler emits them.
    long type();

    /// What was mapped, for debug information.
    MappedName name();

    /// A section of a buffer; one of 0 bytes looks up what is mapped there.
    ///
    /// @param begin offset of the section in the buffer, in bytes
    /// @param bytes size of the section
    record Section(String buffer, Expression begin, Expression bytes, long type, MappedName name)
            implements MapOperand {}

    /// A value handed to the kernel in place of an address.
    record Literal(Expression value, long type, MappedName name) implements MapOperand {}
}
