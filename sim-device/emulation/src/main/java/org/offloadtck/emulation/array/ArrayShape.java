package org.offloadtck.emulation.array;

import org.offloadtck.engine.texture.TexelFormat;
import org.offloadtck.engine.texture.TexelGrid;

/// The extents and elements of an array (CUDA driver API 13.0, `CUDA_ARRAY3D_DESCRIPTOR`).
///
/// @param width elements of a row, at least 1
/// @param height rows of a slice; 0 of one dimension
/// @param depth planes, layers or faces; 0 of one or two dimensions
/// @param format of a channel
/// @param channels 1, 2 or 4
/// @param flags a set of [#LAYERED], [#SURFACE], [#CUBEMAP], [#GATHER]
public record ArrayShape(
        int width, int height, int depth, ArrayFormat format, int channels, int flags) {

    /// `CUDA_ARRAY3D_LAYERED`: the slices are layers.
    public static final int LAYERED = 0x01;

    /// `CUDA_ARRAY3D_SURFACE_LDST`: surface objects may be made of it.
    public static final int SURFACE = 0x02;

    /// `CUDA_ARRAY3D_CUBEMAP`: the slices are faces.
    public static final int CUBEMAP = 0x04;

    /// `CUDA_ARRAY3D_TEXTURE_GATHER`: kernels may gather from it.
    public static final int GATHER = 0x08;

    /// Alignment of rows in bytes: the kit's choice, a multiple of the largest element.
    private static final int ROW_ALIGNMENT = 64;

    /// Whether all bits of a set are among the flags.
    public boolean has(int bits) {
        return (flags & bits) == bits;
    }

    /// Whether the slices are layers or faces, which are as many in each mipmap level.
    public boolean isLayered() {
        return (flags & (LAYERED | CUBEMAP)) != 0;
    }

    /// Rows of a slice, at least 1.
    public int rows() {
        return Math.max(height, 1);
    }

    /// Slices, at least 1.
    public int slices() {
        return Math.max(depth, 1);
    }

    /// The format of an element.
    public TexelFormat texel() {
        return format.texel(channels);
    }

    /// Bytes of the elements of a row.
    public long rowBytes() {
        return (long) width * texel().bytes();
    }

    /// Bytes from a row to the next.
    public long rowPitch() {
        return Math.ceilDiv(rowBytes(), ROW_ALIGNMENT) * ROW_ALIGNMENT;
    }

    /// Bytes from a slice to the next.
    public long slicePitch() {
        return rowPitch() * rows();
    }

    /// Bytes of all slices.
    public long bytes() {
        return slicePitch() * slices();
    }

    /// Most mipmap levels of an array whose first level has this shape (CUDA driver API 13.0,
    /// `cuMipmappedArrayCreate`: 1 + floor(log2(max(width, height, depth)))).
    public int mostLevels() {
        int planes = isLayered() ? 1 : depth;
        int longest = Math.max(width, Math.max(height, planes));
        return Integer.SIZE - Integer.numberOfLeadingZeros(longest);
    }

    /// The shape of a mipmap level of an array whose first level has this shape: each extent is
    /// halved for each level and rounded down, but at least 1.
    public ArrayShape level(int level) {
        return new ArrayShape(
                Math.max(width >> level, 1),
                height == 0 ? 0 : Math.max(height >> level, 1),
                depth == 0 || isLayered() ? depth : Math.max(depth >> level, 1),
                format,
                channels,
                flags);
    }

    /// The elements of an array of this shape at an address.
    TexelGrid grid(long address) {
        return new TexelGrid(address, rowPitch(), slicePitch(), width, rows(), slices(), texel());
    }
}
