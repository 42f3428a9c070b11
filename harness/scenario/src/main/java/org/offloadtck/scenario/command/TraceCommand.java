package org.offloadtck.scenario.command;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.Subcommand;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.document.Document;
import org.offloadtck.conformance.document.SpecificationFolder;
import org.offloadtck.conformance.requirement.Catalogue;
import org.offloadtck.conformance.requirement.Requirement;
import org.offloadtck.conformance.trace.CatalogueTrace;
import org.offloadtck.conformance.trace.CodePlaces;
import org.offloadtck.conformance.trace.TraceJson;
import org.offloadtck.conformance.trace.TraceText;
import org.offloadtck.data.DataException;
import org.offloadtck.scenario.record.ListedScenario;
import org.offloadtck.scenario.record.ScenarioRun;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `offload-tck trace`: maps sentences of the documents to requirements, scenarios and deviations,
/// and back. Runs no scenario.
@Command(
        name = "trace",
        mixinStandardHelpOptions = true,
        description = {
            "Lists the requirement of each sentence of the documents and the scenarios that test"
                    + " it; exits with 1 if a sentence is unclassified or a requirement has neither"
                    + " scenario nor reason."
        })
public final class TraceCommand implements Subcommand {

    @Spec private CommandSpec spec = CommandSpec.create();

    @ArgGroup private Selection selection = new Selection();

    /// The rows to print instead of the counts.
    private static final class Selection {

        @Parameters(
                paramLabel = "WHAT",
                arity = "1..*",
                description =
                        "A requirement, OE-01, a deviation, D1, or a feature or scenario,"
                                + " table.feature:12.")
        private List<String> ids = new ArrayList<>();

        @Option(names = "--document", paramLabel = "ID", description = "A document, unit by unit.")
        private String document = "";

        @Option(names = "--stage", paramLabel = "ID", description = "Requirements of a stage.")
        private String stage = "";

        @Option(
                names = "--unclassified",
                description = "Sentences that no row quotes, as rows to complete.")
        private boolean unclassified;

        @Option(names = "--json", description = "Everything, as JSON.")
        private boolean json;
    }

    @Override
    public Integer call() throws IOException {
        var out = spec.commandLine().getOut();
        try {
            var trace = trace();
            out.print(text(trace));
            return trace.isOpen() ? ExitCode.UNEXPECTED : ExitCode.OK;
        } catch (DataException fault) {
            fault.problems().forEach(out::println);
            return ExitCode.UNEXPECTED;
        } finally {
            out.flush();
        }
    }

    private static CatalogueTrace trace() throws IOException {
        var catalogue =
                Catalogue.load(
                        SpecificationFolder.ofResources(
                                TraceCommand.class.getClassLoader(), "corpus/spec"));
        var scenarios = ScenarioRun.list().stream().map(ListedScenario::tagged).toList();
        var code = CodePlaces.ofBuild(TraceCommand.class.getClassLoader());
        return CatalogueTrace.of(catalogue, scenarios, code);
    }

    private String text(CatalogueTrace trace) {
        if (selection.json) {
            return TraceJson.of(trace);
        }
        if (selection.unclassified) {
            return TraceText.unclassified(trace);
        }
        if (!selection.document.isEmpty()) {
            var documents = trace.catalogue().documents();
            return TraceText.document(
                    trace, chosen("--document", selection.document, documents, Document::id));
        }
        if (!selection.stage.isEmpty()) {
            var stages = Arrays.asList(Stage.values());
            return TraceText.stage(trace, chosen("--stage", selection.stage, stages, Stage::id));
        }
        if (!selection.ids.isEmpty()) {
            var found = selection.ids.stream().flatMap(id -> requirements(trace, id).stream());
            return TraceText.requirements(trace, found.distinct().toList());
        }
        return TraceText.summary(trace);
    }

    /// The requirement with the id `what`, the requirements with the deviation `what`, or the
    /// requirements that a scenario at the place `what` tests.
    private List<Requirement> requirements(CatalogueTrace trace, String what) {
        var found =
                trace.catalogue().requirements().stream()
                        .filter(row ->
                                row.id().equals(what)
                                        || row.deviations().contains(what)
                                        || isTested(trace, row, what))
                        .toList();
        if (found.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "'%s' is no requirement, no deviation from one and no scenario that speaks for one"
                            .formatted(what));
        }
        return found;
    }

    private static boolean isTested(CatalogueTrace trace, Requirement row, String place) {
        return trace.scenarios(row).stream()
                .anyMatch(scenario ->
                        isAt(scenario.feature(), place) || isAt(scenario.place(), place));
    }

    /// Whether `path` equals `place` or ends with it.
    private static boolean isAt(String path, String place) {
        return path.equals(place) || path.endsWith("/" + place);
    }

    private <T> T chosen(String option, String id, List<T> values, Function<T, String> name) {
        return values.stream()
                .filter(value -> name.apply(value).equals(id))
                .findFirst()
                .orElseThrow(() ->
                        new ParameterException(
                                spec.commandLine(),
                                "%s is '%s' when it should be one of %s"
                                        .formatted(
                                                option,
                                                id,
                                                values.stream().map(name).collect(joining(", ")))));
    }
}
