package org.offloadtck.emulation.queue;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.OptionalLong;
import org.offloadtck.engine.memory.GlobalMemory;

/// An aligned word that a stream writes or waits for, in device memory or in host memory that
/// kernels access.
///
/// @param bytes 4 or 8
public record MemoryWord(long address, int bytes) {

    /// How a wait compares a word with its value (CUDA driver API 12.6, `CUstreamWaitValue_flags`).
    public enum Comparison {
        /// The word is at least the value, as a signed difference.
        GEQ,
        /// Equal.
        EQ,
        /// The word has a bit of the value.
        AND,
        /// Neither the word nor the value has a bit.
        NOR;

        /// The largest number of a comparison.
        public static final int LAST = 3;

        /// The comparison with a number, from 0 to [#LAST].
        public static Comparison of(int number) {
            return switch (number) {
                case 0 -> GEQ;
                case 1 -> EQ;
                case 2 -> AND;
                case LAST -> NOR;
                default -> throw new IllegalArgumentException("no comparison is " + number);
            };
        }

        boolean holds(long word, long value, int bytes) {
            int unused = Long.SIZE - bytes * Byte.SIZE;
            return switch (this) {
                case GEQ -> (word - value) << unused >= 0;
                case EQ -> (word ^ value) << unused == 0;
                case AND -> (word & value) << unused != 0;
                case NOR -> ~(word | value) << unused != 0;
            };
        }
    }

    /// The value of the word; empty if there is no such memory any more.
    OptionalLong read(GlobalMemory memory) {
        if (memory.find(address, bytes).isPresent()) {
            return OptionalLong.of(get(memory.slice(address, bytes)));
        }
        try (var arena = Arena.ofConfined()) {
            var copy = arena.allocate(JAVA_LONG);
            return memory.isOfHost(address) && memory.host().read(address, copy.address(), bytes)
                    ? OptionalLong.of(get(copy))
                    : OptionalLong.empty();
        }
    }

    private long get(MemorySegment word) {
        return bytes == Integer.BYTES
                ? Integer.toUnsignedLong((int) JAVA_INT.varHandle().getVolatile(word, 0L))
                : (long) JAVA_LONG.varHandle().getVolatile(word, 0L);
    }

    /// Stores a value.
    ///
    /// @return false if there is no such memory any more
    boolean write(GlobalMemory memory, long value) {
        if (memory.find(address, bytes).isPresent()) {
            set(memory.slice(address, bytes), value);
            memory.observer().written(address, bytes);
            return true;
        }
        try (var arena = Arena.ofConfined()) {
            var copy = arena.allocate(JAVA_LONG);
            set(copy, value);
            return memory.isOfHost(address) && memory.host().write(address, copy.address(), bytes);
        }
    }

    private void set(MemorySegment word, long value) {
        if (bytes == Integer.BYTES) {
            JAVA_INT.varHandle().setVolatile(word, 0L, (int) value);
        } else {
            JAVA_LONG.varHandle().setVolatile(word, 0L, value);
        }
    }
}
