package org.offloadtck.implementation.emulated;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.offloadtck.implementation.process.ProcessResult;
import org.offloadtck.implementation.process.ToolCommand;
import org.offloadtck.implementation.process.ToolProcess;
import org.offloadtck.plugin.EmulatedPlatform;

/// Runs `offload-tck simulate` in a process of its own.
public final class KernelSimulation {

    private static final Duration LIMIT = Duration.ofMinutes(2);

    private KernelSimulation() {}

    /// Runs the command to its end.
    ///
    /// @param folder the working directory, which has the files
    /// @param words files of device code and options
    public static ProcessResult run(EmulatedPlatform platform, Path folder, List<String> words) {
        var command = new ArrayList<>(platform.simulator());
        command.addAll(words);
        return ToolProcess.run(new ToolCommand(command, folder, Map.of(), LIMIT));
    }
}
