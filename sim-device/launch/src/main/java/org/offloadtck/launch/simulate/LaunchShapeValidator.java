package org.offloadtck.launch.simulate;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.engine.device.CtaDemand;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.ptx.ir.FunctionDirective;
import org.offloadtck.ptx.ir.FunctionDirective.Kind;

/// Whether a device can launch a kernel with so many threads and so much shared memory.
record LaunchShapeValidator(DeviceSpec device, DecodedFunction kernel) {

    LaunchShape shape(LaunchRequest request) {
        var grid = extent("--grid", request.grid(), LaunchShape.MAX_GRID);
        var block = extent("--block", request.block(), LaunchShape.MAX_CTA);
        if (block.volume() > device.cta().threads()) {
            throw new SimulationException(
                    "--block %s has %d threads when device %s has room for %d"
                            .formatted(
                                    request.block(),
                                    block.volume(),
                                    device.name(),
                                    device.cta().threads()));
        }
        kernel.function().signature().directives().forEach(each -> requireObeyed(each, block));
        var shape = new LaunchShape(grid, block, sharedBytes(request.sharedBytes()));
        if (residentCtas(shape) == 0) {
            throw new SimulationException(
                    "a CTA of %d threads with %d bytes of shared memory does not fit device %s"
                            .formatted(
                                    block.volume(),
                                    kernel.sharedBytes() + shape.dynamicSharedBytes(),
                                    device.name()));
        }
        return shape;
    }

    /// How many of its CTAs the device holds at a time.
    int residentCtas(LaunchShape shape) {
        int shared = kernel.sharedBytes() + shape.dynamicSharedBytes();
        return device.residentCtas(new CtaDemand((int) shape.cta().volume(), 0, shared));
    }

    private static Extent3D extent(String option, String text, Extent3D most) {
        var words = text.split(",", -1);
        var limits = List.of(most.x(), most.y(), most.z());
        var sizes = new ArrayList<>(List.of(1, 1, 1));
        if (words.length > limits.size()) {
            throw new SimulationException(
                    "%s is '%s' when it should be X, X,Y or X,Y,Z".formatted(option, text));
        }
        for (int i = 0; i < words.length; i++) {
            long size = PtxNumber.whole(words[i]).orElse(0);
            if (size < 1 || size > limits.get(i)) {
                throw new SimulationException(
                        "%s is '%s' when %s should be from 1 to %d"
                                .formatted(option, text, "XYZ".charAt(i), limits.get(i)));
            }
            sizes.set(i, (int) size);
        }
        return new Extent3D(sizes.get(0), sizes.get(1), sizes.get(2));
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
                    ("--shared is %d when device %s has room for 0 to %d bytes beside the %d that"
                                    + " kernel '%s' declares")
                            .formatted(
                                    dynamic,
                                    device.name(),
                                    most,
                                    kernel.sharedBytes(),
                                    kernel.name()));
        }
        return (int) dynamic;
    }

    /// `.maxntid` is about all threads, `.reqntid` about each dimension (PTX ISA §11.4).
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
                    "--block has %s threads when kernel '%s' says %s %s"
                            .formatted(
                                    block,
                                    kernel.name(),
                                    directive.kind().directive(),
                                    directive.values()));
        }
    }
}
