package org.offloadtck.engine.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Little-endian loads and stores of 1, 2, 4 or 8 bytes at addresses of this process.
///
/// Values are zero-extended `long`s, as in registers. Nothing is checked: the caller must have
/// checked the address. There is one segment for the whole address space, so that accesses to
/// global, shared, local and parameter memory compile to the same code.
public final class NativeBytes {

    @SuppressWarnings("restricted") // the point of this class
    private static final MemorySegment PROCESS = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static final VarHandle ALIGNED_INT =
            ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();
    private static final VarHandle ALIGNED_LONG =
            ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();

    private NativeBytes() {}

    public static long get1(long at) {
        return PROCESS.get(ValueLayout.JAVA_BYTE, at) & 0xffL;
    }

    public static long get2(long at) {
        return PROCESS.get(SHORT, at) & 0xffffL;
    }

    public static long get4(long at) {
        return PROCESS.get(INT, at) & 0xffff_ffffL;
    }

    public static long get8(long at) {
        return PROCESS.get(LONG, at);
    }

    public static void put1(long at, long value) {
        PROCESS.set(ValueLayout.JAVA_BYTE, at, (byte) value);
    }

    public static void put2(long at, long value) {
        PROCESS.set(SHORT, at, (short) value);
    }

    public static void put4(long at, long value) {
        PROCESS.set(INT, at, (int) value);
    }

    public static void put8(long at, long value) {
        PROCESS.set(LONG, at, value);
    }

    /// Reads `size` bytes, 1, 2, 4 or 8.
    public static long get(long at, int size) {
        return switch (size) {
            case 1 -> get1(at);
            case 2 -> get2(at);
            case 4 -> get4(at);
            case 8 -> get8(at);
            default -> throw unsupported(size);
        };
    }

    /// Writes the low `size` bytes of `value`, 1, 2, 4 or 8.
    public static void put(long at, int size, long value) {
        switch (size) {
            case 1 -> put1(at, value);
            case 2 -> put2(at, value);
            case 4 -> put4(at, value);
            case 8 -> put8(at, value);
            default -> throw unsupported(size);
        }
    }

    /// Writes the low `size` bytes of `next`, 1, 2, 4 or 8, if memory contains `expected`,
    /// atomically for all processes that map the memory. `at` is a multiple of `size`.
    ///
    /// @return whether memory contained `expected`; false, too, if another byte of the same four
    ///   has changed
    public static boolean compareAndSet(long at, int size, long expected, long next) {
        return switch (size) {
            case 1, 2 -> compareAndSetPart(at, size, expected, next);
            case 4 -> ALIGNED_INT.compareAndSet(PROCESS, at, (int) expected, (int) next);
            case 8 -> ALIGNED_LONG.compareAndSet(PROCESS, at, expected, next);
            default -> throw unsupported(size);
        };
    }

    private static boolean compareAndSetPart(long at, int size, long expected, long next) {
        long word = at & -Integer.BYTES;
        int shift = (int) (at - word) * Byte.SIZE;
        long mask = (1L << (size * Byte.SIZE)) - 1;
        long old = get4(word);
        long updated = (old & ~(mask << shift)) | ((next & mask) << shift);
        return (old >>> shift & mask) == (expected & mask)
                && compareAndSet(word, Integer.BYTES, old, updated);
    }

    /// Sets `size` bytes to zero.
    public static void clear(long at, long size) {
        PROCESS.asSlice(at, size).fill((byte) 0);
    }

    /// Copies `size` bytes; the ranges do not overlap.
    public static void copy(long from, long to, long size) {
        MemorySegment.copy(PROCESS, from, PROCESS, to, size);
    }

    private static IllegalStateException unsupported(int size) {
        return new IllegalStateException("access of %d bytes".formatted(size));
    }
}
