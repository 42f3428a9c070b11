package org.offloadtck.driver.simulate;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.offloadtck.driver.report.JsonText;
import org.offloadtck.driver.simulate.SimulationReport.Ending;
import org.offloadtck.driver.timing.TimingJson;
import org.offloadtck.simt.check.Finding;
import org.offloadtck.simt.execution.Extent;
import org.offloadtck.simt.execution.KernelFaultException;
import org.offloadtck.simt.execution.KernelFaultException.Culprit;
import org.offloadtck.simt.execution.KernelFaultException.Location;
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
        TimingJson.put(root, report.verdict().timing());
        root.put("output", report.output());
        switch (report.ending()) {
            case Ending.Finished _ -> {}
            case Ending.Faulted(var fault) -> put(root.putObject("fault"), fault);
        }
        var findings = root.putArray("findings");
        report.verdict().findings().forEach(finding -> put(findings.addObject(), finding));
        root.put("unlisted", report.verdict().unlisted());
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
        put(node, fault.culprit(), fault.location());
    }

    private static void put(ObjectNode node, Finding finding) {
        node.put("kind", SimulationText.word(finding.kind()));
        node.put("problem", finding.problem());
        var sites = node.putArray("sites");
        for (var site : finding.sites()) {
            var object = sites.addObject();
            object.put("part", site.part());
            put(object, site.culprit(), site.location());
        }
    }

    private static void put(ObjectNode node, Culprit culprit, Location location) {
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

    private static void put(ObjectNode node, String name, Extent extent) {
        node.putArray(name).add(extent.x()).add(extent.y()).add(extent.z());
    }
}
