package org.offloadtck.engine.access;

import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.texture.Surface;
import org.offloadtck.engine.texture.TexelInstruction.SurfaceAccess;
import org.offloadtck.ptx.ir.modifier.TextureModifier.ClampMode;

/// Finds the address of an access to a surface (PTX ISA §9.7.11).
final class SurfaceAddress {

    /// The address of an access outside of the surface that has no effect.
    static final long OUTSIDE = 0;

    private SurfaceAddress() {}

    /// @param coordinates the layer first if the geometry has one, then the byte in the row, then
    ///   the row and the plane
    static long of(Surface surface, SurfaceAccess access, int[] coordinates, int lane) {
        var grid = surface.grid();
        var geometry = access.geometry();
        int first = geometry.isLayered() ? 1 : 0;
        int x = coordinates[first];
        int y = geometry.dimensions() > 1 ? coordinates[first + 1] : 0;
        int z = geometry.dimensions() > 2 ? coordinates[first + 2] : 0;
        z = geometry.isLayered() ? coordinates[0] : z;
        if ((x & access.bytes() - 1) != 0) {
            throw new LaneFault(
                    FaultKind.MISALIGNED,
                    lane,
                    "access of %d bytes at byte %d of a row is not at a multiple of %d"
                            .formatted(access.bytes(), x, access.bytes()));
        }
        int row = grid.width() * grid.format().bytes();
        boolean isInside =
                x >= 0
                        && x <= row - access.bytes()
                        && isIn(y, grid.height())
                        && isIn(z, grid.depth());
        if (!isInside && access.outside() == ClampMode.ZERO) {
            return OUTSIDE;
        }
        if (!isInside && access.outside() == ClampMode.TRAP) {
            throw new LaneFault(
                    FaultKind.OUT_OF_BOUNDS,
                    lane,
                    "access of %d bytes at byte %d, row %d, slice %d is outside of a surface of %d bytes by %d by %d"
                            .formatted(access.bytes(), x, y, z, row, grid.height(), grid.depth()));
        }
        int column = Math.clamp(x, 0, Math.max(0, row - access.bytes()));
        return grid.address(
                        0, Math.clamp(y, 0, grid.height() - 1), Math.clamp(z, 0, grid.depth() - 1))
                + column;
    }

    private static boolean isIn(int coordinate, int size) {
        return coordinate >= 0 && coordinate < size;
    }
}
