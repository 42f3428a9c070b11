package org.offloadtck.ptx.pass;

import org.offloadtck.ptx.ir.modifier.TextureModifier.MapDimension;
import org.offloadtck.ptx.ir.modifier.TextureModifier.MapField;

/// The bytes of a tensor map, which are the kit's own: NVIDIA publishes no layout. The emulated
/// driver writes a map (`tensormap.c`), kernels change it ([TensorLowering]) and read it.
///
/// Numbers are little-endian. Codes are those of `tensormap.replace` (PTX ISA 9.0 §9.7.9.26.1.1),
/// not those of the driver.
///
/// | Bytes | Field |
/// |---|---|
/// | 0 to 7 | address of the first element in global memory |
/// | 8 to 27 | elements in each of five dimensions, modulo 2^32 |
/// | 28 to 31 | the check word: the exclusive or of all 32 words of the map is [#SEAL] |
/// | 32 to 63 | bytes between elements of the second to fifth dimension |
/// | 64 to 83 | elements of the box in each dimension |
/// | 84 to 103 | element strides |
/// | 104 | element type |
/// | 105 | rank less 1 |
/// | 106 | interleaved layout |
/// | 107 | swizzle mode |
/// | 108 | swizzle atomicity |
/// | 109 | fill mode |
/// | 110 | L2 promotion, which affects performance only |
/// | 111 to 127 | 0 |
///
/// Fields of dimensions beyond the rank are not used.
public final class TensorMapLayout {

    /// Bytes of a map (PTX ISA 9.0 §5.5.8).
    public static final int BYTES = 128;

    /// What the address of a map is a multiple of (CUDA driver API 13.0, `cuTensorMapEncodeTiled`).
    public static final int ALIGNMENT = 64;

    /// Dimensions of a tensor at most (PTX ISA 9.0 §5.5.1).
    public static final int MOST_DIMENSIONS = 5;

    /// The exclusive or of all words of a map.
    public static final int SEAL = 0x54434b31;

    public static final int ADDRESS = 0;
    public static final int DIMENSIONS = 8;
    public static final int CHECK = 28;
    public static final int STRIDES = 32;
    public static final int BOX = 64;
    public static final int ELEMENT_STRIDES = 84;
    public static final int TYPE = 104;
    public static final int RANK = 105;
    public static final int INTERLEAVE = 106;
    public static final int SWIZZLE = 107;
    public static final int ATOMICITY = 108;
    public static final int FILL = 109;
    public static final int PROMOTION = 110;
    public static final int RESERVED = 111;

    private TensorMapLayout() {}

    static int offset(MapField field) {
        return switch (field) {
            case GLOBAL_ADDRESS -> ADDRESS;
            case RANK -> RANK;
            case ELEMTYPE -> TYPE;
            case INTERLEAVE_LAYOUT -> INTERLEAVE;
            case SWIZZLE_MODE -> SWIZZLE;
            case SWIZZLE_ATOMICITY -> ATOMICITY;
            case FILL_MODE -> FILL;
        };
    }

    static int offset(MapDimension field) {
        return switch (field) {
            case BOX_DIM -> BOX;
            case GLOBAL_DIM -> DIMENSIONS;
            case GLOBAL_STRIDE -> STRIDES;
            case ELEMENT_STRIDE -> ELEMENT_STRIDES;
        };
    }

    /// Dimensions that have the field.
    static int count(MapDimension field) {
        return field == MapDimension.GLOBAL_STRIDE ? MOST_DIMENSIONS - 1 : MOST_DIMENSIONS;
    }
}
