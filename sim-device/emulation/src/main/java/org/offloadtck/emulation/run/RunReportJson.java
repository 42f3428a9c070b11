package org.offloadtck.emulation.run;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import org.offloadtck.checks.finding.FindingFormatter;
import org.offloadtck.engine.launch.KernelFaultException.CodeLocation;
import org.offloadtck.engine.launch.KernelFaultException.FaultingThread;
import org.offloadtck.launch.report.JsonText;
import org.offloadtck.launch.report.LaunchJson;

/// Writes a report as JSON by the schema `run-1.schema.json`.
final class RunReportJson {

    /// Version of the schema.
    private static final int VERSION = 1;

    private RunReportJson() {}

    static String of(RunReport report) {
        var root = JsonNodeFactory.instance.objectNode();
        root.put("schema", "offload-tck-run");
        root.put("version", VERSION);
        root.put("device", report.device());
        var processes = root.putArray("processes");
        report.processes().forEach(process -> put(processes.addObject(), process, report));
        put(root.putObject("total"), LaunchTotals.of(report.kernels()));
        var findings = root.putArray("findings");
        report.findings().forEach(finding -> put(findings.addObject(), finding));
        root.put("unlisted", report.unlisted());
        if (!report.rejectedModules().isEmpty()) {
            var modules = root.putArray("rejectedModules");
            report.rejectedModules().forEach(module -> put(modules.addObject(), module));
            root.put("unlistedModules", report.unlistedModules());
        }
        if (!report.hostFallbacks().program().isEmpty()) {
            root.put("hostFallback", report.hostFallbacks().program());
        }
        if (!report.hostFallbacks().started().isEmpty()) {
            root.put("startedHostFallback", report.hostFallbacks().started());
        }
        report.suppressed().forEach(root.putObject("suppressed")::put);
        if (report.budgets().isDemanded()) {
            report.budgets().putInto(root.putArray("budgets"));
        }
        return JsonText.of(root);
    }

    private static void put(ObjectNode node, ClientProcess process, RunReport report) {
        node.put("process", process.number());
        node.put("program", process.program());
        Optional.ofNullable(report.profiles().get(process))
                .ifPresent(profile -> node.put("profile", profile));
        Optional.ofNullable(report.hostFallbacks().processes().get(process))
                .ifPresent(reason -> node.put("hostFallback", reason));
        var kernels = node.putArray("kernels");
        report.kernels().stream()
                .filter(kernel -> kernel.process().equals(process))
                .forEach(kernel -> put(kernels.addObject(), kernel));
    }

    private static void put(ObjectNode node, RunReport.RejectedModule module) {
        node.put("process", module.process().number());
        node.put("call", module.call());
        node.put("result", module.result());
        node.put("problem", module.problem());
    }

    private static void put(ObjectNode node, KernelSummary kernel) {
        node.put("kernel", kernel.kernel());
        node.put("device", kernel.device().ordinal());
        switch (kernel.device()) {
            case RunDevice.Simulated _ -> {}
            case RunDevice.Installed installed -> {
                node.put("deviceId", installed.id());
                node.put("deviceName", installed.name());
            }
        }
        var shape = kernel.lastShape();
        LaunchJson.put(node, shape);
        node.put("shapes", kernel.shapes());
        put(node, kernel.sum());
    }

    private static void put(ObjectNode node, LaunchTotals sum) {
        node.put("launches", sum.launches());
        if (!sum.areUncounted()) {
            LaunchJson.put(node, sum.counters());
        }
        if (sum.counted() < sum.launches()) {
            node.put("countedLaunches", sum.counted());
        }
        if (sum.times().areRequested()) {
            node.put("timedLaunches", sum.times().timed());
            node.put("cycles", sum.times().cycles());
            if (sum.times().error() > 0) {
                node.put("cyclesError", sum.times().error());
            }
        }
    }

    private static void put(ObjectNode node, RepeatedFinding repeated) {
        var finding = repeated.finding();
        node.put("kind", RunFindingText.kind(finding));
        node.put("times", repeated.times());
        node.put("process", finding.process().number());
        switch (finding) {
            case RunFinding.Fault fault -> put(node, fault);
            case RunFinding.Detected(_, var detected) -> put(node, detected);
            case RunFinding.Leak leak -> put(node, leak);
            case RunFinding.InvalidHostAccess(_, var problem, var frames) -> {
                node.put("problem", problem);
                frames.forEach(node.putArray("frames")::add);
            }
            case RunFinding.BadArgument(_, String call, String problem) -> {
                node.put("call", call);
                node.put("problem", problem);
            }
            case RunFinding.Violation(
                            _,
                            String site,
                            long address,
                            String problem,
                            String requirement) -> {
                node.put("site", site);
                node.put("address", "0x%x".formatted(address));
                node.put("problem", problem);
                node.put("requirement", requirement);
            }
        }
    }

    private static void put(ObjectNode node, org.offloadtck.checks.finding.KernelFinding detected) {
        node.put("problem", FindingFormatter.problem(detected));
        var sites = node.putArray("sites");
        for (var site : detected.sites()) {
            var each = sites.addObject();
            each.put("part", FindingFormatter.action(site));
            site.calledFunction().ifPresent(name -> each.put("function", name));
            put(each, site.thread(), site.location());
        }
    }

    private static void put(ObjectNode node, RunFinding.Leak leak) {
        switch (leak.place()) {
            case RunFinding.Leak.Place.OnDevice(int ordinal) -> {
                node.put("memory", "device");
                node.put("device", ordinal);
            }
            case RunFinding.Leak.Place.OnHost _ -> node.put("memory", "host");
            case RunFinding.Leak.Place.Managed _ -> node.put("memory", "managed");
        }
        node.put("allocation", leak.allocation());
        if (!leak.variables().isEmpty()) {
            leak.variables().forEach(node.putArray("variables")::add);
        }
        node.put("bytes", leak.bytes());
    }

    private static void put(ObjectNode node, RunFinding.Fault fault) {
        node.put("device", fault.device());
        node.put("problem", fault.problem());
        put(node, fault.culprit(), fault.location());
        fault.causes().forEach(cause -> LaunchJson.put(node, cause));
    }

    private static void put(ObjectNode node, FaultingThread culprit, CodeLocation location) {
        node.put("kernel", culprit.kernel());
        LaunchJson.put(node, culprit, location);
    }
}
