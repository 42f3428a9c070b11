package org.offloadtck.engine.sampling;

import org.offloadtck.engine.memory.NativeBytes;
import org.offloadtck.engine.semantics.Floats;
import org.offloadtck.engine.texture.TexelFormat;
import org.offloadtck.engine.texture.Texture;
import org.offloadtck.engine.texture.TextureSampling.Result;

/// Converts texels to what a fetch returns: 32 bits for each channel.
final class TexelValue {

    /// Where the curve of sRGB ends and its straight part begins (IEC 61966-2-1).
    private static final double SRGB_STRAIGHT = 0.04045;

    /// Channels of a texel that are coded as sRGB; the fourth is opacity.
    private static final int COLOURS = 3;

    private final TexelFormat format;
    private final Result result;
    private final boolean isFloat;

    TexelValue(Texture texture) {
        this.format = texture.format();
        this.result = texture.sampling().result();
        this.isFloat = texture.returnsFloats();
    }

    /// Whether it is the conversion of a texture.
    boolean isOf(Texture texture) {
        return texture.format().equals(format) && texture.sampling().result() == result;
    }

    /// The bits of a channel; 0 of one that the format does not have, as documents say nothing of
    /// it.
    ///
    /// @param place of the texel in this process
    int bits(long place, int channel) {
        if (channel >= format.channels()) {
            return 0;
        }
        int size = format.channelBytes();
        long raw = NativeBytes.get(place + (long) channel * size, size);
        if (format.kind() == TexelFormat.Kind.FLOAT) {
            return size == Short.BYTES ? Float.floatToRawIntBits(Floats.f16(raw)) : (int) raw;
        }
        int unused = Long.SIZE - Byte.SIZE * size;
        long number = format.kind() == TexelFormat.Kind.SIGNED ? raw << unused >> unused : raw;
        return isFloat ? Float.floatToRawIntBits(normalized(number, channel)) : (int) number;
    }

    /// The bits of a channel of the border.
    int border(float value) {
        return isFloat ? Float.floatToRawIntBits(value) : (int) value;
    }

    private float normalized(long number, int channel) {
        int bits = Byte.SIZE * format.channelBytes();
        if (format.kind() == TexelFormat.Kind.SIGNED) {
            return Math.max((float) number / ((1 << (bits - 1)) - 1), -1);
        }
        float linear = (float) number / ((1 << bits) - 1);
        boolean isCoded =
                result == Result.NORMALIZED_SRGB && bits == Byte.SIZE && channel < COLOURS;
        return isCoded ? decoded(linear) : linear;
    }

    private static float decoded(double value) {
        return (float)
                (value <= SRGB_STRAIGHT
                        ? value / 12.92
                        : StrictMath.pow((value + 0.055) / 1.055, 2.4));
    }
}
