package org.offloadtck.implementation.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.linker.tool.ProgramSearchPath;

/// A program of the machine that is not under test: a compiler, a linker or an object reader whose
/// result is compared.
///
/// @param program its path
public record HostTool(Path program) {

    private static final Duration LIMIT = Duration.ofMinutes(1);

    /// The search path of this process, `PATH`.
    public static ProgramSearchPath installed() {
        return ProgramSearchPath.of(System.getenv().getOrDefault("PATH", ""));
    }

    /// Finds `name` on the `PATH`.
    public static Optional<HostTool> find(String name) {
        return installed().find(name).map(HostTool::new);
    }

    /// Runs the program to its end in `folder`.
    public ProcessResult run(Path folder, List<String> arguments) {
        return run(folder, arguments, Map.of());
    }

    /// Runs the program to its end, with `environment` in addition to the variables of the kit's
    /// own process.
    public ProcessResult run(Path folder, List<String> arguments, Map<String, String> environment) {
        var words = new ArrayList<>(List.of(program.toString()));
        words.addAll(arguments);
        return ToolProcess.run(new ToolCommand(words, folder, environment, LIMIT));
    }
}
