package org.offloadtck.engine.sampling;

/// Where in a texture a lane fetches.
///
/// @param layer 0 of a texture without layers
/// @param x unused coordinates are 0
/// @param level of detail
record TexelCoordinate(int layer, double x, double y, double z, double level) {

    TexelCoordinate atLevel(double other) {
        return new TexelCoordinate(layer, x, y, z, other);
    }
}
