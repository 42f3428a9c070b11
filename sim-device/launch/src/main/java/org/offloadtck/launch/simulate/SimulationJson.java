package org.offloadtck.launch.simulate;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.offloadtck.checks.finding.FindingFormatter;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.launch.LaunchReport;
import org.offloadtck.launch.LaunchReport.Ending;
import org.offloadtck.launch.budget.BudgetReport;
import org.offloadtck.launch.report.JsonText;
import org.offloadtck.launch.report.LaunchJson;
import org.offloadtck.launch.report.TimingJson;

/// A report in the shape of `simulation-1.schema.json`.
final class SimulationJson {

    /// Version of the shape.
    private static final int VERSION = 1;

    private SimulationJson() {}

    static String of(SimulationReport report, BudgetReport budgets) {
        var root = JsonNodeFactory.instance.objectNode();
        root.put("schema", "offload-tck-simulation");
        root.put("version", VERSION);
        root.put("source", report.source());
        root.put("kernel", report.kernel());
        root.put("device", report.device());
        LaunchJson.put(root, report.shape());
        LaunchJson.put(root.putObject("counters"), report.launch().outcome().counters());
        TimingJson.put(root, report.launch().timing());
        putEarlier(root, report.launches().subList(0, report.launches().size() - 1));
        root.put("output", report.output());
        switch (report.launch().ending()) {
            case Ending.Finished _ -> {}
            case Ending.Faulted(var fault) -> {
                var node = root.putObject("fault");
                put(node, fault);
                report.causes().forEach(cause -> LaunchJson.put(node, cause));
            }
        }
        var findings = root.putArray("findings");
        report.findings().listed().forEach(finding -> put(findings.addObject(), finding));
        root.put("unlisted", report.findings().unlisted());
        report.findings().suppressed().forEach(root.putObject("suppressed")::put);
        if (budgets.isDemanded()) {
            budgets.putInto(root.putArray("budgets"));
        }
        return JsonText.of(root);
    }

    private static void putEarlier(ObjectNode root, List<LaunchReport> launches) {
        if (!launches.isEmpty()) {
            var earlier = root.putArray("earlier");
            for (var launch : launches) {
                var node = earlier.addObject();
                LaunchJson.put(node.putObject("counters"), launch.outcome().counters());
                TimingJson.put(node, launch.timing());
            }
        }
    }

    private static void put(ObjectNode node, KernelFaultException fault) {
        node.put("kind", SimulationText.word(fault.kind()));
        node.put("problem", fault.problem());
        LaunchJson.put(node, fault.thread(), fault.location());
    }

    private static void put(ObjectNode node, KernelFinding finding) {
        node.put("kind", SimulationText.word(finding.kind()));
        node.put("problem", FindingFormatter.problem(finding));
        var sites = node.putArray("sites");
        for (var site : finding.sites()) {
            var object = sites.addObject();
            object.put("part", FindingFormatter.action(site));
            site.calledFunction().ifPresent(name -> object.put("function", name));
            LaunchJson.put(object, site.thread(), site.location());
        }
    }
}
