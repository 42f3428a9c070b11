package org.offloadtck.driver.simulate;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.offloadtck.driver.simulate.LaunchRequest.Clock;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.ir.Signature;
import org.offloadtck.ptx.link.PtxLinkException;
import org.offloadtck.ptx.link.PtxLinker;
import org.offloadtck.ptx.syntax.PtxParser;
import org.offloadtck.ptx.syntax.PtxSyntaxException;
import org.offloadtck.simt.device.DeviceSpec;
import org.offloadtck.simt.execution.Grid;
import org.offloadtck.simt.execution.KernelFaultException;
import org.offloadtck.simt.execution.LaunchLimits;
import org.offloadtck.simt.execution.LaunchObserver;
import org.offloadtck.simt.execution.LaunchOptions;
import org.offloadtck.simt.execution.LaunchResult;
import org.offloadtck.simt.execution.LaunchShape;
import org.offloadtck.simt.image.DeviceFunction;
import org.offloadtck.simt.image.DeviceImage;
import org.offloadtck.simt.image.ImageLoadException;
import org.offloadtck.simt.image.SuppliedFunction;
import org.offloadtck.simt.image.UnsimulatedKernelException;
import org.offloadtck.simt.memory.DeviceHeap;
import org.offloadtck.simt.memory.GlobalMemory;
import org.offloadtck.simt.timing.Timing;
import org.offloadtck.simt.timing.TimingModel;

/// A launch that has been checked and is ready to run, once.
public final class Simulation {

    /// The name of a function in the mangled name of one that is in no namespace (Itanium C++ ABI,
    /// §5.1.2).
    private static final Pattern MANGLED = Pattern.compile("_Z(\\d+)(.*)");

    private final DeviceSpec device;
    private final DeviceImage image;
    private final DeviceFunction kernel;
    private final LaunchShape shape;
    private final LaunchLimits limits;
    private final ArgumentPlacer arguments;
    private final Clock clock;

    private Simulation(
            DeviceSpec device,
            DeviceImage image,
            LaunchRequest request,
            Function<String, byte[]> files) {
        this.device = device;
        this.image = image;
        this.kernel = image.kernel(kernelName(image, request.kernel())).orElseThrow();
        var geometry = new LaunchGeometry(device, kernel);
        this.shape = geometry.shape(request);
        this.clock = request.clock();
        var memory = image.memory();
        this.limits =
                LaunchLimits.of(
                        geometry.residentCtas(shape), new DeviceHeap(memory, memory.capacity()));
        this.arguments = new ArgumentPlacer(kernel, memory, files);
        arguments.place(request.arguments());
        requireBuffers(request.outputs());
    }

    /// Loads a program onto a device and prepares a launch.
    ///
    /// @param modules the program, linked if they are several
    /// @param device a name, `h200`, an architecture, `sm_90`, or nothing for the oldest device
    ///   that runs the program
    /// @param files gives the bytes of a file that an argument names
    /// @throws SimulationException if any of it cannot be done
    public static Simulation prepare(
            List<PtxFile> modules,
            String device,
            LaunchRequest request,
            Function<String, byte[]> files) {
        try {
            var program = link(modules.stream().map(Simulation::parse).toList());
            var spec = DeviceChoice.of(device, program);
            var memory = GlobalMemory.ofCapacity(spec.memory().bytes());
            return new Simulation(spec, DeviceImage.load(program, memory), request, files);
        } catch (PtxSyntaxException fault) {
            throw SimulationException.of(
                    "%s:%s: %s", fault.source(), fault.span(), fault.problem());
        } catch (PtxLinkException | ImageLoadException | UnsimulatedKernelException fault) {
            throw new SimulationException(String.valueOf(fault.getMessage()));
        }
    }

    private static PtxModule parse(PtxFile file) {
        return PtxParser.parse(file.name(), file.text());
    }

    private static PtxModule link(List<PtxModule> modules) {
        if (modules.size() == 1) {
            return modules.getFirst();
        }
        var supplied =
                modules.stream()
                        .flatMap(module -> module.declarations().stream())
                        .map(Signature::name)
                        .filter(SuppliedFunction::exists)
                        .collect(Collectors.toSet());
        var names = modules.stream().map(PtxModule::source).collect(Collectors.joining("+"));
        return PtxLinker.link(names, modules, supplied);
    }

    private static String kernelName(DeviceImage image, String name) {
        var kernels =
                image.functions().stream()
                        .filter(DeviceFunction::isKernel)
                        .map(DeviceFunction::name)
                        .toList();
        if (kernels.contains(name)) {
            return name;
        }
        var named =
                kernels.stream().filter(each -> name.isEmpty() || isCalled(each, name)).toList();
        if (named.size() == 1) {
            return named.getFirst();
        }
        var names = String.join(", ", kernels);
        throw SimulationException.of(
                "%s: %s; its kernels: %s",
                image.source(),
                name.isEmpty()
                        ? "--kernel should say which of %d kernels".formatted(kernels.size())
                        : "%s kernel is called '%s'"
                                .formatted(named.isEmpty() ? "no" : "more than one", name),
                names.isEmpty() ? "none" : names);
    }

    private static boolean isCalled(String symbol, String name) {
        var mangled = MANGLED.matcher(symbol);
        return mangled.matches()
                && mangled.group(2).startsWith(name)
                && mangled.group(1).equals(Integer.toString(name.length()));
    }

    private void requireBuffers(List<String> names) {
        var known = arguments.buffers().stream().map(ResultBuffer::name).toList();
        for (var name : names) {
            if (!known.contains(name)) {
                throw SimulationException.of(
                        "--out names '%s' when the buffers are %s",
                        name, known.isEmpty() ? "none" : String.join(", ", known));
            }
        }
    }

    /// Runs the launch to its end or to its first fault.
    public SimulationReport run() {
        return switch (clock) {
            case STOPPED -> run(LaunchObserver.NONE, () -> Timing.Unasked.UNASKED);
            case RUNNING -> {
                var timer = TimingModel.of(image, device).timer(kernel, shape);
                yield run(timer.observer(), timer::timing);
            }
        };
    }

    private SimulationReport run(LaunchObserver observer, Supplier<Timing> timing) {
        try {
            var options = LaunchOptions.of(limits).withObserver(observer);
            var result = Grid.launch(image, kernel, shape, arguments.block(), options);
            return report(new SimulationReport.Ending.Finished(), result, timing.get());
        } catch (KernelFaultException fault) {
            var unknown = new Timing.Unknown("the kernel did not run to its end");
            return report(new SimulationReport.Ending.Faulted(fault), fault.soFar(), unknown);
        }
    }

    private SimulationReport report(
            SimulationReport.Ending ending, LaunchResult result, Timing timing) {
        return new SimulationReport(
                image.source(),
                kernel.name(),
                device.name(),
                shape,
                ending,
                result,
                clock == Clock.STOPPED ? Timing.Unasked.UNASKED : timing,
                arguments.buffers());
    }
}
