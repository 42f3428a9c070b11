package org.offloadtck.scenario.command;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.offloadtck.scenario.command.SelectionOption.Part;
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
    Optional<Part> failed() {
        return results.map(file -> {
            var failed = failed(file);
            return new Part("--rerun-failed " + file, each -> failed.contains(each.example()));
        });
    }

    private Set<ExampleOfScenario> failed(Path file) {
        var failed =
                UserData.results(spec, file).results().stream()
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
}
