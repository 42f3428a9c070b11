package org.offloadtck.engine.sampling;

import org.offloadtck.engine.texture.TexelGrid;
import org.offloadtck.engine.texture.TexelInstruction.CoordinateType;
import org.offloadtck.engine.texture.TexelInstruction.Fetch;
import org.offloadtck.engine.texture.TexelInstruction.Selection;
import org.offloadtck.engine.texture.Texture;
import org.offloadtck.engine.texture.TextureSampling.AddressMode;
import org.offloadtck.engine.texture.TextureSampling.Coordinates;
import org.offloadtck.engine.texture.TextureSampling.FilterMode;
import org.offloadtck.ptx.ir.modifier.TextureModifier.Geometry;

/// Finds the texels of a fetch and their weights (CUDA C++ Programming Guide 13.0, "Texture
/// Fetching").
final class TextureSampler {

    /// Faces of a cube.
    private static final int FACES = 6;

    private final TexelTaps taps;

    /// @param taps receives the texels of each fetch
    TextureSampler(TexelTaps taps) {
        this.taps = taps;
    }

    void find(Texture texture, Fetch fetch, TexelCoordinate at) {
        taps.clear();
        if (fetch.selection() instanceof Selection.Gather) {
            gather(texture, fetch, at);
            return;
        }
        var mipmap = texture.sampling().mipmap();
        double biased = Math.clamp(at.level() + mipmap.bias(), mipmap.least(), mipmap.most());
        int levels = texture.levels().size();
        double level = Math.clamp(biased, 0, levels - 1.0);
        var axis =
                mipmap.filter() == FilterMode.LINEAR
                        ? TexelAxis.linear(AddressMode.CLAMP, levels, level + 0.5)
                        : TexelAxis.point(AddressMode.CLAMP, levels, level + 0.5);
        for (int which = 0; which < 2 && axis.weight(which) > 0; which++) {
            level(texture, fetch, axis.index(which), at, axis.weight(which));
        }
    }

    private void level(Texture texture, Fetch fetch, int level, TexelCoordinate at, double weight) {
        var grid = texture.levels().get(level);
        var place = onFace(fetch.geometry(), grid, at);
        boolean filters =
                texture.sampling().filter() == FilterMode.LINEAR
                        && fetch.coordinates() == CoordinateType.FLOAT
                        && texture.returnsFloats();
        var x = axis(texture, fetch, 0, place.x(), grid.width(), filters);
        var y = axis(texture, fetch, 1, place.y(), grid.height(), filters);
        if (fetch.geometry() != Geometry.VOLUME) {
            plane(grid, x, y, Math.clamp(place.layer(), 0, grid.depth() - 1), weight);
            return;
        }
        var z = axis(texture, fetch, 2, place.z(), grid.depth(), filters);
        for (int which = 0; which < 2 && z.weight(which) > 0; which++) {
            plane(grid, x, y, z.index(which), weight * z.weight(which));
        }
    }

    /// The four texels counterclockwise from the lower left one (PTX ISA §9.7.10.4).
    private void gather(Texture texture, Fetch fetch, TexelCoordinate at) {
        var grid = texture.levels().getFirst();
        var place = onFace(fetch.geometry(), grid, at);
        var x = axis(texture, fetch, 0, place.x(), grid.width(), true);
        var y = axis(texture, fetch, 1, place.y(), grid.height(), true);
        int z = Math.clamp(place.layer(), 0, grid.depth() - 1);
        tap(grid, x.index(0), y.index(1), z, 1);
        tap(grid, x.index(1), y.index(1), z, 1);
        tap(grid, x.index(1), y.index(0), z, 1);
        tap(grid, x.index(0), y.index(0), z, 1);
    }

    /// The position on a face, whose layer is its slice, for a direction in a cube.
    private static TexelCoordinate onFace(Geometry geometry, TexelGrid grid, TexelCoordinate at) {
        if (!geometry.isCube()) {
            return at;
        }
        var face = CubeFace.of(at.x(), at.y(), at.z());
        int cube = Math.clamp(at.layer(), 0, grid.depth() / FACES - 1);
        return new TexelCoordinate(FACES * cube + face.face(), face.s(), face.t(), 0, at.level());
    }

    private static TexelAxis axis(
            Texture texture,
            Fetch fetch,
            int dimension,
            double coordinate,
            int size,
            boolean filters) {
        var sampling = texture.sampling();
        boolean isCube = fetch.geometry().isCube();
        boolean isUsed = isCube || dimension < fetch.geometry().dimensions();
        if (!isUsed) {
            return TexelAxis.point(AddressMode.CLAMP, size, 0);
        }
        boolean isNormalized =
                isCube
                        || (fetch.coordinates() == CoordinateType.FLOAT
                                && sampling.coordinates() == Coordinates.NORMALIZED);
        var mode =
                isCube
                        ? AddressMode.CLAMP
                        : mode(sampling.addressing().get(dimension), isNormalized);
        double position = isNormalized ? coordinate * size : coordinate;
        return filters
                ? TexelAxis.linear(mode, size, position)
                : TexelAxis.point(mode, size, position);
    }

    /// Coordinates that are not normalized do not wrap (CUDA driver API 13.0,
    /// `CUDA_TEXTURE_DESC::addressMode`).
    private static AddressMode mode(AddressMode wanted, boolean isNormalized) {
        return switch (wanted) {
            case CLAMP, BORDER -> wanted;
            case WRAP, MIRROR -> isNormalized ? wanted : AddressMode.CLAMP;
        };
    }

    private void plane(TexelGrid grid, TexelAxis x, TexelAxis y, int z, double weight) {
        for (int row = 0; row < 2 && y.weight(row) > 0; row++) {
            for (int column = 0; column < 2 && x.weight(column) > 0; column++) {
                double share = weight * y.weight(row) * x.weight(column);
                tap(grid, x.index(column), y.index(row), z, share);
            }
        }
    }

    private void tap(TexelGrid grid, int x, int y, int z, double weight) {
        boolean isOutside =
                x == TexelAxis.OUTSIDE || y == TexelAxis.OUTSIDE || z == TexelAxis.OUTSIDE;
        taps.add(isOutside ? TexelTaps.OUTSIDE : grid.address(x, y, z), weight);
    }
}
