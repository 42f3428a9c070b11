package org.offloadtck.emulation.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.offloadtck.checks.Check;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.checks.suppression.Suppression;
import org.offloadtck.emulation.api.RunEnd;
import org.offloadtck.emulation.fallback.HostFallback;
import org.offloadtck.emulation.fallback.ProcessFiles;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.launch.budget.KernelFigures;
import org.offloadtck.launch.profile.LaunchProfile;

/// A run of `offload-tck exec`: its options, and the launches and findings of its processes.
///
/// Thread-safe: its monitor guards all of it.
public final class ProgramRun {

    /// Most different findings that a report lists; further ones are counted.
    static final int MOST_FINDINGS = 1000;

    /// Most modules that are not loaded and that a report lists; further ones are counted.
    static final int MOST_REJECTED = 10;

    private final ExecOptions options;
    private final List<ClientProcess> processes = new ArrayList<>();
    private final Map<ClientProcess, ProcessIds> ids = new HashMap<>();
    private final Map<ClientProcess, String> profiles = new HashMap<>();
    private final KernelTable kernels = new KernelTable();
    private final Map<RunFinding, Long> findings = new LinkedHashMap<>();

    private final SequencedMap<String, Long> suppressed = new LinkedHashMap<>();

    private final RunningLaunches running = new RunningLaunches();

    private final SequencedMap<ClientProcess, HostFallback.Driver> drivers = new LinkedHashMap<>();
    private final Map<ClientProcess, String> fallbacks = new HashMap<>();
    private final Set<ClientProcess> programs = new HashSet<>();

    /// Processes with a fault in a kernel.
    private final Set<ClientProcess> faulted = new HashSet<>();

    /// Processes that ended by a signal, `abort` or `_exit`.
    private final Set<ClientProcess> dead = new HashSet<>();

    private long unlisted;

    private final List<RunReport.RejectedModule> rejectedModules = new ArrayList<>();
    private long unlistedModules;
    private boolean hasExpired;

    public ProgramRun(ExecOptions options) {
        this.options = options;
    }

    public ExecOptions options() {
        return options;
    }

    /// The launches that are executing.
    public RunningLaunches running() {
        return running;
    }

    /// Marks the run as one that has reached its time limit.
    ///
    /// @return what ran, in a line
    synchronized String expire() {
        hasExpired = true;
        return options.timeLimit().message(running.text());
    }

    /// Whether the run has reached its time limit.
    synchronized boolean hasExpired() {
        return hasExpired;
    }

    /// Adds a process, before any of its launches or findings.
    ///
    /// @param program file name of its program
    public synchronized ClientProcess addProcess(String program) {
        var process = new ClientProcess(processes.size() + 1, program);
        processes.add(process);
        drivers.put(process, new HostFallback.Driver.Loaded());
        return process;
    }

    /// The numbers that the system has given a process and the one that started it.
    public record ProcessIds(long own, long parent) {}

    /// Sets the numbers of a process, by which the processes are known that it starts.
    public synchronized void setIds(ClientProcess process, ProcessIds numbers) {
        ids.put(process, numbers);
    }

    /// Records that the driver had no device for a process.
    public synchronized void setWithoutDevice(ClientProcess process, String reason) {
        drivers.put(process, new HostFallback.Driver.WithoutDevice(reason));
    }

    /// Records that a process has ended by a signal, `abort` or `_exit`, before its last findings.
    public synchronized void setDead(ClientProcess process) {
        dead.add(process);
    }

    /// Ends a process after all its launches. If it has launched none, its files say whether it
    /// should have.
    void endProcess(ClientProcess process, ProcessFiles files) {
        if (options.allowsHostFallback() || hasLaunch(process)) {
            return;
        }
        boolean isProgram = files.areOf(options.program());
        HostFallback.reason(files, options.device(), driver(process))
                .ifPresent(reason -> addFallback(process, reason, isProgram));
    }

    private synchronized boolean hasLaunch(ClientProcess process) {
        return kernels.hasLaunch(process);
    }

    private synchronized HostFallback.Driver driver(ClientProcess process) {
        var driver = drivers.getOrDefault(process, new HostFallback.Driver.NotLoaded());
        return dead.contains(process) ? driver.interrupted() : driver;
    }

    private synchronized void addFallback(ClientProcess process, String reason, boolean isProgram) {
        fallbacks.put(process, reason);
        if (isProgram) {
            programs.add(process);
        }
    }

    /// Why programs with device images have run no kernel so far.
    ///
    /// @param end whose plugin searches include those of processes that found the plugin, and so
    ///   loaded the driver
    synchronized RunReport.HostFallbacks fallbacks(RunEnd end) {
        if (options.allowsHostFallback()) {
            return RunReport.HostFallbacks.NONE;
        }
        var reason =
                kernels.isEmpty()
                        ? HostFallback.reason(options.program(), options.device(), driver(end))
                        : Optional.<String>empty();
        var others = new HashMap<>(fallbacks);
        others.keySet().removeAll(starters());
        if (reason.isPresent()) {
            others.keySet().removeAll(programs);
        }
        boolean isPluginMissing = reason.isEmpty() && end.pluginSearches() > processes.size();
        return new RunReport.HostFallbacks(
                reason.orElse(""), isPluginMissing ? HostFallback.WITHOUT_PLUGIN : "", others);
    }

