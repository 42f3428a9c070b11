package org.offloadtck.launch.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.offloadtck.checks.suppression.KnownFault;
import org.offloadtck.engine.launch.KernelFaultException.CodeLocation;
import org.offloadtck.engine.launch.KernelFaultException.FaultingThread;
import org.offloadtck.engine.launch.LaunchCounters;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.LaunchShape;

/// The parts that all JSON documents about launches share.
public final class LaunchJson {

    private LaunchJson() {}

    /// Adds an extent as the array `x`, `y`, `z`.
    public static void put(ObjectNode node, String name, Extent3D extent) {
        node.putArray(name).add(extent.x()).add(extent.y()).add(extent.z());
    }

    /// Adds the grid, its CTAs and, if it has some, its clusters.
    public static void put(ObjectNode node, LaunchShape shape) {
        put(node, "grid", shape.grid());
        put(node, "block", shape.cta());
        if (shape.cluster().ctas() > 1) {
            put(node, "cluster", shape.cluster().extent());
        }
        node.put("dynamicSharedBytes", shape.dynamicSharedBytes());
    }

    /// Adds one field for each counter.
    public static void put(ObjectNode node, LaunchCounters counters) {
        node.put("threadInstructions", counters.threadInstructions());
        node.put("warpInstructions", counters.warpInstructions());
        node.put("globalBytesRead", counters.globalBytesRead());
        node.put("globalBytesWritten", counters.globalBytesWritten());
        node.put("sharedBytes", counters.sharedBytes());
        node.put("barriers", counters.barriers());
        node.put("divergences", counters.divergences());
    }

    /// Adds the known defect that explains a fault.
    public static void put(ObjectNode fault, KnownFault cause) {
        var node = fault.putObject("knownDefect");
        node.put("id", cause.id());
        if (!cause.deviation().isEmpty()) {
            node.put("deviation", cause.deviation());
        }
        node.put("defect", cause.defect());
    }

    /// Adds the thread and its location in the source, if known, and in the PTX.
    public static void put(ObjectNode node, FaultingThread culprit, CodeLocation location) {
        put(node, "cta", culprit.cta());
        put(node, "thread", culprit.thread());
        location.line()
                .ifPresent(line -> {
                    var source = node.putObject("source");
                    source.put("file", line.file());
                    source.put("line", line.line());
                    source.put("column", line.column());
                });
        var ptx = node.putObject("ptx");
        ptx.put("module", location.source());
        ptx.put("line", location.span().line());
        ptx.put("column", location.span().column());
    }
}
