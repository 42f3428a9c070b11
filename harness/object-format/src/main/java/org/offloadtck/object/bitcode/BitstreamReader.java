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

    boolean isAtEnd() {
        return position / Byte.SIZE >= bytes.size();
    }

    /// Reads a fixed-width integer of `width` bits, at most 32.
    long fixed(int width, String field) {
        long value = 0;
        for (int bit = 0; bit < width; bit++) {
            long octet = bytes.u8(position / Byte.SIZE, field);
            value |= (octet >> (position % Byte.SIZE) & 1) << bit;
            position++;
        }
        return value;
    }

    /// Reads a variable bit rate (VBR) integer in chunks of `width` bits; the highest bit of a
    /// chunk states that another follows.
    long variable(int width, String field) {
        long more = 1L << (width - 1);
        long value = 0;
        int shift = 0;
        long chunk;
        do {
            if (shift >= WORD) {
                throw malformed(field + " has more than 32 bits");
            }
            chunk = fixed(width, field);
            value |= (chunk & (more - 1)) << shift;
            shift += width - 1;
        } while ((chunk & more) != 0);
        return value;
    }

    /// Skips to a multiple of 32 bits.
    void align() {
        position = (position + WORD - 1) / WORD * WORD;
    }

    /// The position in bytes; it must be at the start of a byte.
    long offset() {
        return position / Byte.SIZE;
    }

    void skip(long count) {
        position += count * Byte.SIZE;
    }

    MalformedObjectException malformed(String problem) {
        return bytes.malformed(position / Byte.SIZE, FormatRule.CODE, problem);
    }
}
