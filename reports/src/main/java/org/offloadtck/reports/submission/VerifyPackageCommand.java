package org.offloadtck.reports.submission;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.stream.Collectors;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.InputFile;
import org.offloadtck.command.Subcommand;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.conformance.result.VerdictKind;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `offload-tck verify-package`: whether a package is complete and unchanged.
@Command(
        name = "verify-package",
        mixinStandardHelpOptions = true,
        description = {
            "Verifies that a package is complete and unchanged, and says what its results are.",
            "Exits with 1 if a byte differs, a file or a result is missing or added."
        })
public final class VerifyPackageCommand implements Subcommand {

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "FILE", description = "The package.")
    private Path file = Path.of("");

    @Override
    public Integer call() {
        var out = spec.commandLine().getOut();
        var outcome = PackageVerification.of(file.toString(), InputFile.read(file));
        outcome.problems().forEach(out::println);
        if (outcome.problems().isEmpty()) {
            outcome.document().ifPresent(document -> out.println(summary(document)));
        }
        out.flush();
        return outcome.problems().isEmpty() ? ExitCode.OK : ExitCode.UNEXPECTED;
    }

    private String summary(ResultDocument document) {
        var counts = new EnumMap<VerdictKind, Integer>(VerdictKind.class);
        document.results().forEach(each -> counts.merge(each.verdict().kind(), 1, Integer::sum));
        var kit = document.subject().kit();
        return "%s: complete and unchanged: %d results (%s) of kit %s %s, begun %s"
                .formatted(
                        file,
                        document.results().size(),
                        counts.entrySet().stream()
                                .map(count -> count.getValue() + " " + count.getKey())
                                .collect(Collectors.joining(", ")),
                        kit.version(),
                        kit.commit(),
                        document.circumstances().started());
    }
}
