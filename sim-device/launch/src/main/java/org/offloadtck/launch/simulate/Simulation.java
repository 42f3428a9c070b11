package org.offloadtck.launch.simulate;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.function.LongSupplier;
import org.offloadtck.checks.Check;
import org.offloadtck.checks.Sanitizer.LaunchTarget;
import org.offloadtck.checks.suppression.KnownFault;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.launch.HostThreads;
import org.offloadtck.engine.launch.LaunchLimits;
import org.offloadtck.engine.launch.LaunchOptions;
import org.offloadtck.engine.launch.LaunchProgressListener;
import org.offloadtck.engine.load.ProgramLoadException;
import org.offloadtck.engine.load.ProgramLoader;
import org.offloadtck.engine.memory.DeviceHeap;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.program.UnsupportedKernelException;
import org.offloadtck.launch.InstrumentationOptions;
import org.offloadtck.launch.LaunchInstrumentation;
import org.offloadtck.launch.LaunchReport;
import org.offloadtck.launch.LaunchTiming;
import org.offloadtck.launch.RunningLaunch;
import org.offloadtck.object.ptx.PtxSyntaxException;
import org.offloadtck.ptx.link.PtxLinkException;
import org.offloadtck.timing.Timing;
import org.offloadtck.timing.figures.TimedDevice;
import org.offloadtck.timing.memory.SecondLevelCache;

/// Launches of a kernel that are validated and ready to run, once.
public final class Simulation {

    private final DeviceSpec device;
    private final LaunchTarget target;
    private final LaunchLimits limits;
    private final ArgumentPlacer arguments;
    private final LaunchRequest request;
    private final SimulationOptions options;
    private final LaunchInstrumentation instrumentation;
    private final SuppressedFindings findings;

    private Simulation(
            DeviceSpec device,
            LoadedProgram image,
            LaunchRequest request,
            SimulationOptions options,
            Instrumented instrumented) {
        this.device = device;
        this.request = request;
        this.options = options;
        this.instrumentation = instrumented.instrumentation();
        this.findings = instrumented.findings();
        var kernel = image.kernel(PtxProgram.kernelName(image, request.kernel())).orElseThrow();
        var validator = new LaunchShapeValidator(device, kernel);
        this.target = new LaunchTarget(image, kernel, validator.shape(request));
        var memory = image.memory();
        this.limits =
                LaunchLimits.of(
                        validator.residentCtas(target.shape()),
                        new DeviceHeap(memory, memory.capacity()));
        this.arguments = new ArgumentPlacer(kernel, memory);
        arguments.place(request.arguments());
        requireBuffers(request.outputs());
    }

    /// The instrumentation and the list it adds findings to.
    private record Instrumented(
            LaunchInstrumentation instrumentation, SuppressedFindings findings) {

        /// @param memory without any allocation so far
        static Instrumented of(GlobalMemory memory, SimulationOptions options) {
            var checks = EnumSet.of(Check.MEMCHECK);
            checks.addAll(options.checks());
            var findings = new SuppressedFindings(options.suppressions());
            return new Instrumented(
                    new LaunchInstrumentation(
                            memory,
                            InstrumentationOptions.checking(checks).withDetail(options.detail()),
                            findings),
                    findings);
        }
    }

    /// Loads a program onto a device and prepares a launch.
    ///
    /// @param modules the program; several are linked
    /// @param lifetime owner of the device memory; it must live as long as the report is read
    /// @throws SimulationException if the program, the request or an option is invalid
    public static Simulation prepare(
            List<PtxFile> modules,
            LaunchRequest request,
            SimulationOptions options,
            Arena lifetime) {
        try {
            var program = PtxProgram.of(modules);
            var spec = options.device().specFor(program);
            var memory = GlobalMemory.ofCapacity(spec.memory().bytes(), lifetime);
            var instrumented = Instrumented.of(memory, options);
            var image = ProgramLoader.load(program, memory);
            return new Simulation(spec, image, request, options, instrumented);
        } catch (PtxSyntaxException fault) {
            throw new SimulationException(
                    "%s:%s: %s".formatted(fault.source(), fault.span(), fault.problem()), fault);
        } catch (PtxLinkException | ProgramLoadException | UnsupportedKernelException fault) {
            throw new SimulationException(String.valueOf(fault.getMessage()), fault);
        }
    }

