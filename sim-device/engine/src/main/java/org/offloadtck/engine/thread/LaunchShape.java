package org.offloadtck.engine.thread;

/// The extents of a grid and of its CTAs.
///
/// @param grid CTAs in each dimension, positive
/// @param cta threads of a CTA in each dimension, positive, at most 1024 in all
/// @param dynamicSharedBytes shared memory beyond the declarations of the kernel
public record LaunchShape(Extent3D grid, Extent3D cta, int dynamicSharedBytes) {

    /// Most threads of a CTA (CUDA C++ Programming Guide 13.0, technical specifications, all
    /// compute capabilities).
    public static final int MAX_CTA_THREADS = 1024;

    /// Most CTAs of a grid in each dimension (likewise).
    public static final Extent3D MAX_GRID = new Extent3D(Integer.MAX_VALUE, 65535, 65535);

    /// Most threads of a CTA in each dimension (likewise).
    public static final Extent3D MAX_CTA = new Extent3D(1024, 1024, 64);

    public LaunchShape {
        if (!isPositive(grid) || !isPositive(cta) || cta.volume() > MAX_CTA_THREADS) {
            throw new IllegalArgumentException(
                    "grid %s of CTAs %s when extents should be positive and CTAs at most %d threads"
                            .formatted(grid, cta, MAX_CTA_THREADS));
        }
        if (dynamicSharedBytes < 0) {
            throw new IllegalArgumentException(
                    "dynamic shared memory is %d bytes".formatted(dynamicSharedBytes));
        }
    }

    /// One-dimensional, without dynamic shared memory.
    public static LaunchShape of(int ctas, int threads) {
        return new LaunchShape(Extent3D.of(ctas), Extent3D.of(threads), 0);
    }

    private static boolean isPositive(Extent3D extent) {
        return extent.x() > 0 && extent.y() > 0 && extent.z() > 0;
    }
}
