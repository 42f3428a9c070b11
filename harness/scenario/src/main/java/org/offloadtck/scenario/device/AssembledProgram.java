package org.offloadtck.scenario.device;

import java.util.List;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.Kernel;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.Measurement;
import org.offloadtck.plugin.Program;
import org.offloadtck.plugin.image.ImageToolchain;
import org.offloadtck.plugin.image.TargetId;
import org.opentest4j.TestAbortedException;

/// PTX that was assembled, linked and loaded on a device. Owns the program, not the device.
public record AssembledProgram(Device device, Program program) implements AutoCloseable {

    private static final TargetId TARGET = new TargetId("nvptx64-nvidia-cuda", "sm_75");

    /// Loads a module of PTX.
    ///
    /// @param source names the text in diagnostics
    /// @throws TestAbortedException if no assembler or no linker is installed
    public static AssembledProgram load(Device device, String source, String text) {
        var toolchain =
                ImageToolchain.installed(TARGET)
                        .orElseThrow(() ->
                                new TestAbortedException(
                                        "there is no assembler or no linker for " + TARGET));
        return new AssembledProgram(device, device.createProgram(toolchain.build(source, text)));
    }

    Kernel kernel(String name) {
        return program.kernel(name).orElseThrow();
    }

    /// Launches a kernel and waits for it.
    ///
    /// @return the measurements of its event
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