    /// The processes that have left their kernels to others, which execute the same program and
    /// were started by them.
    private Set<ClientProcess> starters() {
        var starters = new HashSet<ClientProcess>();
        for (var process : processes) {
            var next =
                    kernels.hasLaunch(process) ? starter(process) : Optional.<ClientProcess>empty();
            while (next.isPresent() && starters.add(next.get())) {
                next = starter(next.get());
            }
        }
        return starters;
    }

    private Optional<ClientProcess> starter(ClientProcess process) {
        return processes.stream()
                .filter(other -> other.program().equals(process.program()))
                .filter(other -> isStartedBy(process, other))
                .findFirst();
    }

    private boolean isStartedBy(ClientProcess process, ClientProcess other) {
        return ids.containsKey(process)
                && ids.containsKey(other)
                && ids.get(process).parent() == ids.get(other).own();
    }

    /// What the last process had of the driver.
    private HostFallback.Driver driver(RunEnd end) {
        if (drivers.isEmpty()) {
            var none = new HostFallback.Driver.NotLoaded();
            return end.isAbrupt() && !end.isAbort() ? none.interrupted() : none;
        }
        var driver = drivers.lastEntry().getValue();
        return end.isAbrupt() ? driver.interrupted() : driver;
    }

    /// Sets the ABI profile that the reference runtime applies to a process.
    public synchronized void setProfile(ClientProcess process, String profile) {
        profiles.put(process, profile);
    }

    /// Adds a launch that has ended, normally or with a fault.
    public synchronized void addLaunch(KernelLaunch launch) {
        kernels.add(launch);
    }

    /// Adds a finding if the options of the run select its kind and no suppression matches it.
    /// Equal findings are counted as one. A leak is no finding after a fault in a kernel of the
    /// process, since the driver rejects calls that free memory from then on, and at the end of a
    /// process that died.
    public synchronized void addFinding(RunFinding finding) {
        var process = finding.process();
        if (isLeak(finding) && (faulted.contains(process) || dead.contains(process))) {
            return;
        }
        if (!isWanted(finding)) {
            return;
        }
        var suppression = suppression(finding);
        if (suppression.isPresent()) {
            suppressed.merge(suppression.get().id(), 1L, Long::sum);
            return;
        }
        if (finding instanceof RunFinding.Fault) {
            faulted.add(process);
        }
        if (findings.size() >= MOST_FINDINGS && !findings.containsKey(finding)) {
            unlisted++;
        } else {
            findings.merge(finding, 1L, Long::sum);
        }
    }

    /// Adds the fault of a kernel, with the known defect that explains it.
    public void addFault(ClientProcess process, int device, KernelFaultException fault) {
        addFinding(RunFinding.Fault.of(process, device, fault, options.suppressions()));
    }

    /// Adds a module that was not loaded.
    public synchronized void addRejectedModule(RunReport.RejectedModule module) {
        if (rejectedModules.size() < MOST_REJECTED) {
            rejectedModules.add(module);
        } else {
            unlistedModules++;
        }
    }

    private boolean isWanted(RunFinding finding) {
        return switch (finding) {
            case RunFinding.Fault fault -> fault.kind() != FaultKind.INTERRUPTED;
            case RunFinding.InvalidHostAccess _,
                    RunFinding.BadArgument _,
                    RunFinding.Violation _,
                    RunFinding.Detected _ ->
                    true;
            case RunFinding.Leak _ -> options.checks().contains(Check.LEAKCHECK);
        };
    }

    private Optional<Suppression> suppression(RunFinding finding) {
        return switch (finding) {
            case RunFinding.Detected(_, var detected) -> options.suppressions().matching(detected);
            case RunFinding.Leak leak -> options.suppressions().matchingLeak(leak.origins());
            case RunFinding.Fault _,
                    RunFinding.InvalidHostAccess _,
                    RunFinding.BadArgument _,
                    RunFinding.Violation _ ->
                    Optional.empty();
        };
    }

    private static boolean isLeak(RunFinding finding) {
        return switch (finding) {
            case RunFinding.Leak _ -> true;
            case RunFinding.Detected(_, var detected) -> detected.kind() == KernelFinding.Kind.LEAK;
            case RunFinding.Fault _,
                    RunFinding.InvalidHostAccess _,
                    RunFinding.BadArgument _,
                    RunFinding.Violation _ ->
                    false;
        };
    }

    private List<KernelFigures> figures() {
        return kernels.totals().stream()
                .map(kernel -> kernel.sum().figures(kernel.kernel()))
                .toList();
    }

    /// The profiles of its launches, if they are wanted.
    synchronized List<LaunchProfile> profiles() {
        return kernels.profiles();
    }

    /// The line about launches that no profile has; empty if there are none.
    synchronized String unprofiled() {
        return kernels.unprofiled();
    }

    /// The report of the run so far.
    public synchronized RunReport report() {
        return new RunReport(
                options.device().name(),
                processes,
                profiles,
                kernels.totals(),
                findings.entrySet().stream().map(RepeatedFinding::of).toList(),
                unlisted,
                rejectedModules,
                unlistedModules,
                suppressed,
                RunReport.HostFallbacks.NONE,
                options.budgets().judge(options.device().name(), figures()));
    }
}
