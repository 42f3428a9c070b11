package org.offloadtck.scenario.fault;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// A field of a file.
///
/// @param section of the file that has the field; empty for none
/// @param offset in bytes from the start of the file
/// @param width in bytes: 1, 2, 4 or 8
public record FaultPlace(String section, long offset, int width) {

    long read(byte[] file) {
        var bytes = buffer(file);
        int at = Math.toIntExact(offset);
        return switch (width) {
            case 1 -> bytes.get(at) & 0xff;
            case 2 -> bytes.getShort(at) & 0xffff;
            case 4 -> bytes.getInt(at) & 0xffffffffL;
            default -> bytes.getLong(at);
        };
    }

    /// A copy of `file` with `value` in the field.
    byte[] write(byte[] file, long value) {
        var copy = file.clone();
        var bytes = buffer(copy);
        int at = Math.toIntExact(offset);
        switch (width) {
            case 1 -> bytes.put(at, (byte) value);
            case 2 -> bytes.putShort(at, (short) value);
            case 4 -> bytes.putInt(at, (int) value);
            default -> bytes.putLong(at, value);
        }
        return copy;
    }

    private static ByteBuffer buffer(byte[] file) {
        return ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    }
}
