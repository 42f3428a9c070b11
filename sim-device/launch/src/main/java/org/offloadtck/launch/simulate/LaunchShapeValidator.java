package org.offloadtck.launch.simulate;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.engine.device.ClusterOccupancy;
import org.offloadtck.engine.device.CtaDemand;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.thread.ClusterDirectives;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.ptx.ir.FunctionDirective;
import org.offloadtck.ptx.ir.FunctionDirective.Kind;

/// Verifies that a device can launch a kernel with a requested shape.
record LaunchShapeValidator(DeviceSpec device, DecodedFunction kernel) {

    /// The shape of the launch.
    ///
    /// @throws SimulationException if the device or the kernel does not allow the shape
    LaunchShape shape(LaunchRequest request) {
        var block = request.block();
        requireWithin("grid", request.grid(), LaunchShape.MAX_GRID);
        requireWithin("block", block, LaunchShape.MAX_CTA);
        if (block.volume() > device.cta().threads()) {
            throw new SimulationException(
                    "block %s has %d threads when device %s has room for %d"
                            .formatted(
                                    block, block.volume(), device.name(), device.cta().threads()));
        }
        kernel.function().signature().directives().forEach(each -> requireObeyed(each, block));
        var shape =
                clustered(
                        new LaunchShape(request.grid(), block, sharedBytes(request.sharedBytes())));
        if (residentCtas(shape) == 0) {
            throw new SimulationException(
                    "%s of %d threads with %d bytes of shared memory does not fit device %s"
                            .formatted(
                                    shape.cluster().ctas() == 1
                                            ? "a CTA"
                                            : "a cluster of %d CTAs"
                                                    .formatted(shape.cluster().ctas()),
                                    block.volume(),
                                    kernel.sharedBytes() + shape.dynamicSharedBytes(),
                                    device.name()));
        }
        return shape;
    }

    /// The same launch with the clusters that the kernel states.
    private LaunchShape clustered(LaunchShape shape) {
        var directives = ClusterDirectives.of(kernel);
        var ctas = directives.ctas(shape.grid());
        directives
                .problem(ctas)
                .ifPresent(problem -> {
                    throw new SimulationException(
                            "kernel '%s': %s".formatted(kernel.name(), problem));
                });
        var clusters = directives.clusters();
        long most = Math.min(device.clusters().ctas(), directives.most());
        if (clusters.ctas() > most) {
            throw new SimulationException(
                    "kernel '%s' has clusters of %d CTAs when they may have %d"
                            .formatted(kernel.name(), clusters.ctas(), most));
        }
        return new LaunchShape(ctas, shape.cta(), shape.dynamicSharedBytes(), clusters);
    }

    /// The number of CTAs that are resident on the device at a time.
    int residentCtas(LaunchShape shape) {
        int shared = kernel.sharedBytes() + shape.dynamicSharedBytes();
        var demand = new CtaDemand((int) shape.cta().volume(), 0, shared);
        int ctas = shape.cluster().ctas();
        return ctas * ClusterOccupancy.clusters(device, demand, ctas);
    }

    private static void requireWithin(String what, Extent3D extent, Extent3D most) {
        if (extent.x() > most.x() || extent.y() > most.y() || extent.z() > most.z()) {
            throw new SimulationException(
                    "%s is %s when it should be at most %s".formatted(what, extent, most));
        }
    }

    private int sharedBytes(long dynamic) {
        long most = (long) device.cta().sharedBytesOptIn() - kernel.sharedBytes();
        if (most < 0) {
            throw new SimulationException(
                    ("kernel '%s' declares %d bytes of shared memory when device %s has %d for a"
                                    + " CTA")
                            .formatted(
                                    kernel.name(),
                                    kernel.sharedBytes(),
                                    device.name(),
                                    device.cta().sharedBytesOptIn()));
        }
        if (dynamic < 0 || dynamic > most) {
            throw new SimulationException(
                    ("dynamic shared memory is %d bytes when device %s has room for 0 to %d bytes"
                                    + " beside the %d that kernel '%s' declares")
                            .formatted(
                                    dynamic,
                                    device.name(),
                                    most,
                                    kernel.sharedBytes(),
                                    kernel.name()));
        }
        return (int) dynamic;
    }

    /// `.maxntid` bounds the product of the dimensions, `.reqntid` states each (PTX ISA §11.4).
    private void requireObeyed(FunctionDirective directive, Extent3D block) {
        long threads = directive.values().stream().reduce(1L, (a, b) -> a * b);
        var asked = List.of((long) block.x(), (long) block.y(), (long) block.z());
        var wanted = new ArrayList<>(directive.values());
        while (wanted.size() < asked.size()) {
            wanted.add(1L);
        }
        boolean isBroken =
                (directive.kind() == Kind.MAXNTID && block.volume() > threads)
                        || (directive.kind() == Kind.REQNTID && !asked.equals(wanted));
        if (isBroken) {
            throw new SimulationException(
                    "block has %s threads when kernel '%s' says %s %s"
                            .formatted(
                                    block,
                                    kernel.name(),
                                    directive.kind().directive(),
                                    directive.values()));
        }
    }
}
