package org.offloadtck.engine.texture;

/// The format of a texel: one to four channels, one after another, each little-endian.
///
/// @param kind what each channel holds
/// @param channelBytes 1, 2 or 4; a [Kind#FLOAT] has 2 or 4
/// @param channels 1, 2 or 4
public record TexelFormat(Kind kind, int channelBytes, int channels) {

    /// Channels of a texel that has all (CUDA driver API 13.0, `CUDA_ARRAY_DESCRIPTOR`).
    public static final int MOST_CHANNELS = 4;

    /// What a channel holds.
    public enum Kind {
        UNSIGNED,
        SIGNED,
        /// IEEE 754 binary16 or binary32.
        FLOAT
    }

    /// Bytes of a texel: 1 to 16.
    public int bytes() {
        return channelBytes * channels;
    }
}
