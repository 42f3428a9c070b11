package org.offloadtck.engine.texture;

/// Texels in memory: rows of texels, slices of rows.
///
/// Slices are planes of a volume, layers of an array, or faces of a cube: a cube map has six for
/// each cube, in the order +x, −x, +y, −y, +z, −z.
///
/// @param address of the first texel, in the flat address space
/// @param rowPitch distance in bytes from a row to the next
/// @param slicePitch distance in bytes from a slice to the next
/// @param width texels of a row, at least 1
/// @param height rows of a slice, at least 1
/// @param depth slices, at least 1
/// @param format of each texel
public record TexelGrid(
        long address,
        long rowPitch,
        long slicePitch,
        int width,
        int height,
        int depth,
        TexelFormat format) {

    /// The address of a texel.
    public long address(int x, int y, int z) {
        return address + x * (long) format.bytes() + y * rowPitch + z * slicePitch;
    }

    /// The bytes from the first texel to the end of the last.
    public long bytes() {
        return address(width - 1, height - 1, depth - 1) + format.bytes() - address;
    }
}
