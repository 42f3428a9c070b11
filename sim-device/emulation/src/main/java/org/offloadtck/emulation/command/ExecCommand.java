package org.offloadtck.emulation.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.Subcommand;
import org.offloadtck.emulation.run.ExecOptions;
import org.offloadtck.emulation.run.ExecOptions.Parsed;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `offload-tck exec`: replaces this process by `offload-tck-exec`, which runs a program and prints
/// the report of the device server. Once the driver folder exists, the launcher of the kit starts
/// `offload-tck-exec` itself.
@Command(
        name = ExecCommand.NAME,
        customSynopsis = "offload-tck exec [OPTIONS] -- PROGRAM [ARGUMENTS]",
        description = "Runs a program on the simulated GPU and reports what its kernels did.")
public final class ExecCommand implements Subcommand {

    static final String NAME = "exec";

    private static final String SEPARATOR = "--";

    /// A text that no argument can have, so that the separator and all options are passed on.
    private static final String NO_WORD = "\0";

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(arity = "0..*", hidden = true)
    private List<String> words = new ArrayList<>();

    @Override
    public CommandLine line() {
        return new CommandLine(this)
                .setUnmatchedOptionsArePositionalParams(true)
                .setEndOfOptionsDelimiter(NO_WORD)
                .setExpandAtFiles(false);
    }

    @Override
    public Integer call() {
        int separator = words.indexOf(SEPARATOR);
        var options = separator < 0 ? words : words.subList(0, separator);
        boolean isWithoutProgram = separator < 0 || separator == words.size() - 1;
        return switch (ExecOptions.parse(options)) {
            case Parsed.Answer answer -> print(answer);
            case Parsed.Options _ when isWithoutProgram ->
                    print(
                            ExecOptions.usageError(
                                    "no program is named when one should be after --"));
            case Parsed.Options _ -> become();
        };
    }

    private int print(Parsed.Answer answer) {
        var line = spec.commandLine();
        var writer = answer.exitStatus() == ExitCode.OK ? line.getOut() : line.getErr();
        writer.print(answer.text());
        writer.flush();
        return answer.exitStatus();
    }

    private int become() {
        var err = spec.commandLine().getErr();
        try {
            Path program = DriverPathCommand.folder().resolve("offload-tck-exec");
            ProcessImage.replace(
                    Stream.concat(Stream.of(program.toString()), words.stream()).toList());
            err.println("offload-tck: %s cannot be started".formatted(program));
        } catch (IOException fault) {
            err.println("offload-tck: the emulated driver: " + fault.getMessage());
        }
        return ExitCode.HARNESS_ERROR;
    }
}
