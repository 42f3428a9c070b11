package org.offloadtck.implementation.program;

import org.offloadtck.implementation.expression.Expression;
import org.offloadtck.object.offload.SourceLocation;

/// One row of the argument arrays that a compiler emits for a data construct or a launch.
public sealed interface MapOperand {

    /// Bits of [MapType], and the argument it is a member of, as the compiler emits them.
    long type();

    /// What was mapped, with the variable or expression in the place of the file and the file in
    /// the place of the function, which debug information tells the runtime.
    SourceLocation declaration();

    /// A section of a buffer; one of 0 bytes looks up what is mapped there.
    ///
    /// @param begin offset of the section in the buffer, in bytes
    /// @param bytes size of the section
    record Section(
            String buffer,
            Expression begin,
            Expression bytes,
            long type,
            SourceLocation declaration)
            implements MapOperand {}

    /// A value handed to the kernel in place of an address.
    record Literal(Expression value, long type, SourceLocation declaration) implements MapOperand {}
}
