package org.offloadtck.emulation.run;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.offloadtck.launch.budget.BudgetReport;

/// The result of a run.
///
/// @param device name of the device specification
/// @param processes in the order in which they joined the run
/// @param profiles the ABI profile of each process that used the reference runtime
/// @param kernels by process, device and kernel, in the order of the first launches
/// @param findings in the order in which they were first found
/// @param unlisted the number of further findings, which are not in `findings`
/// @param rejectedModules the first [ProgramRun#MOST_REJECTED] that were not loaded
/// @param unlistedModules the number of further ones
/// @param suppressed the number of findings that each suppression matched, by its id
/// @param hostFallbacks why programs with device images ran no kernel; those that may run none are
///   not among them
/// @param budgets what the kernels may cost, compared
public record RunReport(
        String device,
        List<ClientProcess> processes,
        Map<ClientProcess, String> profiles,
        List<KernelSummary> kernels,
        List<RepeatedFinding> findings,
        long unlisted,
        List<RejectedModule> rejectedModules,
        long unlistedModules,
        SequencedMap<String, Long> suppressed,
        HostFallbacks hostFallbacks,
        BudgetReport budgets) {

    /// Programs with device images that ran no kernel.
    ///
    /// @param program the reason for the program of `exec`; empty if a kernel of the run was
    ///   launched, or it has no images
    /// @param started the reason for processes that did not load the driver; empty if none is known
    /// @param processes the reason for each other process
    record HostFallbacks(String program, String started, Map<ClientProcess, String> processes) {

        static final HostFallbacks NONE = new HostFallbacks("", "", Map.of());

        HostFallbacks {
            processes = Map.copyOf(processes);
        }

        boolean isEmpty() {
            return program.isEmpty() && started.isEmpty() && processes.isEmpty();
        }
    }

    /// A module that a call of the driver did not load, as a program may expect that tries several
    /// images.
    ///
    /// @param call `cuModuleLoadDataEx`
    /// @param result `CUDA_ERROR_INVALID_PTX`
    /// @param problem of the image
    public record RejectedModule(
            ClientProcess process, String call, String result, String problem) {}

    public RunReport {
        rejectedModules = List.copyOf(rejectedModules);
        processes = List.copyOf(processes);
        profiles = Map.copyOf(profiles);
        kernels = List.copyOf(kernels);
        findings = List.copyOf(findings);
        suppressed = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(suppressed));
    }

    /// This report with programs that ran no kernel.
    RunReport withHostFallbacks(HostFallbacks reasons) {
        return new RunReport(
                device,
                processes,
                profiles,
                kernels,
                findings,
                unlisted,
                rejectedModules,
                unlistedModules,
                suppressed,
                reasons,
                budgets);
    }

    public boolean hasFindings() {
        return !findings.isEmpty();
    }

    /// The text that `offload-tck exec` prints at exit: one or more whole lines.
    public String text() {
        return RunReportText.of(this);
    }

    /// The document for the file of `--report`: JSON by the schema `run-1.schema.json`.
    public String json() {
        return RunReportJson.of(this);
    }
}
