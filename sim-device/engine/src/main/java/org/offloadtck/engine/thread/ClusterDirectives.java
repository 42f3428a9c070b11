package org.offloadtck.engine.thread;

import java.util.List;
import java.util.Optional;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.ptx.ir.FunctionDirective;
import org.offloadtck.ptx.ir.FunctionDirective.Kind;

/// What the directives of a kernel require of its clusters (PTX ISA 9.0 §11.7, *Cluster Dimension
/// Directives*).
///
/// @param directives of the kernel
public record ClusterDirectives(List<FunctionDirective> directives) {

    private static final int DIMENSIONS = 3;

    public ClusterDirectives {
        directives = List.copyOf(directives);
    }

    public static ClusterDirectives of(DecodedFunction kernel) {
        return new ClusterDirectives(kernel.function().signature().directives());
    }

    private Optional<List<Long>> values(Kind kind) {
        return directives.stream()
                .filter(directive -> directive.kind() == kind)
                .map(FunctionDirective::values)
                .findFirst();
    }

    /// The extent of the clusters that the kernel states (`.reqnctapercluster`).
    public Optional<Extent3D> required() {
        return values(Kind.REQNCTAPERCLUSTER).map(ClusterDirectives::extent);
    }

    private static Extent3D extent(List<Long> values) {
        int[] extents = {1, 1, 1};
        for (int i = 0; i < Math.min(DIMENSIONS, values.size()); i++) {
            extents[i] = Math.toIntExact(values.get(i));
        }
        return new Extent3D(extents[0], extents[1], extents[2]);
    }

    /// Whether the kernel or the launch has to state clusters (`.explicitcluster`).
    public boolean isExplicit() {
        return values(Kind.EXPLICITCLUSTER).isPresent();
    }

    /// Most CTAs of a cluster (`.maxclusterrank`).
    public long most() {
        return values(Kind.MAXCLUSTERRANK).map(List::getFirst).orElse(Long.MAX_VALUE);
    }

    /// The grid of a launch, whose extents are clusters if the kernel says so
    /// (`.blocksareclusters`).
    public Extent3D ctas(Extent3D grid) {
        var each = required().orElse(ClusterShape.NONE.extent());
        return values(Kind.BLOCKSARECLUSTERS).isEmpty()
                ? grid
                : new Extent3D(grid.x() * each.x(), grid.y() * each.y(), grid.z() * each.z());
    }

    /// What prevents a launch that states no clusters.
    ///
    /// @param grid in CTAs
    public Optional<String> problem(Extent3D grid) {
        if (required().isEmpty()) {
            return isExplicit()
                    ? Optional.of("launch states no clusters when the kernel requires them")
                    : Optional.empty();
        }
        return required()
                .filter(cluster -> !LaunchShape.divides(cluster, grid))
                .map(cluster ->
                        "grid is %s when it should be a multiple of clusters %s"
                                .formatted(grid, cluster));
    }

    /// The clusters of a launch that states none.
    public ClusterShape clusters() {
        return required().map(ClusterShape::of).orElse(ClusterShape.NONE);
    }
}
