package org.offloadtck.emulation.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.emulation.api.Client;
import org.offloadtck.emulation.api.RunBackend;
import org.offloadtck.emulation.api.RunClosing;
import org.offloadtck.emulation.api.RunEnd;
import org.offloadtck.emulation.api.RunOpening;
import org.offloadtck.emulation.api.RunStatus;
import org.offloadtck.emulation.fallback.ProcessFiles;
import org.offloadtck.emulation.unified.ClientAddressSpace;

/// The open runs of a device server, and the processes that join them. Thread-safe: its monitor
/// guards the runs.
public final class RunRegistry implements RunBackend {

    /// Room for host memory that devices reach and for managed memory, in bytes.
    private static final long SHARED_BYTES = 64L << 30;

    /// Room for the distances between allocations on devices, in bytes.
    private static final long DISTANCES = 16L << 30;

    /// Room for ranges of addresses that have no memory of their own (`cuMemAddressReserve`), in
    /// bytes. Programs reserve multiples of a device's memory, since GPUs have 49-bit addresses
    /// (CUDA C++ Programming Guide 13.0, *Unified Memory*, `sm_60`).
    private static final long RESERVATIONS = 1L << 40;

    private final Map<String, ProgramRun> runs = new HashMap<>();
    private long opened;

    private ExecOptions options(Client client) {
        return run(client).map(ProgramRun::options).orElseGet(ExecOptions::defaults);
    }

    @Override
    public ClientAddressSpace.Access access(Client client) {
        return options(client).unifiedMemory()
                ? ClientAddressSpace.Access.UNIFIED
                : ClientAddressSpace.Access.NONE;
    }

    @Override
    public long deviceBytes(Client client) {
        var options = options(client);
        long memory = options.device().memory().bytes() * options.devices();
        return Math.ceilDiv(memory, ARENA_STEP) * ARENA_STEP + DISTANCES + RESERVATIONS;
    }

    @Override
    public long sharedBytes() {
        return SHARED_BYTES;
    }

    @Override
    public RunOpening openRun(List<String> arguments) {
        return switch (ExecOptions.parse(arguments)) {
            case ExecOptions.Parsed.Options(var options) ->
                    new RunOpening.Opened(
                            add(new ProgramRun(options)), options.runtime().libraries());
            case ExecOptions.Parsed.Answer(var text, int exitStatus) ->
                    new RunOpening.Refused(text, exitStatus);
        };
    }

    private synchronized String add(ProgramRun run) {
        opened++;
        var name = "run-" + opened;
        runs.put(name, run);
        return name;
    }

    /// Adds a process to its run. A process without an open run gets a run of its own that is never
    /// reported: one that was started without `exec`, or one that outlives its run.
    public RunMember join(Client client) {
        var open = run(client);
        var run = open.orElseGet(() -> new ProgramRun(ExecOptions.defaults()));
        var process = run.addProcess(program(client));
        ProcessHandle.of(client.processId())
                .flatMap(ProcessHandle::parent)
                .map(parent -> new ProgramRun.ProcessIds(client.processId(), parent.pid()))
                .ifPresent(numbers -> run.setIds(process, numbers));
        return open.isPresent()
                ? new RunMember(
                        run,
                        process,
                        ProcessFiles.of(client.processId()),
                        RunMember.Recipient.REPORT)
                : new RunMember(run, process, ProcessFiles.NONE, RunMember.Recipient.PROCESS);
    }

    /// The file name of the program that the process executes, if the system reports it.
    private static String program(Client client) {
        return ProcessHandle.of(client.processId())
                .flatMap(process -> process.info().command())
                .map(command -> String.valueOf(Path.of(command).getFileName()))
                .orElse("unknown");
    }

    @Override
    public RunClosing closeRun(String name, RunEnd end) {
        var run = remove(name);
        var options = run.options();
        var report =
                run.hasExpired()
                        ? run.report()
                        : run.report().withHostFallbacks(run.fallbacks(end));
        boolean isFailed =
                (options.failOnFindings() && report.hasFindings())
                        || !report.hostFallbacks().isEmpty()
                        || report.budgets().isBroken();
        var launches = run.profiles();
        var files = new LinkedHashMap<String, String>();
        options.reportFile().ifPresent(file -> files.put(file, report.json()));
        files.putAll(options.profiles().contents(launches));
        return new RunClosing(
                report.text() + options.profiles().summary(launches) + run.unprofiled(),
                options.textFile().orElse(""),
                files,
                isFailed ? 1 : 0);
    }

    @Override
    public RunStatus status(String name) {
        return new StatusOfRun(find(name).orElseThrow());
    }

    private record StatusOfRun(ProgramRun run) implements RunStatus {

        @Override
        public boolean isShown() {
            return run.options().showsProgress();
        }

        @Override
        public Optional<Duration> timeLimit() {
            return run.options().timeLimit().value();
        }

        @Override
        public boolean awaitEnd(Duration longest) {
            return run.running().awaitEnd(longest);
        }

        @Override
        public void endWatch() {
            run.running().endWatch();
        }

        @Override
        public String progress() {
            return run.running().progress();
        }

        @Override
        public String expire() {
            return run.expire();
        }
    }

    private synchronized ProgramRun remove(String name) {
        return Optional.ofNullable(runs.remove(name))
                .orElseThrow(() -> new IllegalArgumentException("there is no run " + name));
    }

    private Optional<ProgramRun> run(Client client) {
        return find(client.run());
    }

    private synchronized Optional<ProgramRun> find(String name) {
        return Optional.ofNullable(runs.get(name));
    }
}
