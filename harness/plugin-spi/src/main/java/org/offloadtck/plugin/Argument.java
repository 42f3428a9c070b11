package org.offloadtck.plugin;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// One kernel argument, in the order of the kernel's parameters.
public sealed interface Argument {

    /// Bytes in the byte order of the device, which is little-endian on every known device. Their
    /// number is the size of the parameter.
    record Value(MemorySegment bytes) implements Argument {

        public Value {
            bytes = bytes.asReadOnly();
        }

        public static Value of(int value) {
            return new Value(MemorySegment.ofArray(new int[] {value}));
        }

        public static Value of(long value) {
            return new Value(MemorySegment.ofArray(new long[] {value}));
        }

        public static Value of(double value) {
            return new Value(MemorySegment.ofArray(new double[] {value}));
        }

        /// A null pointer.
        public static Value nullPointer() {
            return new Value(
                    MemorySegment.ofArray(new byte[(int) ValueLayout.JAVA_LONG.byteSize()]));
        }
    }

    /// A pointer into device memory; the only way to pass one to a device without
    /// [Capability#RAW_ADDRESSES].
    ///
    /// @param offset bytes from the beginning of `memory`; devices without raw addresses may reject
    ///   an offset other than zero with `UNSUPPORTED`
    record Pointer(DeviceMemory memory, long offset) implements Argument {

        public static Pointer to(DeviceMemory memory) {
            return new Pointer(memory, 0);
        }
    }
}
