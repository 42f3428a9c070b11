package org.offloadtck.emulation.texture;

import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.array.ArrayFormat;
import org.offloadtck.emulation.array.ArrayShape;
import org.offloadtck.emulation.session.Invocation;
import org.offloadtck.emulation.texture.ArrayType.Levels;

/// Reads the shape of an array from the first arguments of a call.
///
/// @param extents `Width`, `Height` and `Depth`: 2 or 3; `Format` and `NumChannels` follow, and
///   after 3 extents `Flags`
record ArrayArguments(Invocation call, int extents) {

    private static final int WIDTH = 0;
    private static final int HEIGHT = 1;
    private static final int DEPTH = 2;

    private static final int KNOWN_FLAGS =
            ArrayShape.LAYERED | ArrayShape.SURFACE | ArrayShape.CUBEMAP | ArrayShape.GATHER;

    /// `CUDA_ARRAY3D_DEPTH_TEXTURE`, `…_COLOR_ATTACHMENT`, `…_SPARSE`, `…_DEFERRED_MAPPING` and
    /// `…_VIDEO_ENCODE_DECODE` (CUDA driver API 13.0).
    private static final int OTHER_FLAGS = 0x1f0;

    /// Faces of a cube.
    private static final int FACES = 6;

    /// The shape, which the device of the current context supports.
    ///
    /// @throws DriverCallException if it does not
    ArrayShape shape(Levels levels) {
        var shape =
                new ArrayShape(
                        extent(WIDTH),
                        extent(HEIGHT),
                        extents > DEPTH ? extent(DEPTH) : 0,
                        format(call, extents),
                        channels(call, extents + 1),
                        extents > DEPTH ? flags(extents + 2) : 0);
        var type = type(shape);
        if (shape.has(ArrayShape.GATHER) && !type.canGather()) {
            throw call.error(
                    extents + 2,
                    DriverResult.INVALID_VALUE,
                    "has CUDA_ARRAY3D_TEXTURE_GATHER, which a %s array cannot have"
                            .formatted(type.noun()));
        }
        if (!type.fits(shape, levels, call.current().device())) {
            throw call.error(
                    WIDTH,
                    DriverResult.INVALID_VALUE,
                    "x %d x %d is more than the device supports in a %s array"
                            .formatted(shape.height(), shape.depth(), type.noun()));
        }
        return shape;
    }

    private int extent(int index) {
        long value = call.raw(index);
        if (value < (index == WIDTH ? 1 : 0) || value > Integer.MAX_VALUE) {
            throw call.error(
                    index,
                    DriverResult.INVALID_VALUE,
                    value == 0 ? "should be positive" : "is too much");
        }
        return Math.toIntExact(value);
    }

    /// The format of a channel in argument `index`.
    static ArrayFormat format(Invocation call, int index) {
        return ArrayFormat.of(call.number(index))
                .orElseThrow(() ->
                        call.error(
                                index,
                                DriverResult.INVALID_VALUE,
                                "should be a format of integers or of floating-point numbers"));
    }

    /// The number of channels in argument `index`.
    static int channels(Invocation call, int index) {
        long channels = call.raw(index);
        if (channels != 1 && channels != 2 && channels != 4) {
            throw call.error(index, DriverResult.INVALID_VALUE, "should be 1, 2 or 4");
        }
        return (int) channels;
    }

    private int flags(int index) {
        int flags = call.flags(index, KNOWN_FLAGS | OTHER_FLAGS);
        if ((flags & OTHER_FLAGS) != 0) {
            throw call.error(
                    index,
                    DriverResult.NOT_SUPPORTED,
                    "has bits that are not of 0x%x, which the kit supports".formatted(KNOWN_FLAGS));
        }
        return flags;
    }

    private ArrayType type(ArrayShape shape) {
        boolean isLayered = shape.has(ArrayShape.LAYERED);
        if (shape.has(ArrayShape.CUBEMAP)) {
            requireCube(shape);
            return isLayered ? ArrayType.CUBEMAP_LAYERED : ArrayType.CUBEMAP;
        }
        if (isLayered) {
            require(shape.depth() > 0, DEPTH, "should be the number of layers");
            return shape.height() == 0 ? ArrayType.ONE_LAYERED : ArrayType.TWO_LAYERED;
        }
        if (shape.depth() > 0) {
            require(shape.height() > 0, HEIGHT, "should be positive, as the depth is");
            return ArrayType.THREE;
        }
        return shape.height() > 0 ? ArrayType.TWO : ArrayType.ONE;
    }

    private void requireCube(ArrayShape shape) {
        require(shape.height() == shape.width(), HEIGHT, "should be the width of the cube map");
        if (shape.has(ArrayShape.LAYERED)) {
            require(
                    shape.depth() > 0 && shape.depth() % FACES == 0,
                    DEPTH,
                    "should be a multiple of 6, the faces of a cube");
        } else {
            require(shape.depth() == FACES, DEPTH, "should be 6, the faces of a cube");
        }
    }

    private void require(boolean condition, int index, String problem) {
        if (!condition) {
            throw call.error(index, DriverResult.INVALID_VALUE, problem);
        }
    }
}
