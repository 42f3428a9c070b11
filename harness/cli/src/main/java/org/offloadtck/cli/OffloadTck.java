package org.offloadtck.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.KitVersion;
import org.offloadtck.command.StandalonePrograms.StandaloneProgram;
import org.offloadtck.command.UnreadableInputException;
import org.offloadtck.command.UnwritableOutputException;
import org.offloadtck.command.UsageError;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The command `offload-tck`.
@Command(
        name = "offload-tck",
        description = "Judges GPU offloading toolchains; needs no GPU.",
        mixinStandardHelpOptions = true,
        versionProvider = KitVersion.class,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:every expectation was met",
            "1:a verdict was not the expected one, or a checked file has faults",
            "2:the command line was wrong",
            "3:the kit itself failed"
        })
public final class OffloadTck implements Runnable {

    /// Shift from bytes to MiB.
    private static final int MEBI = 20;

    @Spec private CommandSpec spec = CommandSpec.create();

    public static void main(String[] arguments) {
        var err = new PrintWriter(System.err, true, System.err.charset());
        int status = execute(arguments, err);
        System.exit(System.out.checkError() ? unwritten(status, err) : status);
    }

    private static int execute(String[] arguments, PrintWriter err) {
        var words = List.of(arguments);
        try {
            var program = Commands.standalone(words);
            if (program.isPresent()) {
                var out = new PrintWriter(System.out, true, System.out.charset());
                return run(program.get(), words.subList(1, words.size()), out, err);
            }
            return commandLine(arguments).execute(arguments);
        } catch (OutOfMemoryError _) {
            err.println(
                    "offload-tck: the %d MiB of memory that Java may use are not enough; give it more with JAVA_TOOL_OPTIONS=-Xmx8g"
                            .formatted(Runtime.getRuntime().maxMemory() >> MEBI));
            return ExitCode.HARNESS_ERROR;
        }
    }

    /// The exit status if not all output could be printed. A reader that stops reading, such as
    /// `head`, is no error. The descriptor stays open: if the caller closed it before the start, it
    /// may belong to a file of the JVM.
    private static int unwritten(int status, PrintWriter err) {
        try {
            new FileOutputStream(FileDescriptor.out).write('\n');
            return status;
        } catch (IOException fault) {
            if ("Broken pipe".equals(fault.getMessage())) {
                return status;
            }
            err.println("offload-tck: standard output: cannot be written: " + fault.getMessage());
            return ExitCode.USAGE;
        }
    }

    /// Runs a program that parses its own words. Compilers call the device toolkit for every file,
    /// and programs wait for the device server, so no other command is loaded.
    static int run(
            StandaloneProgram program, List<String> words, PrintWriter out, PrintWriter err) {
        try {
            return program.run(words, out, err);
        } catch (RuntimeException fault) {
            return status(fault, err);
        }
    }

    /// The command line for these words. It contains only the command that the first word names, or
    /// all commands if no command has that name: picocli processes the options of every command
    /// that it contains, which takes longer than a small kernel.
    static CommandLine commandLine(String... words) {
        var line = new CommandLine(new OffloadTck());
        Commands.named(words.length == 0 ? "" : words[0]).forEach(line::addSubcommand);
        return line.setExecutionExceptionHandler(
                        (fault, command, _) -> status(fault, command.getErr()))
                .setParameterExceptionHandler((wrong, _) -> UsageError.tell(wrong))
                .registerConverter(Path.class, UsageError::path)
                // `link` reads response files as linkers do; other commands have none.
                .setExpandAtFiles(false)
                .setCaseInsensitiveEnumValuesAllowed(true);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }

    /// Reports a fault of the kit: one line for the user, the stack trace in a file.
    private static int status(Exception fault, PrintWriter err) {
        if (fault instanceof UnreadableInputException
                || fault instanceof UnwritableOutputException) {
            err.println("offload-tck: " + fault.getMessage());
            return ExitCode.USAGE;
        }
        err.println("offload-tck: this is a fault of the kit: " + fault);
        err.println("offload-tck: please report it" + trace(fault));
        return ExitCode.HARNESS_ERROR;
    }

    private static String trace(Exception fault) {
        var text = new StringWriter();
        fault.printStackTrace(new PrintWriter(text, true));
        try {
            var file = Files.createTempFile("offload-tck-fault-", ".txt");
            return " with " + Files.writeString(file, text.toString());
        } catch (IOException _) {
            return ":\n" + text;
        }
    }
}
