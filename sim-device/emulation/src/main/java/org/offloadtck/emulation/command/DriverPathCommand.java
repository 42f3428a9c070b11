package org.offloadtck.emulation.command;

import java.io.IOException;
import java.nio.file.Path;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.KitCommand;
import org.offloadtck.command.Subcommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `offload-tck driver-path`: prints the folder of the emulated driver.
@Command(
        name = "driver-path",
        mixinStandardHelpOptions = true,
        description = {
            "Prints the folder of the emulated CUDA driver, for LD_LIBRARY_PATH:",
            "LD_LIBRARY_PATH=$(offload-tck driver-path) ctest -j2",
            "For programs into which NVIDIA's CUDA runtime is linked, or that compile with NVRTC,"
                    + " set LD_PRELOAD to liboffload-tck-preload.so in that folder."
        })
public final class DriverPathCommand implements Subcommand {

    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        return print(spec.commandLine(), "the emulated driver", "");
    }

    /// Prints the subfolder `part` of the driver folder.
    ///
    /// @param library for an error message
    /// @return the exit status
    public static int print(CommandLine line, String library, String part) {
        try {
            line.getOut().println(folder().resolve(part));
            return ExitCode.OK;
        } catch (IOException fault) {
            line.getErr().printf("offload-tck: %s: %s%n", library, fault.getMessage());
            return ExitCode.HARNESS_ERROR;
        }
    }

    /// The driver folder of this build, created if it does not exist.
    ///
    /// @throws IOException if it cannot be created; the message is one line
    public static Path folder() throws IOException {
        var server = KitCommand.ofKit(ServeCommand.NAME);
        return DriverFolder.install(DriverFolder.cache(), NativeFiles.ofKit(), server);
    }
}
