package org.offloadtck.engine.sampling;

import org.offloadtck.engine.texture.TexelInstruction.Fetch;
import org.offloadtck.engine.texture.Texture;
import org.offloadtck.engine.texture.TextureSampling.Coordinates;

/// The level of detail at which neighbours are at most a texel apart: the logarithm of the larger
/// distance in texels of the most detailed level (OpenGL 4.6 §8.14.1). Filters are isotropic.
final class DetailLevel {

    private static final double LN_2 = StrictMath.log(2);

    private DetailLevel() {}

    /// @param operands holds the derivatives by x, then those by y, of each coordinate
    /// @param from index of the first of them
    static double of(
            Texture texture, Fetch fetch, TexelCoordinate at, double[] operands, int from) {
        int count = fetch.geometry().dimensions();
        double[] sizes = sizes(texture, fetch, at);
        double longest = 0;
        for (int neighbour = 0; neighbour < 2; neighbour++) {
            double square = 0;
            for (int i = 0; i < count; i++) {
                double distance = operands[from + neighbour * count + i] * sizes[i];
                square += distance * distance;
            }
            longest = Math.max(longest, square);
        }
        return StrictMath.log(longest) / LN_2 / 2;
    }

    /// Texels of a step of 1 in each coordinate.
    private static double[] sizes(Texture texture, Fetch fetch, TexelCoordinate at) {
        var grid = texture.levels().getFirst();
        if (fetch.geometry().isCube()) {
            double major = Math.max(Math.abs(at.x()), Math.max(Math.abs(at.y()), Math.abs(at.z())));
            double half = grid.width() / (2 * major);
            return new double[] {half, half, half};
        }
        return texture.sampling().coordinates() == Coordinates.NORMALIZED
                ? new double[] {grid.width(), grid.height(), grid.depth()}
                : new double[] {1, 1, 1};
    }
}
