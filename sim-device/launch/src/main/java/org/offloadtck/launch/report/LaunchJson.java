package org.offloadtck.launch.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.offloadtck.engine.launch.KernelFaultException.CodeLocation;
import org.offloadtck.engine.launch.KernelFaultException.FaultingThread;
import org.offloadtck.engine.launch.LaunchCounters;
import org.offloadtck.engine.thread.Extent3D;

/// What documents for programs say of launches, in the same words whoever launched.
public final class LaunchJson {

    private LaunchJson() {}

    /// Puts an extent, `x`, `y`, `z`, in an array.
    public static void put(ObjectNode node, String name, Extent3D extent) {
        node.putArray(name).add(extent.x()).add(extent.y()).add(extent.z());
    }

    public static void put(ObjectNode node, LaunchCounters counters) {
        node.put("threadInstructions", counters.threadInstructions());
        node.put("warpInstructions", counters.warpInstructions());
        node.put("globalBytesRead", counters.globalBytesRead());
        node.put("globalBytesWritten", counters.globalBytesWritten());
        node.put("sharedBytes", counters.sharedBytes());
        node.put("barriers", counters.barriers());
        node.put("divergences", counters.divergences());
    }

    /// Puts which thread it was, and where in the source and in the PTX.
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
