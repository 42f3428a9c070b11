package org.offloadtck.driver.emulation;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.driver.api.Client;
import org.offloadtck.driver.api.DeviceBackend;
import org.offloadtck.driver.api.DriverBackend;
import org.offloadtck.driver.api.DriverSession;
import org.offloadtck.driver.api.RunBackend;
import org.offloadtck.driver.api.RunClosing;
import org.offloadtck.driver.api.RunOpening;
import org.offloadtck.driver.api.RuntimeSession;
import org.offloadtck.driver.inject.Injections;
import org.offloadtck.driver.offload.OffloadService;
import org.offloadtck.driver.report.Run;
import org.offloadtck.driver.report.RunOptions;
import org.offloadtck.simt.memory.GlobalMemory;

/// The driver: sessions for processes, and the runs they are part of.
///
/// Thread-safe: its monitor guards the runs.
public final class EmulatedDriver implements RunBackend, DriverBackend {

    /// Room for host memory that devices reach, and for managed memory, beside the devices' own.
    private static final long HOST_BYTES = 64L << 30;

    private final Map<String, Run> runs = new HashMap<>();
    private final OffloadService runtimes = new OffloadService();
    private long opened;

    /// All that a device server needs of it.
    public DeviceBackend backend() {
        return new DeviceBackend(this, this, this::openRuntime);
    }

    @Override
    public long arenaBytes(Client client) {
        var options = run(client).map(Run::options).orElseGet(RunOptions::defaults);
        return options.device().memory().bytes() * options.devices() + HOST_BYTES;
    }

    @Override
    public DriverSession open(Client client, MemorySegment arena) {
        var watched = run(client);
        var run = watched.orElseGet(() -> new Run(RunOptions.defaults()));
        var options = run.options();
        var watch =
                new Watch(
                        run,
                        run.joined(program(client)),
                        watched.isPresent() ? Watch.Reader.REPORT : Watch.Reader.PROCESS);
        var specs = Collections.nCopies(options.devices(), options.device());
        return new EmulatedSession(
                new Machine(
                        new GlobalMemory(arena),
                        specs,
                        new Injections(options.injections()),
                        watch));
    }

    private RuntimeSession openRuntime(
            Client client, Map<String, String> variables, MemorySegment arena) {
        var run = run(client).orElseGet(() -> new Run(RunOptions.defaults()));
        return runtimes.open(variables, run, run.joined(program(client)), arena);
    }

    @Override
    public RunOpening openRun(List<String> arguments) {
        return switch (RunOptions.parse(arguments)) {
            case RunOptions.Parsed.Options(var options) ->
                    new RunOpening.Opened(add(new Run(options)), options.runtime().libraries());
            case RunOptions.Parsed.Answer(var text, int exitStatus) ->
                    new RunOpening.Refused(text, exitStatus);
        };
    }

    private synchronized String add(Run run) {
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

    private synchronized Run remove(String name) {
        return Optional.ofNullable(runs.remove(name))
                .orElseThrow(() -> new IllegalArgumentException("'%s' is no run".formatted(name)));
    }

    /// The run of a client; none when it was closed, which a process that outlives it may see.
    private synchronized Optional<Run> run(Client client) {
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
