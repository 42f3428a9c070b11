package org.offloadtck.emulation.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.Subcommand;
import org.offloadtck.emulation.EmulatedDriver;
import org.offloadtck.emulation.server.DeviceServer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `offload-tck serve`: the device server. Programs that use the emulated driver start it
/// themselves.
@Command(
        name = ServeCommand.NAME,
        hidden = true,
        mixinStandardHelpOptions = true,
        description = "Serves simulated GPUs at a socket until it is idle for five minutes.")
public final class ServeCommand implements Subcommand {

    public static final String NAME = "serve";

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "SOCKET", description = "In a folder of this user alone.")
    private Path socket = Path.of("");

    @Override
    public Integer call() {
        return serve(socket, spec.commandLine().getErr());
    }

    /// Serves; says `ready` on the standard output once clients may connect.
    public static int serve(Path socket, PrintWriter err) {
        try {
            DeviceServer.run(socket, EmulatedDriver.backend(), System.out, System.err);
            return ExitCode.OK;
        } catch (IOException fault) {
            err.println("offload-tck: the device server: " + fault.getMessage());
            return ExitCode.HARNESS_ERROR;
        }
    }
}
