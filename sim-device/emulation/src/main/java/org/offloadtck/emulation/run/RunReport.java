package org.offloadtck.emulation.run;

import java.util.List;
import java.util.Map;

/// What a run came to.
///
/// @param device name of the devices it ran on
/// @param processes in the order in which they reached the driver
/// @param profiles the ABI profile that the reference runtime has held a process to, for those that
///   used it
/// @param kernels by process, device and kernel, in the order of the first launches
/// @param findings in the order in which they were first found
/// @param unlisted how many more there were than a run keeps
public record RunReport(
        String device,
        List<ClientProcess> processes,
        Map<ClientProcess, String> profiles,
        List<KernelSummary> kernels,
        List<RepeatedFinding> findings,
        long unlisted) {

    public RunReport {
        processes = List.copyOf(processes);
        profiles = Map.copyOf(profiles);
        kernels = List.copyOf(kernels);
        findings = List.copyOf(findings);
    }

    public boolean hasFindings() {
        return !findings.isEmpty();
    }

    /// What `offload-tck exec` prints at exit: whole lines, one at least.
    public String text() {
        return RunReportText.of(this);
    }

    /// What goes into the file of `--report`: JSON in the shape of `run-1.schema.json`.
    public String json() {
        return RunReportJson.of(this);
    }
}
