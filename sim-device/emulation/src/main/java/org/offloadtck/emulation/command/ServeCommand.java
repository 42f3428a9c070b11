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

/// `offload-tck serve`: runs the device server. The client libraries start it.
@Command(
        name = ServeCommand.NAME,
        hidden = true,
        mixinStandardHelpOptions = true,
        description = "Runs the device server at a socket until it has been idle for five minutes.")
public final class ServeCommand implements Subcommand {

    public static final String NAME = "serve";

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(
            paramLabel = "SOCKET",
            description = "Path of the socket, in a folder that only this user may enter.")
    private Path socket = Path.of("");

    @Override
    public Integer call() {
        return serve(socket, spec.commandLine().getErr());
    }

    /// Runs the server, and prints `ready` to standard output when clients can connect.
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
