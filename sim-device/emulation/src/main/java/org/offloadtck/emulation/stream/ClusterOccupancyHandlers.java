package org.offloadtck.emulation.stream;

import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.kernel.KernelClusters;
import org.offloadtck.emulation.resource.KernelFunction;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.Invocation;
import org.offloadtck.engine.thread.ClusterShape;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.LaunchShape;

/// Handlers of the occupancy functions of clusters (CUDA driver API 13.0,
/// `cuOccupancyMaxActiveClusters`, `cuOccupancyMaxPotentialClusterSize`).
public final class ClusterOccupancyHandlers implements DispatchTable.HandlerGroup {

    private static final int COUNT = 8;
    private static final int FUNCTION = 9;

    @Override
    public void register(DispatchTable table) {
        table.add(
                DriverFunction.CU_OCCUPANCY_MAX_ACTIVE_CLUSTERS,
                ClusterOccupancyHandlers::maxActive);
        table.add(
                DriverFunction.CU_OCCUPANCY_MAX_POTENTIAL_CLUSTER_SIZE,
                ClusterOccupancyHandlers::maxSize);
    }

    private static DriverReply maxActive(Invocation call) {
        call.current();
        var function = call.kernel(FUNCTION);
        var attributes = LaunchAttributes.parse(call.call().buffer(0), call.number(COUNT));
        var shape = new LaunchValidation(call, 0, attributes).shape(function);
        return DriverReply.success((long) LaunchValidation.residentClusters(function, shape));
    }

    /// The largest power of two of CTAs of which a cluster fits the device, whatever clusters the
    /// launch states.
    private static DriverReply maxSize(Invocation call) {
        call.current();
        var function = call.kernel(FUNCTION);
        var check = new LaunchValidation(call, 0);
        var block = check.block(function);
        int shared = check.sharedBytes(function);
        int size = Integer.highestOneBit(new KernelClusters(function.configured()).most());
        while (size > 1 && !fits(function, new LaunchShape(Extent3D.of(size), block, shared))) {
            size /= 2;
        }
        return DriverReply.success((long) size);
    }

    /// Whether a grid fits the device as one cluster.
    private static boolean fits(KernelFunction function, LaunchShape shape) {
        var cluster = shape.withCluster(ClusterShape.of(shape.grid()));
        return LaunchValidation.residentClusters(function, cluster) > 0;
    }
}
