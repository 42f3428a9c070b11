package org.offloadtck.emulation.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.checks.Check;
import org.offloadtck.engine.launch.FaultKind;

/// A run being watched: its options, and what its processes did on the simulated GPU.
///
/// Thread-safe: its monitor guards all it collects.
public final class ProgramRun {

    /// How many different findings are kept: more than anyone reads.
    static final int MOST_FINDINGS = 1000;

    private final ExecOptions options;
    private final List<ClientProcess> processes = new ArrayList<>();
    private final Map<ClientProcess, String> profiles = new HashMap<>();
    private final KernelTable kernels = new KernelTable();
    private final Map<RunFinding, Long> findings = new LinkedHashMap<>();

    private long unlisted;

    public ProgramRun(ExecOptions options) {
        this.options = options;
    }

    public ExecOptions options() {
        return options;
    }

    /// Takes note of a process that reached the driver, before anything it does.
    ///
    /// @param program what it executes, without folders
    public synchronized ClientProcess addProcess(String program) {
        var process = new ClientProcess(processes.size() + 1, program);
        processes.add(process);
        return process;
    }

    /// Takes note of the ABI profile that the reference runtime holds a process to.
    public synchronized void setProfile(ClientProcess process, String profile) {
        profiles.put(process, profile);
    }

    /// Takes note of a launch that ended, by itself or with a fault.
    public synchronized void addLaunch(KernelLaunch launch) {
        kernels.add(launch);
    }

    /// Takes note of a finding, if the run looks for its like. Equal findings are one, found so
    /// many times.
    public synchronized void addFinding(RunFinding finding) {
        boolean isWanted =
                switch (finding) {
                    case RunFinding.Fault fault -> fault.kind() != FaultKind.INTERRUPTED;
                    case RunFinding.BadArgument _, RunFinding.Violation _, RunFinding.Detected _ ->
                            true;
                    case RunFinding.Leak _ -> options.checks().contains(Check.LEAKS);
                };
        if (isWanted && findings.size() >= MOST_FINDINGS && !findings.containsKey(finding)) {
            unlisted++;
        } else if (isWanted) {
            findings.merge(finding, 1L, Long::sum);
        }
    }

    /// What the run came to until now.
    public synchronized RunReport report() {
        return new RunReport(
                options.device().name(),
                processes,
                profiles,
                kernels.totals(),
                findings.entrySet().stream().map(RepeatedFinding::of).toList(),
                unlisted);
    }
}
