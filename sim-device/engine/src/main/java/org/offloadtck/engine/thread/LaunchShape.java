package org.offloadtck.engine.thread;

/// The extents of a grid and of its CTAs.
///
/// @param grid CTAs in each dimension, positive
/// @param cta threads of a CTA in each dimension, positive, at most 1024 in all
/// @param dynamicSharedBytes shared memory beyond the declarations of the kernel
/// @param cluster the clusters, which divide the grid
public record LaunchShape(
        Extent3D grid, Extent3D cta, int dynamicSharedBytes, ClusterShape cluster) {

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
        if (!isPositive(cluster.extent()) || !divides(cluster.extent(), grid)) {
            throw new IllegalArgumentException(
                    "grid %s when it should be a multiple of clusters %s"
                            .formatted(grid, cluster.extent()));
        }
    }

    /// A launch in which each CTA is a cluster of its own.
    public LaunchShape(Extent3D grid, Extent3D cta, int dynamicSharedBytes) {
        this(grid, cta, dynamicSharedBytes, ClusterShape.NONE);
    }

    /// The same launch with other clusters.
    public LaunchShape withCluster(ClusterShape other) {
        return new LaunchShape(grid, cta, dynamicSharedBytes, other);
    }

    /// Whether a grid consists of whole clusters.
    public static boolean divides(Extent3D cluster, Extent3D grid) {
        return grid.x() % cluster.x() == 0
                && grid.y() % cluster.y() == 0
                && grid.z() % cluster.z() == 0;
    }

    /// Clusters of the grid in each dimension.
    public Extent3D clusters() {
        var each = cluster.extent();
        return new Extent3D(grid.x() / each.x(), grid.y() / each.y(), grid.z() / each.z());
    }

    /// Position in the grid of clusters of the cluster of the CTA at a position in the grid.
    Extent3D clusterPosition(Extent3D position) {
        var each = cluster.extent();
        return new Extent3D(
                position.x() / each.x(), position.y() / each.y(), position.z() / each.z());
    }

    /// The linear index in the grid of the CTA that starts after `before` others: one cluster after
    /// another, its CTAs by rank.
    public long started(long before) {
        if (cluster.ctas() == 1) {
            return before;
        }
        var each = cluster.extent();
        var of = clusters().position(before / cluster.ctas());
        var in = each.position(before % cluster.ctas());
        return grid.linearIndex(
                new Extent3D(
                        of.x() * each.x() + in.x(),
                        of.y() * each.y() + in.y(),
                        of.z() * each.z() + in.z()));
    }

    /// How many CTAs start before the CTA at a position in the grid: the inverse of [#started].
    public long startedBefore(Extent3D position) {
        if (cluster.ctas() == 1) {
            return grid.linearIndex(position);
        }
        var each = cluster.extent();
        var in =
                new Extent3D(
                        position.x() % each.x(), position.y() % each.y(), position.z() % each.z());
        return clusters().linearIndex(clusterPosition(position)) * cluster.ctas()
                + each.linearIndex(in);
    }

    /// One-dimensional, without dynamic shared memory.
    public static LaunchShape of(int ctas, int threads) {
        return new LaunchShape(Extent3D.of(ctas), Extent3D.of(threads), 0);
    }

    private static boolean isPositive(Extent3D extent) {
        return extent.x() > 0 && extent.y() > 0 && extent.z() > 0;
    }
}
