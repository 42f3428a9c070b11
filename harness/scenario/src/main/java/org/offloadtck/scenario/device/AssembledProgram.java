package org.offloadtck.scenario.device;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Predicate;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.Kernel;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.Measurement;
import org.offloadtck.plugin.Program;
import org.offloadtck.plugin.image.DeviceAssembler;
import org.offloadtck.plugin.image.DeviceLinker;
import org.offloadtck.plugin.image.DeviceLinker.Input;
import org.offloadtck.plugin.image.ProgramImage;
import org.offloadtck.plugin.image.TargetId;
import org.opentest4j.TestAbortedException;

/// Device code on a device, assembled and linked by the services that are here.
public record AssembledProgram(Device device, Program program) implements AutoCloseable {

    private static final TargetId TARGET = new TargetId("nvptx64-nvidia-cuda", "sm_75");

    /// Loads a module of PTX.
    ///
    /// @param source what diagnostics call it
    /// @throws TestAbortedException if there is no assembler or no linker
    public static AssembledProgram load(Device device, String source, String text) {
        var bytes = MemorySegment.ofArray(text.getBytes(UTF_8));
        var assembler = service(DeviceAssembler.class, each -> each.assembles(TARGET));
        var linker = service(DeviceLinker.class, each -> each.links(TARGET));
        var object = assembler.assemble(TARGET, new Input(source, bytes));
        var image = linker.link(TARGET, List.of(new Input(source, object)));
        return new AssembledProgram(
                device, device.createProgram(new ProgramImage(source, TARGET, image)));
    }

    private static <T> T service(Class<T> kind, Predicate<T> suits) {
        return ServiceLoader.load(kind).stream()
                .map(ServiceLoader.Provider::get)
                .filter(suits)
                .findFirst()
                .orElseThrow(() ->
                        new TestAbortedException(
                                "no %s for %s is here".formatted(kind.getSimpleName(), TARGET)));
    }

    Kernel kernel(String name) {
        return program.kernel(name).orElseThrow();
    }

    /// Launches a kernel and waits for it.
    ///
    /// @return what its event measured
    public List<Measurement> launch(String name, LaunchSize size, List<Argument> arguments) {
        try (var queue = device.createQueue();
                var event = queue.launch(kernel(name), size, arguments)) {
            queue.synchronize();
            return event.measurements();
        }
    }

    @Override
    public void close() {
        program.close();
    }
}
