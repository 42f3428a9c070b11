package org.offloadtck.launch.simulate;

import java.util.List;
import java.util.function.Function;
import org.offloadtck.checks.Sanitizer;
import org.offloadtck.engine.decode.ProgramLoadException;
import org.offloadtck.engine.decode.ProgramLoader;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.launch.LaunchLimits;
import org.offloadtck.engine.launch.LaunchOptions;
import org.offloadtck.engine.launch.LaunchOutcome;
import org.offloadtck.engine.memory.DeviceHeap;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.program.UnsupportedKernelException;
import org.offloadtck.engine.schedule.Grid;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.launch.LaunchInstrumentation;
import org.offloadtck.object.ptx.PtxSyntaxException;
import org.offloadtck.ptx.link.PtxLinkException;

/// A launch that has been checked and is ready to run, once.
public final class Simulation {

    private final DeviceSpec device;
    private final LoadedProgram image;
    private final DecodedFunction kernel;
    private final LaunchShape shape;
    private final LaunchLimits limits;
    private final ArgumentPlacer arguments;
    private final List<String> outputs;
    private final SimulationSettings settings;
    private final LaunchInstrumentation scrutiny;

    private Simulation(
            LaunchInstrumentation scrutiny,
            LoadedProgram image,
            LaunchRequest request,
            SimulationSettings settings,
            Function<String, byte[]> files) {
        this.device = scrutiny.device();
        this.scrutiny = scrutiny;
        this.image = image;
        this.settings = settings;
        this.kernel = image.kernel(PtxProgram.kernelName(image, request.kernel())).orElseThrow();
        var geometry = new LaunchShapeValidator(device, kernel);
        this.shape = geometry.shape(request);
        var memory = image.memory();
        this.limits =
                LaunchLimits.of(
                        geometry.residentCtas(shape), new DeviceHeap(memory, memory.capacity()));
        this.arguments = new ArgumentPlacer(kernel, memory, files);
        arguments.place(request.arguments());
        this.outputs = request.outputs();
        requireBuffers(outputs);
    }

    /// Loads a program onto a device and prepares a launch.
    ///
    /// @param modules the program, linked if they are several
    /// @param files gives the bytes of a file that an argument names
    /// @throws SimulationException if any of it cannot be done
    public static Simulation prepare(
            List<PtxFile> modules,
            LaunchRequest request,
            SimulationSettings settings,
            Function<String, byte[]> files) {
        try {
            var program = PtxProgram.of(modules);
            var spec = DeviceSpecSelector.of(settings.device(), program);
            var memory = GlobalMemory.ofCapacity(spec.memory().bytes());
            var scrutiny = LaunchInstrumentation.of(spec, memory, settings);
            var image = ProgramLoader.load(program, memory);
            return new Simulation(scrutiny, image, request, settings, files);
        } catch (PtxSyntaxException fault) {
            throw new SimulationException(
                    "%s:%s: %s".formatted(fault.source(), fault.span(), fault.problem()));
        } catch (PtxLinkException | ProgramLoadException | UnsupportedKernelException fault) {
            throw new SimulationException(String.valueOf(fault.getMessage()));
        }
    }

    private void requireBuffers(List<String> names) {
        var known = arguments.buffers().stream().map(ResultBuffer::name).toList();
        for (var name : names) {
            if (!known.contains(name)) {
                throw new SimulationException(
                        "--out names '%s' when the buffers are %s"
                                .formatted(
                                        name, known.isEmpty() ? "none" : String.join(", ", known)));
            }
        }
    }

    /// Runs the launch to its end or to its first fault.
    ///
    /// @param progress told now and then how far it is
    public SimulationReport run(SimulationProgress progress) {
        var options =
                LaunchOptions.of(limits)
                        .withThreads(settings.threads())
                        .withProgress(progress::reached);
        var target = new Sanitizer.LaunchTarget(image, kernel, shape);
        try {
            var result =
                    scrutiny.launch(
                            target,
                            observer ->
                                    Grid.launch(
                                            image,
                                            kernel,
                                            shape,
                                            arguments.block(),
                                            options.withObserver(observer)));
            return report(new SimulationReport.Ending.Finished(), result);
        } catch (KernelFaultException fault) {
            return report(new SimulationReport.Ending.Faulted(fault), fault.partialOutcome());
        }
    }

    private SimulationReport report(SimulationReport.Ending ending, LaunchOutcome result) {
        arguments.buffers().stream()
                .filter(buffer -> outputs.contains(buffer.name()))
                .map(ResultBuffer::allocation)
                .forEach(each -> image.memory().observer().read(each.address(), each.size()));
        return new SimulationReport(
                image.source(),
                kernel.name(),
                device.name(),
                shape,
                ending,
                result,
                scrutiny.verdict(ending),
                arguments.buffers());
    }
}
