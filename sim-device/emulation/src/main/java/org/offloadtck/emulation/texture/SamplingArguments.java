package org.offloadtck.emulation.texture;

import java.util.List;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.array.ArrayShape;
import org.offloadtck.emulation.session.Invocation;
import org.offloadtck.emulation.texture.ResourceArguments.Texels;
import org.offloadtck.engine.texture.TexelFormat;
import org.offloadtck.engine.texture.TextureSampling;
import org.offloadtck.engine.texture.TextureSampling.AddressMode;
import org.offloadtck.engine.texture.TextureSampling.Coordinates;
import org.offloadtck.engine.texture.TextureSampling.FilterMode;
import org.offloadtck.engine.texture.TextureSampling.Mipmap;
import org.offloadtck.engine.texture.TextureSampling.Result;

/// Reads `CUDA_TEXTURE_DESC` (CUDA driver API 13.0) from the arguments of a call.
///
/// @param first index of the first field
record SamplingArguments(Invocation call, int first) {

    /// Fields of the structure.
    static final int FIELDS = 14;

    private static final int FILTER = 3;
    private static final int FLAGS = 4;
    private static final int MIPMAP_FILTER = 6;
    private static final int BIAS = 7;
    private static final int LEAST = 8;
    private static final int MOST = 9;
    private static final int BORDER = 10;

    /// `CU_TRSF_…` (CUDA driver API 13.0).
    private static final int READ_AS_INTEGER = 0x01;

    private static final int NORMALIZED_COORDINATES = 0x02;
    private static final int SRGB = 0x10;
    private static final int DISABLE_TRILINEAR_OPTIMIZATION = 0x20;
    private static final int SEAMLESS_CUBEMAP = 0x40;

    private static final int KNOWN_FLAGS =
            READ_AS_INTEGER
                    | NORMALIZED_COORDINATES
                    | SRGB
                    | DISABLE_TRILINEAR_OPTIMIZATION
                    | SEAMLESS_CUBEMAP;

    /// `CUaddress_mode`, in its order.
    private static final List<AddressMode> ADDRESS_MODES =
            List.of(AddressMode.WRAP, AddressMode.CLAMP, AddressMode.MIRROR, AddressMode.BORDER);

    /// `CUfilter_mode`, in its order.
    private static final List<FilterMode> FILTER_MODES =
            List.of(FilterMode.POINT, FilterMode.LINEAR);

    private static final List<Float> ZEROS = List.of(0f, 0f, 0f, 0f);

    /// The values of the fields.
    List<Long> fields() {
        return List.copyOf(call.call().arguments().subList(first, first + FIELDS));
    }

    /// How a texture of a resource is sampled.
    ///
    /// @throws DriverCallException if the resource cannot be sampled so
    TextureSampling of(Texels resource) {
        int flags = call.flags(first + FLAGS, KNOWN_FLAGS);
        var result = result(flags, resource.format());
        if (resource.type() == ResourceArguments.Type.LINEAR) {
            return new TextureSampling(
                    List.of(AddressMode.BORDER, AddressMode.BORDER, AddressMode.BORDER),
                    FilterMode.POINT,
                    Coordinates.TEXELS,
                    result,
                    ZEROS,
                    Mipmap.NONE);
        }
        var coordinates = has(NORMALIZED_COORDINATES) ? Coordinates.NORMALIZED : Coordinates.TEXELS;
        var requested = filter(FILTER);
        var filter = isInterpolated(result, resource) ? requested : FilterMode.POINT;
        requireCube(filter, resource);
        return new TextureSampling(
                List.of(address(0), address(1), address(2)),
                filter,
                coordinates,
                result,
                List.of(number(BORDER), number(BORDER + 1), number(BORDER + 2), number(BORDER + 3)),
                resource.type() == ResourceArguments.Type.MIPMAPPED_ARRAY ? mipmap() : Mipmap.NONE);
    }

    private boolean has(int flag) {
        return (call.number(first + FLAGS) & flag) != 0;
    }

    private float number(int index) {
        return Float.intBitsToFloat(call.number(first + index));
    }

    private static Result result(int flags, TexelFormat format) {
        if ((flags & READ_AS_INTEGER) != 0) {
            return Result.INTEGER;
        }
        boolean isSrgb =
                (flags & SRGB) != 0
                        && format.kind() == TexelFormat.Kind.UNSIGNED
                        && format.channelBytes() == Byte.BYTES;
        return isSrgb ? Result.NORMALIZED_SRGB : Result.NORMALIZED;
    }

    /// How coordinates outside of the texture are treated. WRAP and MIRROR need normalized
    /// coordinates, and are CLAMP without (CUDA runtime API 13.0, `cudaCreateTextureObject`).
    private AddressMode address(int dimension) {
        var mode = ADDRESS_MODES.get(call.constant(first + dimension, ADDRESS_MODES.size() - 1));
        return switch (mode) {
            case WRAP, MIRROR -> isClamped() ? AddressMode.CLAMP : mode;
            case CLAMP, BORDER -> has(SEAMLESS_CUBEMAP) ? AddressMode.CLAMP : mode;
        };
    }

    private boolean isClamped() {
        return !has(NORMALIZED_COORDINATES) || has(SEAMLESS_CUBEMAP);
    }

    private FilterMode filter(int index) {
        return FILTER_MODES.get(call.constant(first + index, FILTER_MODES.size() - 1));
    }

    /// Whether a linear filter has an effect. Fetches that return integers do not interpolate. The
    /// driver accepts the filter for them, with which FFmpeg's `thumbnail_cuda` creates its
    /// textures; that they return the nearest texel then was not compared with a GPU.
    private static boolean isInterpolated(Result result, Texels resource) {
        var format = resource.format();
        return format.kind() == TexelFormat.Kind.FLOAT
                || (result != Result.INTEGER && format.channelBytes() != Integer.BYTES);
    }

    private void requireCube(FilterMode filter, Texels resource) {
        if (!has(SEAMLESS_CUBEMAP)) {
            return;
        }
        if (!resource.has(ArrayShape.CUBEMAP)) {
            throw call.error(
                    first + FLAGS,
                    DriverResult.INVALID_VALUE,
                    "has CU_TRSF_SEAMLESS_CUBEMAP, but the resource is no cube map");
        }
        if (filter == FilterMode.LINEAR) {
            throw call.error(
                    first + FLAGS,
                    DriverResult.NOT_SUPPORTED,
                    "has CU_TRSF_SEAMLESS_CUBEMAP, which the kit does not support for linear filtering");
        }
    }

    private Mipmap mipmap() {
        if (!has(NORMALIZED_COORDINATES)) {
            throw call.error(
                    first + FLAGS,
                    DriverResult.INVALID_VALUE,
                    "should have CU_TRSF_NORMALIZED_COORDINATES, as the array is mipmapped");
        }
        return new Mipmap(filter(MIPMAP_FILTER), number(BIAS), number(LEAST), number(MOST));
    }
}
