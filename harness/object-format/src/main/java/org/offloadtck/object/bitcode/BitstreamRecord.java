package org.offloadtck.object.bitcode;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import org.offloadtck.object.bytes.ObjectBytes;

/// The record that a [BitstreamBlock] has read last: a code and operands.
///
/// A reader reuses one instance for all records of a stream, so a visitor must copy what it keeps.
final class BitstreamRecord {

    private long code;
    private long offset;
    private long[] operands = new long[64];
    private int size;
    private ObjectBytes blob;

    BitstreamRecord(ObjectBytes file) {
        this.blob = file.window(0, 0, "blob");
    }

    /// Starts a record.
    ///
    /// @param at offset of the record in the stream, in bytes
    void start(long at, long newCode) {
        offset = at;
        code = newCode;
        size = 0;
        blob = blob.window(0, 0, "blob");
    }

    void add(long operand) {
        if (size == operands.length) {
            operands = Arrays.copyOf(operands, size * 2);
        }
        operands[size++] = operand;
    }

    void setBlob(ObjectBytes bytes) {
        blob = bytes;
    }

    long code() {
        return code;
    }

    /// Offset of the record in the stream, in bytes.
    long offset() {
        return offset;
    }

    int size() {
        return size;
    }

    /// The operand at `index`; 0 for an operand that the record lacks, as in records of earlier
    /// releases.
    long operand(int index) {
        return index < size ? operands[index] : 0;
    }

    /// The operands from `first` on, one character each.
    String text(int first) {
        var bytes = new byte[Math.max(0, size - first)];
        for (int index = 0; index < bytes.length; index++) {
            bytes[index] = (byte) operands[first + index];
        }
        return new String(bytes, UTF_8);
    }

    /// A copy of the operands.
    long[] operands() {
        return Arrays.copyOf(operands, size);
    }

    /// The bytes after the operands; empty if the record has none.
    ObjectBytes blob() {
        return blob;
    }
}
