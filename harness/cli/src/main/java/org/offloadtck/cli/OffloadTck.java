package org.offloadtck.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/// The command `offload-tck`.
@Command(
        name = "offload-tck",
        description = "Judges GPU offloading toolchains; needs no GPU.",
        mixinStandardHelpOptions = true,
        versionProvider = KitVersion.class,
        subcommands = {
            RunCommand.class,
            CheckCommand.class,
            InspectCommand.class,
            DevicesCommand.class,
            ToolkitCommand.class
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:every expectation was met",
            "1:a verdict was not the expected one, or a checked file has faults",
            "2:the command line was wrong",
            "3:the kit itself failed"
        })
public final class OffloadTck implements Runnable {

    @Spec private CommandSpec spec = CommandSpec.create();

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    /// The whole command line, ready to execute; tests give it writers of their own.
    static CommandLine commandLine() {
        var line = new CommandLine(new OffloadTck());
        ToolCommand.addTo(line);
        return line.setExecutionExceptionHandler(harnessError())
                .setCaseInsensitiveEnumValuesAllowed(true);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }

    /// Our own fault: a line at the user, the trace in a file to send along.
    private static IExecutionExceptionHandler harnessError() {
        return (fault, command, _) -> {
            PrintWriter err = command.getErr();
            if (fault instanceof UnreadableInputException) {
                err.println("offload-tck: " + fault.getMessage());
                return ExitCode.USAGE;
            }
            err.println("offload-tck: this is a fault of the kit: " + fault);
            err.println("offload-tck: please report it with " + trace(fault));
            return ExitCode.HARNESS_ERROR;
        };
    }

    private static Path trace(Exception fault) throws IOException {
        var file = Files.createTempFile("offload-tck-fault-", ".txt");
        var text = new StringWriter();
        fault.printStackTrace(new PrintWriter(text, true));
        return Files.writeString(file, text.toString());
    }
}
