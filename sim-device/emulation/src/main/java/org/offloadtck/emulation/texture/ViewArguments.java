package org.offloadtck.emulation.texture;

import java.util.List;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.array.ArrayFormat;
import org.offloadtck.emulation.array.ArrayShape;
import org.offloadtck.emulation.session.Invocation;
import org.offloadtck.emulation.texture.ResourceArguments.Texels;
import org.offloadtck.engine.texture.TexelFormat;
import org.offloadtck.engine.texture.TexelGrid;

/// Reads `CUDA_RESOURCE_VIEW_DESC` (CUDA driver API 13.0) from the arguments of a call: which part
/// of an array a texture reads, and in which format.
///
/// @param first index of the first field
record ViewArguments(Invocation call, int first) {

    /// Fields of the structure.
    static final int FIELDS = 8;

    private static final int WIDTH = 1;
    private static final int HEIGHT = 2;
    private static final int DEPTH = 3;
    private static final int FIRST_LEVEL = 4;
    private static final int LAST_LEVEL = 5;
    private static final int FIRST_LAYER = 6;
    private static final int LAST_LAYER = 7;

    /// `CUresourceViewFormat`: the formats of 1, 2 and 4 channels from 1 on.
    private static final List<ArrayFormat> FORMATS =
            List.of(
                    ArrayFormat.UNSIGNED_INT8,
                    ArrayFormat.SIGNED_INT8,
                    ArrayFormat.UNSIGNED_INT16,
                    ArrayFormat.SIGNED_INT16,
                    ArrayFormat.UNSIGNED_INT32,
                    ArrayFormat.SIGNED_INT32,
                    ArrayFormat.HALF,
                    ArrayFormat.FLOAT);

    /// Numbers of channels of a format.
    private static final int CHANNELS = 3;

    /// `CU_RES_VIEW_FORMAT_UNSIGNED_BC7`, the last constant; those after [#FORMATS] are of blocks.
    private static final int LAST_FORMAT = 0x22;

    /// The values of the fields.
    List<Long> fields() {
        return List.copyOf(call.call().arguments().subList(first, first + FIELDS));
    }

    /// The part of a resource.
    ///
    /// @throws DriverCallException if the resource has no such part
    Texels of(Texels whole) {
        var shape =
                whole.array()
                        .orElseThrow(() ->
                                DriverCallException.of(
                                        DriverResult.INVALID_VALUE,
                                        "pResViewDesc is given when only arrays have views"));
        var format = format(whole);
        requireSame(WIDTH, shape.width());
        requireSame(HEIGHT, shape.height());
        requireSame(DEPTH, shape.depth());
        int levels = whole.levels().size() - 1;
        requireRange(
                FIRST_LEVEL, whole.type() == ResourceArguments.Type.MIPMAPPED_ARRAY ? levels : 0);
        requireRange(FIRST_LAYER, shape.has(ArrayShape.LAYERED) ? shape.depth() - 1 : 0);
        return new Texels(
                whole.type(),
                whole.levels().subList(field(FIRST_LEVEL), field(LAST_LEVEL) + 1).stream()
                        .map(grid -> part(grid, format, shape))
                        .toList(),
                whole.array());
    }

    private TexelFormat format(Texels whole) {
        int format = call.constant(first, LAST_FORMAT);
        if (format == 0) {
            return whole.format();
        }
        if (format > FORMATS.size() * CHANNELS) {
            throw call.error(
                    first,
                    DriverResult.NOT_SUPPORTED,
                    "is a format of compressed blocks, which the kit does not support");
        }
        var texel = FORMATS.get((format - 1) / CHANNELS).texel(1 << (format - 1) % CHANNELS);
        if (texel.bytes() != whole.format().bytes()) {
            throw call.error(
                    first,
                    DriverResult.INVALID_VALUE,
                    "has %d bytes when an element of the array has %d"
                            .formatted(texel.bytes(), whole.format().bytes()));
        }
        return texel;
    }

    private TexelGrid part(TexelGrid grid, TexelFormat format, ArrayShape shape) {
        boolean hasLayers = shape.has(ArrayShape.LAYERED);
        return new TexelGrid(
                grid.address(0, 0, hasLayers ? field(FIRST_LAYER) : 0),
                grid.rowPitch(),
                grid.slicePitch(),
                grid.width(),
                grid.height(),
                hasLayers ? field(LAST_LAYER) - field(FIRST_LAYER) + 1 : grid.depth(),
                format);
    }

    private int field(int index) {
        return call.number(first + index);
    }

    private void requireSame(int index, int extent) {
        if (call.raw(first + index) != extent) {
            throw call.error(
                    first + index,
                    DriverResult.INVALID_VALUE,
                    "should be %d, as that of the array".formatted(extent));
        }
    }

    /// Requires that the field and the next one are a range of `0` to `last`.
    private void requireRange(int index, int last) {
        long from = call.raw(first + index);
        long to = call.raw(first + index + 1);
        if (from < 0 || from > last) {
            throw call.error(
                    first + index, DriverResult.INVALID_VALUE, "should be from 0 to " + last);
        }
        if (to < from || to > last) {
            throw call.error(
                    first + index + 1,
                    DriverResult.INVALID_VALUE,
                    "should be from %d to %d".formatted(from, last));
        }
    }
}
