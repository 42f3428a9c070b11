package org.offloadtck.simt.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Little-endian loads and stores of 1, 2, 4 or 8 bytes in a byte array.
///
/// Values travel as zero-extended `long`s, the form registers have.
public final class Bytes {

    private static final VarHandle SHORT = view(short[].class);
    private static final VarHandle INT = view(int[].class);
    private static final VarHandle LONG = view(long[].class);

    private Bytes() {}

    private static VarHandle view(Class<?> elements) {
        return MethodHandles.byteArrayViewVarHandle(elements, ByteOrder.LITTLE_ENDIAN);
    }

    public static long get1(byte[] bytes, int at) {
        return bytes[at] & 0xffL;
    }

    public static long get2(byte[] bytes, int at) {
        return (short) SHORT.get(bytes, at) & 0xffffL;
    }

    public static long get4(byte[] bytes, int at) {
        return (int) INT.get(bytes, at) & 0xffff_ffffL;
    }

    public static long get8(byte[] bytes, int at) {
        return (long) LONG.get(bytes, at);
    }

    public static void put1(byte[] bytes, int at, long value) {
        bytes[at] = (byte) value;
    }

    public static void put2(byte[] bytes, int at, long value) {
        SHORT.set(bytes, at, (short) value);
    }

    public static void put4(byte[] bytes, int at, long value) {
        INT.set(bytes, at, (int) value);
    }

    public static void put8(byte[] bytes, int at, long value) {
        LONG.set(bytes, at, value);
    }

    /// Reads `size` bytes, 1, 2, 4 or 8.
    public static long get(byte[] bytes, int at, int size) {
        return switch (size) {
            case 1 -> get1(bytes, at);
            case 2 -> get2(bytes, at);
            case 4 -> get4(bytes, at);
            case 8 -> get8(bytes, at);
            default -> throw unsupported(size);
        };
    }

    /// Writes the low `size` bytes of `value`, 1, 2, 4 or 8.
    public static void put(byte[] bytes, int at, int size, long value) {
        switch (size) {
            case 1 -> put1(bytes, at, value);
            case 2 -> put2(bytes, at, value);
            case 4 -> put4(bytes, at, value);
            case 8 -> put8(bytes, at, value);
            default -> throw unsupported(size);
        }
    }

    private static IllegalStateException unsupported(int size) {
        return new IllegalStateException("access of %d bytes".formatted(size));
    }
}
