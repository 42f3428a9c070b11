package org.offloadtck.engine.texture;

import java.util.List;

/// How a texture reads texels (CUDA driver API 13.0, `CUDA_TEXTURE_DESC`).
///
/// @param addressing of the coordinates x, y and z
/// @param filter within a level
/// @param coordinates what 1.0 means
/// @param result what a fetch returns of integer texels
/// @param border the value of each channel outside of the texture under [AddressMode#BORDER]; four
/// @param mipmap which levels a fetch reads
public record TextureSampling(
        List<AddressMode> addressing,
        FilterMode filter,
        Coordinates coordinates,
        Result result,
        List<Float> border,
        Mipmap mipmap) {

    public TextureSampling {
        addressing = List.copyOf(addressing);
        border = List.copyOf(border);
    }

    /// What a coordinate outside of the texture selects (`CUaddress_mode`, in its order).
    public enum AddressMode {
        WRAP,
        CLAMP,
        MIRROR,
        BORDER
    }

    /// Which texels near a coordinate become the value (`CUfilter_mode`, in its order).
    public enum FilterMode {
        POINT,
        LINEAR
    }

    /// The unit of coordinates.
    public enum Coordinates {
        TEXELS,
        /// 1.0 is the extent of the texture (`CU_TRSF_NORMALIZED_COORDINATES`).
        NORMALIZED
    }

    /// What a fetch returns of integers of 8 or 16 bits. Those of 32 bits stay integers.
    public enum Result {
        /// The integers, extended to 32 bits (`CU_TRSF_READ_AS_INTEGER`).
        INTEGER,
        /// Numbers from 0 to 1, or from −1 to 1 of signed integers.
        NORMALIZED,
        /// As [#NORMALIZED], after the conversion of the first three channels of unsigned 8-bit
        /// texels from sRGB to linear values (`CU_TRSF_SRGB`).
        NORMALIZED_SRGB
    }

    /// Which levels of detail a fetch reads.
    ///
    /// @param filter between levels
    /// @param bias added to each level of detail
    /// @param least smallest level of detail
    /// @param most largest level of detail
    public record Mipmap(FilterMode filter, float bias, float least, float most) {

        /// Of a texture with one level.
        public static final Mipmap NONE = new Mipmap(FilterMode.POINT, 0, 0, 0);
    }
}
