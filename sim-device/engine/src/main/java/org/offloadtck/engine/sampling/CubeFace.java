package org.offloadtck.engine.sampling;

/// The point of a cube's surface that a direction from its centre meets (CUDA C++ Programming Guide
/// 13.0, "Cubemap Textures").
///
/// @param face 0 to 5: +x, −x, +y, −y, +z, −z
/// @param s from 0 to 1
/// @param t from 0 to 1
record CubeFace(int face, double s, double t) {

    static CubeFace of(double x, double y, double z) {
        double ax = Math.abs(x);
        double ay = Math.abs(y);
        double az = Math.abs(z);
        if (ax > ay && ax > az) {
            return x >= 0 ? of(0, x, -z, -y) : of(1, -x, z, -y);
        }
        if (ay > az) {
            return y >= 0 ? of(2, y, x, z) : of(3, -y, x, -z);
        }
        return z >= 0 ? of(4, z, x, -y) : of(5, -z, -x, -y);
    }

    private static CubeFace of(int face, double major, double s, double t) {
        return new CubeFace(face, (s / major + 1) / 2, (t / major + 1) / 2);
    }
}
