package org.offloadtck.reports.submission;

import java.nio.file.Path;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.OutputFile;
import org.offloadtck.command.Subcommand;
import org.offloadtck.data.DataException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `offload-tck package`: a report as one file.
@Command(
        name = "package",
        mixinStandardHelpOptions = true,
        description = {
            "Writes a report as one file, with the size and the SHA-256 of everything in it.",
            "Exits with 1, and writes nothing, if the results are not those that the run planned."
        })
public final class PackageCommand implements Subcommand {

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(
            arity = "0..1",
            paramLabel = "REPORT",
            description = "Folder of the report (default: ${DEFAULT-VALUE}).")
    private Path report = Path.of("offload-tck-report");

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "The package (default: ${DEFAULT-VALUE}).")
    private Path output = Path.of("offload-tck-report.zip");

    @Override
    public Integer call() {
        var out = spec.commandLine().getOut();
        try {
            var made = SubmissionPackage.of(report);
            if (!made.problems().isEmpty()) {
                made.problems().forEach(out::println);
                return ExitCode.UNEXPECTED;
            }
            OutputFile.write(output, made.bytes());
            out.println(
                    "%s: %d results, SHA-256 %s"
                            .formatted(
                                    output,
                                    made.document().results().size(),
                                    Sha256.of(made.bytes())));
            return ExitCode.OK;
        } catch (DataException fault) {
            throw new ParameterException(
                    spec.commandLine(), String.valueOf(fault.getMessage()), fault);
        } finally {
            out.flush();
        }
    }
}
