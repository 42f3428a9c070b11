package org.offloadtck.emulation;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.emulation.api.Client;
import org.offloadtck.emulation.api.DeviceBackend;
import org.offloadtck.emulation.api.DriverBackend;
import org.offloadtck.emulation.api.DriverSession;
import org.offloadtck.emulation.api.RunBackend;
import org.offloadtck.emulation.api.RunClosing;
import org.offloadtck.emulation.api.RunOpening;
import org.offloadtck.emulation.inject.FaultInjector;
import org.offloadtck.emulation.queue.ProcessRecorder;
import org.offloadtck.emulation.run.ExecOptions;
import org.offloadtck.emulation.run.ProgramRun;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.EmulatedSession;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.offload.OffloadService;
import org.offloadtck.offload.protocol.RuntimeSession;

/// The driver: sessions for processes, and the runs they are part of.
///
/// Thread-safe: its monitor guards the runs.
public final class EmulatedDriver implements RunBackend, DriverBackend {

    /// Room for host memory that devices reach, and for managed memory, beside the devices' own.
    private static final long HOST_BYTES = 64L << 30;

    private final Map<String, ProgramRun> runs = new HashMap<>();
    private final OffloadService runtimes = new OffloadService();
    private long opened;

    /// All that a device server needs of it.
    public DeviceBackend backend() {
        return new DeviceBackend(this, this, this::openRuntime);
    }

    @Override
    public long arenaBytes(Client client) {
        var options = run(client).map(ProgramRun::options).orElseGet(ExecOptions::defaults);
        return options.device().memory().bytes() * options.devices() + HOST_BYTES;
    }

    @Override
    public DriverSession open(Client client, MemorySegment arena) {
        var watched = run(client);
        var run = watched.orElseGet(() -> new ProgramRun(ExecOptions.defaults()));
        var options = run.options();
        var watch =
                new ProcessRecorder(
                        run,
                        run.addProcess(program(client)),
                        watched.isPresent()
                                ? ProcessRecorder.Recipient.REPORT
                                : ProcessRecorder.Recipient.PROCESS);
        var specs = Collections.nCopies(options.devices(), options.timedDevice());
        return new EmulatedSession(
                new DriverState(
                        new GlobalMemory(arena),
                        specs,
                        new FaultInjector(options.injections()),
                        watch));
    }

    private RuntimeSession openRuntime(
            Client client, Map<String, String> variables, MemorySegment arena) {
        var run = run(client).orElseGet(() -> new ProgramRun(ExecOptions.defaults()));
        return runtimes.open(variables, run, run.addProcess(program(client)), arena);
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

    @Override
    public RunClosing closeRun(String name) {
        var run = remove(name);
        var report = run.report();
        var options = run.options();
        boolean isFailed = options.failOnFindings() && report.hasFindings();
        return new RunClosing(
                report.text(),
                options.reportFile().orElse(""),
                options.reportFile().isPresent() ? report.json() : "",
                isFailed ? 1 : 0);
    }

    private synchronized ProgramRun remove(String name) {
        return Optional.ofNullable(runs.remove(name))
                .orElseThrow(() -> new IllegalArgumentException("'%s' is no run".formatted(name)));
    }

    /// The run of a client; none when it was closed, which a process that outlives it may see.
    private synchronized Optional<ProgramRun> run(Client client) {
        return Optional.ofNullable(runs.get(client.run()));
    }

    /// What the process executes, as far as the system tells.
    private static String program(Client client) {
        return ProcessHandle.of(client.processId())
                .flatMap(process -> process.info().command())
                .map(command -> String.valueOf(Path.of(command).getFileName()))
                .orElse("unknown");
    }
}
