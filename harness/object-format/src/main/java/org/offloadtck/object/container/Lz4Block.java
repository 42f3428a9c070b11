package org.offloadtck.object.container;

import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.ObjectBytes;

/// Decompresses one block of LZ4.
///
/// ```
/// sequence   u8 token: the number of literals above, the length of the match minus 4 below, 4 bits
///            each; of 15, bytes that are added up to the first that is not 255;
///            the literals; u16 distance of the match, and more bytes of its length
/// ```
///
/// The last sequence ends with its literals.
///
/// Source: LZ4 1.10, `doc/lz4_Block_format.md`.
final class Lz4Block {

    /// Most bytes that one byte of a block can stand for: a byte that adds to the length of a
    /// match.
    private static final int MOST_EXPANSION = 255;

    private static final int LENGTH_MASK = 15;
    private static final int LEAST_MATCH = 4;

    private final ObjectBytes block;
    private final byte[] text;
    private long read;
    private int written;

    private Lz4Block(ObjectBytes block, int size) {
        this.block = block;
        this.text = new byte[size];
    }

    /// The `size` bytes that a block stands for.
    ///
    /// @throws org.offloadtck.object.bytes.MalformedObjectException if the block is malformed, or
    ///   stands for another number of bytes
    static byte[] decompress(ObjectBytes block, long size) {
        if (size > MOST_EXPANSION * block.size()) {
            throw block.malformed(
                    0,
                    FormatRule.SIZE,
                    "uncompressed size is %d bytes, more than %d compressed bytes stand for"
                            .formatted(size, block.size()));
        }
        return new Lz4Block(block, Math.toIntExact(size)).read();
    }

    private byte[] read() {
        while (read < block.size()) {
            int token = next("token");
            literals(length(token >> 4));
            if (read < block.size()) {
                match(token & LENGTH_MASK);
            }
        }
        if (written != text.length) {
            throw block.malformed(
                    block.size(),
                    FormatRule.SIZE,
                    "block stands for %d bytes when it should stand for %d"
                            .formatted(written, text.length));
        }
        return text;
    }

    private int next(String field) {
        return block.u8(read++, field);
    }

    /// A length whose first four bits are `bits`.
    private int length(int bits) {
        int length = bits;
        if (bits == LENGTH_MASK) {
            int more;
            do {
                more = next("length");
                length += more;
            } while (more == 0xFF);
        }
        return length;
    }

    private void literals(int count) {
        requireRoom(count);
        var literals = block.at(read, count, "literals").asByteBuffer();
        literals.get(text, written, count);
        read += count;
        written += count;
    }

    private void match(int bits) {
        int distance = block.u16(read, "distance");
        read += Short.BYTES;
        if (distance == 0 || distance > written) {
            throw block.malformed(
                    read - Short.BYTES,
                    FormatRule.BOUNDS,
                    "distance is %d when it should be from 1 to %d".formatted(distance, written));
        }
        int count = length(bits) + LEAST_MATCH;
        requireRoom(count);
        // One byte after the other: a match may overlap the bytes that it writes.
        for (int end = written + count; written < end; written++) {
            text[written] = text[written - distance];
        }
    }

    private void requireRoom(int count) {
        if (count < 0 || count > text.length - written) {
            throw block.malformed(
                    read,
                    FormatRule.SIZE,
                    "block stands for more than %d bytes".formatted(text.length));
        }
    }
}
