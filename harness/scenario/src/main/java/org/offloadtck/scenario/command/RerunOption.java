package org.offloadtck.scenario.command;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.offloadtck.command.InputFile;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.data.DataText;
import org.offloadtck.scenario.record.ExampleOfScenario;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The results of an earlier run, whose failures run again.
public final class RerunOption {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--rerun-failed",
            paramLabel = "RESULTS",
            description =
                    "Only the scenarios that failed in this results.json. Give the other options of"
                            + " that run too.")
    private Optional<Path> results = Optional.empty();

    /// The scenarios that failed; empty without the option.
    ///
    /// @throws ParameterException if the file cannot be read as results, or nothing failed in it
    Optional<Set<ExampleOfScenario>> failed() {
        return results.map(this::failed);
    }

    private Set<ExampleOfScenario> failed(Path file) {
        var failed =
                document(file).results().stream()
                        .filter(result -> result.verdict().standing().isFailure())
                        .map(ExampleOfScenario::of)
                        .collect(Collectors.toSet());
        if (failed.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--rerun-failed is '%s', in which nothing failed".formatted(file));
        }
        return failed;
    }

    private ResultDocument document(Path file) {
        var text = new DataText(file.toString(), InputFile.readText(file));
        return UserData.read(spec, () -> ResultDocument.parse(text));
    }
}
