package org.offloadtck.emulation.run;

import java.nio.file.Path;
import org.offloadtck.emulation.fallback.ExecutedProgram;
import picocli.CommandLine.Option;

/// The facts about the process `exec` that the device server, another process, does not see.
/// `offload-tck-exec` adds them to the options of the user.
final class ClientEnvironment {

    @Option(names = "--directory", hidden = true)
    private Path directory = Path.of("");

    @Option(names = "--program", hidden = true)
    private String program = "";

    @Option(names = "--path", hidden = true)
    private String path = "";

    @Option(names = "--library-path", hidden = true)
    private String libraryPath = "";

    @Option(names = "--offload-policy", hidden = true)
    private String policy = "";

    @Option(names = "--terminal", hidden = true)
    private boolean terminal;

    /// Whether its standard error is a terminal that shows the progress.
    boolean hasTerminal() {
        return terminal;
    }

    /// The working directory, to which names of files are relative.
    Path directory() {
        return directory;
    }

    ExecutedProgram program() {
        return new ExecutedProgram(directory, program, path, libraryPath, policy);
    }
}
