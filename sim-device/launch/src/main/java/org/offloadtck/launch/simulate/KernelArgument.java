package org.offloadtck.launch.simulate;

import java.lang.foreign.MemorySegment;
import org.offloadtck.ptx.ir.modifier.PtxType;

/// An argument of a kernel.
public sealed interface KernelArgument {

    /// A number.
    record Scalar(ScalarType type, NumberLiteral number) implements KernelArgument {}

    /// The bytes of a parameter that is a structure.
    record Structure(FileContents contents) implements KernelArgument {}

    /// Device memory, whose address the kernel receives.
    ///
    /// @param count of elements, 1 or more
    record Buffer(BufferName name, PtxType element, long count, Contents contents)
            implements KernelArgument {}

    /// The type of a scalar argument.
    sealed interface ScalarType {

        /// The type that the argument states.
        record Stated(PtxType type) implements ScalarType {}

        /// The type of the kernel's parameter.
        enum OfParameter implements ScalarType {
            OF_PARAMETER
        }
    }

    /// The name of a buffer in diagnostics and among the outputs.
    sealed interface BufferName {

        /// The name that the argument states.
        record Stated(String name) implements BufferName {}

        /// The name of the kernel's parameter.
        enum OfParameter implements BufferName {
            OF_PARAMETER
        }
    }

    /// The contents of a buffer when the kernel starts.
    sealed interface Contents {

        /// Zero bytes.
        enum Zeros implements Contents {
            ZEROS
        }

        /// Zero bytes that count as never written.
        enum Uninitialised implements Contents {
            UNINITIALISED
        }

        /// The same number in every element.
        record Filled(NumberLiteral number) implements Contents {}

        /// Numbers of [java.util.Random]: floating point from 0 to less than 1, integers of any
        /// bits.
        record Seeded(long seed) implements Contents {}

        /// The bytes of a file, as many as the buffer has.
        record OfFile(FileContents file) implements Contents {}
    }

    /// The bytes of a file.
    ///
    /// @param name names the file in messages
    /// @param bytes little-endian where they are numbers, read-only
    record FileContents(String name, MemorySegment bytes) {

        public FileContents {
            bytes = bytes.asReadOnly();
        }
    }
}
