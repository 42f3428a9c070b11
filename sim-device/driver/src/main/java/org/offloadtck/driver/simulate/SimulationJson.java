package org.offloadtck.driver.simulate;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.offloadtck.driver.report.JsonText;
import org.offloadtck.driver.simulate.SimulationReport.Ending;
import org.offloadtck.driver.timing.TimingJson;
import org.offloadtck.simt.execution.Extent;
import org.offloadtck.simt.execution.KernelFaultException;
import org.offloadtck.simt.execution.LaunchCounters;

/// A report as programs read it, in the shape of `simulation-1.schema.json`.
final class SimulationJson {

    /// Version of the shape.
    private static final int VERSION = 1;

    private SimulationJson() {}

    static String of(SimulationReport report) {
        var root = JsonNodeFactory.instance.objectNode();
        root.put("schema", "offload-tck-simulation");
        root.put("version", VERSION);
        root.put("source", report.source());
        root.put("kernel", report.kernel());
        root.put("device", report.device());
        put(root, "grid", report.shape().grid());
        put(root, "block", report.shape().cta());
        root.put("dynamicSharedBytes", report.shape().dynamicSharedBytes());
        put(root.putObject("counters"), report.result().counters());
        TimingJson.put(root, report.timing());
        root.put("output", report.output());
        switch (report.ending()) {
            case Ending.Finished _ -> {}
            case Ending.Faulted(var fault) -> put(root.putObject("fault"), fault);
        }
        return JsonText.of(root);
    }

    private static void put(ObjectNode node, LaunchCounters counters) {
        node.put("threadInstructions", counters.threadInstructions());
        node.put("warpInstructions", counters.warpInstructions());
        node.put("globalBytesRead", counters.globalBytesRead());
        node.put("globalBytesWritten", counters.globalBytesWritten());
        node.put("sharedBytes", counters.sharedBytes());
        node.put("barriers", counters.barriers());
        node.put("divergences", counters.divergences());
    }

    private static void put(ObjectNode node, KernelFaultException fault) {
        node.put("kind", SimulationText.word(fault.kind()));
        node.put("problem", fault.problem());
        put(node, "cta", fault.culprit().cta());
        put(node, "thread", fault.culprit().thread());
        fault.location()
                .line()
                .ifPresent(line -> {
                    var source = node.putObject("source");
                    source.put("file", line.file());
                    source.put("line", line.line());
                    source.put("column", line.column());
                });
        var ptx = node.putObject("ptx");
        ptx.put("module", fault.location().source());
        ptx.put("line", fault.location().span().line());
        ptx.put("column", fault.location().span().column());
    }

    private static void put(ObjectNode node, String name, Extent extent) {
        node.putArray(name).add(extent.x()).add(extent.y()).add(extent.z());
    }
}
