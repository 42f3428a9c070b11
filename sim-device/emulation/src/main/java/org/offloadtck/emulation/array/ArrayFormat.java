package org.offloadtck.emulation.array;

import java.util.Arrays;
import java.util.Optional;
import org.offloadtck.engine.texture.TexelFormat;
import org.offloadtck.engine.texture.TexelFormat.Kind;

/// The format of a channel (CUDA driver API 13.0, `CUarray_format`). The normalized, block
/// compressed and planar formats are not among them.
public enum ArrayFormat {
    UNSIGNED_INT8(0x01, Kind.UNSIGNED, Byte.BYTES),
    UNSIGNED_INT16(0x02, Kind.UNSIGNED, Short.BYTES),
    UNSIGNED_INT32(0x03, Kind.UNSIGNED, Integer.BYTES),
    SIGNED_INT8(0x08, Kind.SIGNED, Byte.BYTES),
    SIGNED_INT16(0x09, Kind.SIGNED, Short.BYTES),
    SIGNED_INT32(0x0a, Kind.SIGNED, Integer.BYTES),
    HALF(0x10, Kind.FLOAT, Short.BYTES),
    FLOAT(0x20, Kind.FLOAT, Float.BYTES);

    private final int number;
    private final Kind kind;
    private final int bytes;

    ArrayFormat(int number, Kind kind, int bytes) {
        this.number = number;
        this.kind = kind;
        this.bytes = bytes;
    }

    /// The format of a number in `CUarray_format`.
    public static Optional<ArrayFormat> of(int number) {
        return Arrays.stream(values()).filter(format -> format.number == number).findFirst();
    }

    /// The number in `CUarray_format`.
    public int number() {
        return number;
    }

    /// The format of a texel of so many channels.
    public TexelFormat texel(int channels) {
        return new TexelFormat(kind, bytes, channels);
    }
}
