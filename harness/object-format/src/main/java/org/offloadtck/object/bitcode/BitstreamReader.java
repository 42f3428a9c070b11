package org.offloadtck.object.bitcode;

import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;

/// Reads an LLVM bitstream: bits from the lowest of each byte to the highest.
///
/// @see "LLVM 16, docs/BitCodeFormat.rst, Bitstream Format, Primitives"
final class BitstreamReader {

    private static final int WORD = 32;

    private final ObjectBytes bytes;

    /// In bits.
    private long position;

    BitstreamReader(ObjectBytes bytes, long start) {
        this.bytes = bytes;
        this.position = start * Byte.SIZE;
    }

    ObjectBytes bytes() {
        return bytes;
    }

    /// Number of bits up to the end of the stream.
    long remaining() {
        return bytes.size() * Byte.SIZE - position;
    }

    /// Reads a fixed-width integer of `width` bits, at most 64.
    long fixed(int width, String field) {
        if (width > remaining()) {
            throw malformed(
                    FormatRule.BOUNDS,
                    "%s needs %d bits but the %s ends at 0x%x"
                            .formatted(field, width, bytes.part(), bytes.base() + bytes.size()));
        }
        long at = position / Byte.SIZE;
        int shift = (int) (position % Byte.SIZE);
        long value = word(at) >>> shift;
        if (shift + width > Long.SIZE) {
            value |= (long) octet(at + Long.BYTES) << (Long.SIZE - shift);
        }
        position += width;
        return width == Long.SIZE ? value : value & ((1L << width) - 1);
    }

    /// The eight bytes at `at`; bytes after the end are 0.
    private long word(long at) {
        if (at <= bytes.size() - Long.BYTES) {
            return bytes.i64(at, "word");
        }
        long value = 0;
        for (int index = 0; at + index < bytes.size(); index++) {
            value |= (long) octet(at + index) << (index * Byte.SIZE);
        }
        return value;
    }

    private int octet(long at) {
        return bytes.u8(at, "byte");
    }

    /// Reads a variable bit rate (VBR) integer of at most 64 bits in chunks of `width` bits; the
    /// highest bit of a chunk states that another follows.
    long variable(int width, String field) {
        long more = 1L << (width - 1);
        long value = 0;
        int shift = 0;
        long chunk;
        do {
            if (shift >= Long.SIZE) {
                throw malformed(FormatRule.CODE, field + " has more than 64 bits");
            }
            chunk = fixed(width, field);
            value |= (chunk & (more - 1)) << shift;
            shift += width - 1;
        } while ((chunk & more) != 0);
        return value;
    }

    /// Reads a VBR integer that is a number of things of at least `bits` bits each.
    long count(int width, int bits, String field) {
        long count = variable(width, field);
        if (Long.compareUnsigned(count, remaining() / bits) > 0) {
            throw malformed(
                    FormatRule.BOUNDS,
                    "%s is %s, more than fit the %s"
                            .formatted(field, Long.toUnsignedString(count), bytes.part()));
        }
        return count;
    }

    /// Skips to a multiple of 32 bits.
    void align() {
        position = (position + WORD - 1) / WORD * WORD;
    }

    /// The position in bytes, rounded down.
    long offset() {
        return position / Byte.SIZE;
    }

    /// Goes to an offset, in bytes.
    void seek(long offset) {
        position = offset * Byte.SIZE;
    }

    MalformedObjectException malformed(FormatRule rule, String problem) {
        return bytes.malformed(Math.min(offset(), bytes.size()), rule, problem);
    }
}
