package org.offloadtck.engine.thread;

/// The extents of the clusters of a launch (PTX ISA 9.0 §2.2.2).
///
/// @param extent CTAs of a cluster in each dimension, positive
/// @param isExplicit whether the launch or the kernel states them (`%is_explicit_cluster`)
public record ClusterShape(Extent3D extent, boolean isExplicit) {

    /// Each CTA is a cluster of its own.
    public static final ClusterShape NONE = new ClusterShape(new Extent3D(1, 1, 1), false);

    public static ClusterShape of(Extent3D extent) {
        return new ClusterShape(extent, true);
    }

    /// CTAs of a cluster.
    public int ctas() {
        return Math.toIntExact(extent.volume());
    }
}
