package org.offloadtck.engine.sampling;

import org.offloadtck.engine.texture.TextureSampling.AddressMode;

/// The one or two texels that a fetch reads along one coordinate.
///
/// @param mode what indices outside of the texture select
/// @param size texels of the texture
/// @param first index of the first texel, before `mode` applies
/// @param weight of the second texel, a multiple of 1/256 below 1
record TexelAxis(AddressMode mode, int size, long first, double weight) {

    /// The index of a texel outside of the texture.
    static final int OUTSIDE = -1;

    /// Bits of a position's fraction (CUDA C++ Programming Guide 13.0, "Linear Filtering": 8 bits
    /// of fractional value).
    private static final int FRACTION_BITS = 8;

    /// Steps from one texel to the next.
    private static final int STEPS = 1 << FRACTION_BITS;

    /// The texel that contains a position.
    static TexelAxis point(AddressMode mode, int size, double position) {
        return new TexelAxis(mode, size, (long) Math.floor(position), 0);
    }

    /// The texels whose centres are around a position. It is rounded to the nearest step, which the
    /// guide leaves open.
    static TexelAxis linear(AddressMode mode, int size, double position) {
        long steps = (long) Math.floor((position - 0.5) * STEPS + 0.5);
        double weight = (steps & (STEPS - 1)) / (double) STEPS;
        return new TexelAxis(mode, size, steps >> FRACTION_BITS, weight);
    }

    /// The weight of one of the texels.
    ///
    /// @param which 0 or 1
    double weight(int which) {
        return which == 0 ? 1 - weight : weight;
    }

    /// The index of one of the texels, or [#OUTSIDE].
    ///
    /// @param which 0 or 1
    int index(int which) {
        long index = first + which;
        return (int)
                switch (mode) {
                    case CLAMP -> Math.clamp(index, 0, size - 1);
                    case WRAP -> Math.floorMod(index, size);
                    case MIRROR -> {
                        long inTwo = Math.floorMod(index, 2L * size);
                        yield Math.min(inTwo, 2L * size - 1 - inTwo);
                    }
                    case BORDER -> index >= 0 && index < size ? index : OUTSIDE;
                };
    }
}
