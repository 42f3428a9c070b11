package org.offloadtck.emulation.texture;

import java.util.List;
import org.offloadtck.emulation.array.ArrayShape;
import org.offloadtck.emulation.attribute.DeviceAttribute;
import org.offloadtck.emulation.resource.EmulatedDevice;

/// The type of an array, with the largest extents of its textures and surfaces (CUDA driver API
/// 13.0, `cuArray3DCreate` and `cuMipmappedArrayCreate`): numbers in `CUdevice_attribute` for
/// width, height and depth.
enum ArrayType {
    ONE("1D", List.of(21), List.of(55)),
    TWO("2D", List.of(22, 23), List.of(56, 57)),
    THREE("3D", List.of(24, 25, 26), List.of(58, 59, 60)),
    ONE_LAYERED("1D layered", List.of(42, 0, 43), List.of(61, 0, 62)),
    TWO_LAYERED("2D layered", List.of(27, 28, 29), List.of(63, 64, 65)),
    CUBEMAP("cubemap", List.of(52, 52), List.of(66, 66)),
    CUBEMAP_LAYERED("cubemap layered", List.of(53, 53, 54), List.of(67, 67, 68));

    /// `…_TEXTURE3D_…_ALTERNATE`: extents that a 3D array may have instead.
    private static final List<Integer> ALTERNATE = List.of(47, 48, 49);

    /// `…_TEXTURE2D_GATHER_…`.
    private static final List<Integer> GATHER = List.of(45, 46);

    /// `…_TEXTURE1D_MIPMAPPED_WIDTH`.
    private static final List<Integer> ONE_MIPMAPPED = List.of(77);

    /// `…_TEXTURE2D_MIPMAPPED_…`.
    private static final List<Integer> TWO_MIPMAPPED = List.of(73, 74);

    private final String noun;

    @SuppressWarnings("ImmutableEnumChecker") // unmodifiable
    private final List<Integer> texture;

    @SuppressWarnings("ImmutableEnumChecker") // unmodifiable
    private final List<Integer> surface;

    ArrayType(String noun, List<Integer> texture, List<Integer> surface) {
        this.noun = noun;
        this.texture = texture;
        this.surface = surface;
    }

    /// How messages name it.
    String noun() {
        return noun;
    }

    /// Whether a slice has rows.
    boolean hasRows() {
        return this != ONE && this != ONE_LAYERED;
    }

    /// Whether kernels can gather from it: four texels of a slice.
    boolean canGather() {
        return hasRows() && this != THREE;
    }

    /// Whether the device has textures, and surfaces if the flags ask for them, of a shape.
    boolean fits(ArrayShape shape, Levels levels, EmulatedDevice device) {
        boolean fits =
                isWithin(shape, limits(levels), device)
                        || (this == THREE
                                && hasAlternate(device)
                                && isWithin(shape, ALTERNATE, device));
        if (shape.has(ArrayShape.SURFACE)) {
            fits &= isWithin(shape, surface, device);
        }
        if (shape.has(ArrayShape.GATHER)) {
            fits &= isWithin(shape, GATHER, device);
        }
        return fits;
    }

    private static boolean hasAlternate(EmulatedDevice device) {
        return ALTERNATE.stream().allMatch(number -> DeviceAttribute.value(number, device) != 0);
    }

    private List<Integer> limits(Levels levels) {
        return switch (levels) {
            case ONE_LEVEL -> texture;
            case MIPMAPPED ->
                    switch (this) {
                        case ONE -> ONE_MIPMAPPED;
                        case TWO -> TWO_MIPMAPPED;
                        case THREE, ONE_LAYERED, TWO_LAYERED, CUBEMAP, CUBEMAP_LAYERED -> texture;
                    };
        };
    }

    /// An attribute of 0 is one that the kit has no number for.
    private static boolean isWithin(
            ArrayShape shape, List<Integer> attributes, EmulatedDevice device) {
        var extents = List.of(shape.width(), shape.height(), shape.depth());
        for (int i = 0; i < attributes.size(); i++) {
            int attribute = attributes.get(i);
            int most = attribute == 0 ? 0 : DeviceAttribute.value(attribute, device);
            if (most != 0 && extents.get(i) > most) {
                return false;
            }
        }
        return true;
    }

    /// Whether an array has mipmap levels.
    enum Levels {
        ONE_LEVEL,
        MIPMAPPED
    }
}