    private void requireBuffers(List<String> names) {
        var known = arguments.buffers().stream().map(ResultBuffer::name).toList();
        for (var name : names) {
            if (!known.contains(name)) {
                throw new SimulationException(
                        "output '%s' is no buffer when the buffers are %s"
                                .formatted(
                                        name, known.isEmpty() ? "none" : String.join(", ", known)));
            }
        }
    }

    /// The launch as its watchers see it.
    ///
    /// @param clock in nanoseconds
    public RunningLaunch running(LongSupplier clock) {
        return new RunningLaunch(target.kernel().name(), target.shape().grid().volume(), clock);
    }

    /// Launches the kernel several times, one launch after another, until all have ended or one
    /// faults. A launch finds memory, and a timed one the second-level cache, as the launch before
    /// it left them.
    ///
    /// @param progress receives what the current launch has done so far
    public SimulationReport run(LaunchProgressListener progress) {
        var timing = timing();
        var launch =
                LaunchOptions.of(limits, HostThreads.of(options.threads()))
                        .withTurns(options.turns())
                        .withProgress(progress);
        var launches = new ArrayList<LaunchReport>();
        boolean isWell = true;
        while (isWell && launches.size() < options.launches()) {
            var report = instrumentation.launch(target, arguments.block(), launch, timing);
            launches.add(report);
            isWell = report.ending() instanceof LaunchReport.Ending.Finished;
        }
        readOutputs();
        instrumentation.reportLeaks();
        return report(launches);
    }

    /// The device that executes the launch.
    public DeviceSpec device() {
        return device;
    }

    /// Runs the launch once and times it as on other devices of the same architecture.
    ///
    /// @throws SimulationException if the kernel faults
    public List<Timing> sweep(List<TimedDevice> devices) {
        var swept =
                instrumentation.sweep(
                        target,
                        arguments.block(),
                        LaunchOptions.of(limits, HostThreads.of(options.threads())),
                        devices);
        return switch (swept.ending()) {
            case LaunchReport.Ending.Finished _ -> swept.timings();
            case LaunchReport.Ending.Faulted(var fault) ->
                    throw new SimulationException(String.valueOf(fault.getMessage()), fault);
        };
    }

    private LaunchTiming timing() {
        return switch (options.timed()) {
            case NO -> LaunchTiming.Off.OFF;
            case YES, PROFILED -> {
                var timed = TimedDevice.of(device);
                yield new LaunchTiming.OnDevice(timed, new SecondLevelCache(timed));
            }
        };
    }

    /// The checks see a copy of each output to the host.
    private void readOutputs() {
        var observer = target.image().memory().observer();
        arguments.buffers().stream()
                .filter(buffer -> request.outputs().contains(buffer.name()))
                .map(ResultBuffer::allocation)
                .forEach(each -> observer.read(each.address(), each.size()));
    }

    private SimulationReport report(List<LaunchReport> launches) {
        return new SimulationReport(
                target.image().source(),
                target.kernel().name(),
                device.name(),
                target.shape(),
                launches,
                causes(launches.getLast().ending()),
                new SimulationReport.Findings(
                        findings.reported(),
                        instrumentation.unlistedFindings(),
                        findings.suppressed()),
                arguments.buffers());
    }

    private List<KnownFault> causes(LaunchReport.Ending ending) {
        return switch (ending) {
            case LaunchReport.Ending.Finished _ -> List.of();
            case LaunchReport.Ending.Faulted(var fault) ->
                    options.suppressions().explaining(fault).stream().toList();
        };
    }
}
