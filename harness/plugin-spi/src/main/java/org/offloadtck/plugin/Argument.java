package org.offloadtck.plugin;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// One kernel argument, in the order of the kernel's parameters.
public sealed interface Argument {

    /// Bytes handed over as they are, in the device's byte order (little-endian on every device
    /// known so far). The size is the parameter's size.
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

        /// A pointer without memory behind it.
        public static Value nullPointer() {
            return new Value(
                    MemorySegment.ofArray(new byte[(int) ValueLayout.JAVA_LONG.byteSize()]));
        }
    }

    /// A pointer into device memory; the only way to pass one to a device without
    /// [Capability#RAW_ADDRESSES].
    ///
    /// @param offset bytes from the beginning of `memory`; devices without raw addresses may refuse
    ///   one that is not zero with `UNSUPPORTED`
    record Pointer(DeviceMemory memory, long offset) implements Argument {

        public static Pointer to(DeviceMemory memory) {
            return new Pointer(memory, 0);
        }
    }
}
