package org.offloadtck.object.bytes;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Writes little-endian bytes: structures are filled field by field, in the order of their
/// specification.
///
/// A writer works in two passes: it computes all offsets first and then fills the bytes. The bytes
/// grow as needed, with zeros, and [#seek] moves to any offset, so both consecutive fields and
/// parts at known offsets are written in the same way.
public final class ByteWriter {

    private byte[] bytes = new byte[256];
    private int size;
    private int next;

    /// Offset of the next field, in bytes.
    public int position() {
        return next;
    }

    public int size() {
        return size;
    }

    public ByteWriter seek(long position) {
        next = Math.toIntExact(position);
        return this;
    }

    /// Fills with zeros up to the next multiple of `alignment`, a power of two; 0 means 1.
    public ByteWriter align(long alignment) {
        long mask = Math.max(alignment, 1) - 1;
        return zeros(((next + mask) & ~mask) - next);
    }

    public ByteWriter zeros(long count) {
        reserve(Math.toIntExact(count));
        return this;
    }

    public ByteWriter u8(int value) {
        int at = reserve(Byte.BYTES);
        bytes[at] = (byte) value;
        return this;
    }

    public ByteWriter u16(int value) {
        return little(value, Short.BYTES);
    }

    /// Writes the low 32 bits of `value`, signed or not.
    public ByteWriter u32(long value) {
        return little(value, Integer.BYTES);
    }

    public ByteWriter u64(long value) {
        return little(value, Long.BYTES);
    }

    /// Not by a layout: its handles are linked anew in each of the short processes of the device
    /// toolkit.
    private ByteWriter little(long value, int count) {
        int at = reserve(count);
        for (int i = 0; i < count; i++) {
            bytes[at + i] = (byte) (value >>> (i * Byte.SIZE));
        }
        return this;
    }

    /// Writes an unsigned number in groups of seven bits, the lowest first.
    public ByteWriter uleb128(long value) {
        long rest = value;
        while (Long.compareUnsigned(rest, 0x7f) > 0) {
            u8((int) ((rest & 0x7f) | 0x80));
            rest >>>= 7;
        }
        return u8((int) rest);
    }

    public ByteWriter bytes(byte[] value) {
        int at = reserve(value.length);
        System.arraycopy(value, 0, bytes, at, value.length);
        return this;
    }

    public ByteWriter bytes(ObjectBytes value) {
        int at = reserve(Math.toIntExact(value.size()));
        MemorySegment.copy(value.bytes(), 0, MemorySegment.ofArray(bytes), at, value.size());
        return this;
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    private int reserve(int count) {
        int at = next;
        next = Math.addExact(next, count);
        if (next > bytes.length) {
            bytes =
                    Arrays.copyOf(
                            bytes,
                            Math.max(
                                    next,
                                    (int) Math.min(bytes.length * 2L, Integer.MAX_VALUE - 8)));
        }
        size = Math.max(size, next);
        return at;
    }
}
