package org.offloadtck.implementation.program;

import org.offloadtck.implementation.element.ElementValue;
import org.offloadtck.object.offload.abi.MapType;

/// One row of the argument arrays that a compiler emits for a data construct or a launch.
public sealed interface MapOperand {

    /// Bits of [MapType], and the argument it is a member of, as the compiler emits them.
    long type();

    /// The mapped variable, for debug information.
    MappedName name();

    /// A section of a buffer; one of 0 bytes looks up the existing mapping.
    ///
    /// @param begin offset of the section in the buffer, in bytes
    /// @param bytes size of the section
    record Section(String buffer, long begin, long bytes, long type, MappedName name)
            implements MapOperand {}

    /// The placeholder for the launch environment. Compilers keep it at the end of a launch's
    /// operands if the device ABI has the environment there.
    ///
    /// @see "objects/ind23.o, made by clang 23.1.4: size 0, type 0x120"
    record EnvironmentPlace() implements MapOperand {
        @Override
        public long type() {
            return MapType.mask(MapType.TARGET_PARAM, MapType.LITERAL);
        }

        @Override
        public MappedName name() {
            return MappedName.UNKNOWN;
        }
    }

    /// A value that is passed to the kernel in place of an address.
    record Literal(ElementValue value, long type, MappedName name) implements MapOperand {}
}
