package org.offloadtck.emulation.kernel;

import java.util.Optional;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.kernel.KernelSettings.Setting;
import org.offloadtck.engine.device.ClusterOccupancy;
import org.offloadtck.engine.thread.ClusterDirectives;
import org.offloadtck.engine.thread.ClusterShape;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.LaunchShape;

/// The clusters that a kernel may be launched with: what its directives and its attributes say
/// (CUDA driver API 13.0, `CUfunction_attribute`).
public record KernelClusters(ConfiguredKernel kernel) {

    private ClusterDirectives directives() {
        return ClusterDirectives.of(kernel.code());
    }

    /// Whether the kernel itself states the extent, so that programs cannot set it.
    public boolean areFixed() {
        return directives().required().isPresent();
    }

    /// Whether the kernel requires clusters of each launch.
    public boolean areRequired() {
        return directives().isExplicit();
    }

    /// The extent that the kernel states or that a program has set.
    public Optional<Extent3D> required() {
        return directives().required().or(this::set);
    }

    private Optional<Extent3D> set() {
        var settings = kernel.settings();
        int width = settings.value(Setting.REQUIRED_CLUSTER_WIDTH, 0);
        int height = settings.value(Setting.REQUIRED_CLUSTER_HEIGHT, 0);
        int depth = settings.value(Setting.REQUIRED_CLUSTER_DEPTH, 0);
        return width == 0 && height == 0 && depth == 0
                ? Optional.empty()
                : Optional.of(
                        new Extent3D(Math.max(1, width), Math.max(1, height), Math.max(1, depth)));
    }

    /// Most CTAs of a cluster.
    public int most() {
        boolean isAllowed = kernel.settings().value(Setting.NON_PORTABLE_CLUSTER_SIZE, 0) != 0;
        int ofDevice = isAllowed ? kernel.device().clusters().ctas() : ClusterOccupancy.PORTABLE;
        return (int) Math.min(ofDevice, directives().most());
    }

    /// The grid of a launch in CTAs.
    ///
    /// @param stated what the launch states
    public Extent3D ctas(Extent3D stated) {
        return directives().ctas(stated);
    }

    /// The clusters of a launch.
    ///
    /// @param requested by the launch, if it is
    /// @throws DriverCallException if the kernel cannot be launched with them
    public ClusterShape of(Extent3D grid, Optional<Extent3D> requested) {
        var extent = requested.or(this::required);
        if (extent.isEmpty()) {
            if (areRequired()) {
                throw invalid("states no clusters when kernel %s requires them");
            }
            return ClusterShape.NONE;
        }
        var cluster = extent.orElseThrow();
        var required = required().filter(own -> !own.equals(cluster));
        if (required.isPresent()) {
            throw invalid(
                    "requests clusters %s when kernel %%s requires %s"
                            .formatted(cluster, required.get()));
        }
        requireSize(cluster);
        if (!LaunchShape.divides(cluster, grid)) {
            throw invalid(
                    "has grid %s when that of kernel %%s should be a multiple of clusters %s"
                            .formatted(grid, cluster));
        }
        return ClusterShape.of(cluster);
    }

    private void requireSize(Extent3D cluster) {
        if (cluster.volume() > 1 && !ClusterOccupancy.isSupported(kernel.device())) {
            throw DriverCallException.of(
                    DriverResult.NOT_SUPPORTED,
                    "launch requests clusters when device %s has none"
                            .formatted(kernel.device().name()));
        }
        if (cluster.volume() > most()) {
            throw invalid(
                    "requests clusters of %d blocks when kernel %%s may have %d"
                            .formatted(cluster.volume(), most()));
        }
    }

    private DriverCallException invalid(String problem) {
        return DriverCallException.of(
                DriverResult.INVALID_CLUSTER_SIZE,
                "launch " + problem.formatted(kernel.code().name()));
    }
}
