package org.offloadtck.engine.thread;

/// A size or a position in three dimensions. `x` varies fastest.
public record Extent3D(int x, int y, int z) {

    /// A line of `x`.
    public static Extent3D of(int x) {
        return new Extent3D(x, 1, 1);
    }

    public long volume() {
        return (long) x * y * z;
    }

    /// The position with the given linear index within this extent.
    public Extent3D position(long number) {
        long plane = (long) x * y;
        return new Extent3D((int) (number % x), (int) (number % plane / x), (int) (number / plane));
    }

    /// The linear index of a position within this extent.
    public long linearIndex(Extent3D position) {
        return ((long) position.z * y + position.y) * x + position.x;
    }

    @Override
    public String toString() {
        return "(%d, %d, %d)".formatted(x, y, z);
    }
}
