package org.offloadtck.scenario.record;

import io.cucumber.messages.types.Examples;
import io.cucumber.messages.types.Feature;
import io.cucumber.messages.types.GherkinDocument;
import io.cucumber.messages.types.Scenario;
import io.cucumber.messages.types.Step;
import io.cucumber.messages.types.TableCell;
import io.cucumber.messages.types.TableRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.offloadtck.conformance.result.ExampleParameter;
import org.offloadtck.conformance.result.ScenarioId;

/// The content of the feature files: titles and example rows by the place at which a scenario
/// starts. Places identify a scenario within one run only; identities of results do not contain
/// them.
final class FeatureOutline {

    /// A scenario, or one example row of an outline.
    ///
    /// @param line line at which the scenario or the outline starts
    /// @param steps lines of its steps, with the names of parameters in angle brackets
    record Entry(ScenarioId id, long line, List<ExampleParameter> parameters, List<String> steps) {}

    private record Place(String uri, long line) {}

    private final Map<Place, Entry> entries = new HashMap<>();

    void add(GherkinDocument document) {
        var uri = document.getUri().orElseThrow();
        document.getFeature()
                .ifPresent(feature ->
                        scenarios(feature).forEach(scenario -> add(uri, feature, scenario)));
    }

    /// The scenario that starts at a place of a file.
    Entry at(String uri, long line) {
        var entry = entries.get(new Place(uri, line));
        if (entry == null) {
            throw new IllegalStateException("no scenario starts at %s:%d".formatted(uri, line));
        }
        return entry;
    }

    private static List<Scenario> scenarios(Feature feature) {
        return feature.getChildren().stream()
                .flatMap(child ->
                        Stream.concat(
                                child.getScenario().stream(),
                                child.getRule().stream()
                                        .flatMap(rule -> rule.getChildren().stream())
                                        .flatMap(inner -> inner.getScenario().stream())))
                .toList();
    }

    private void add(String uri, Feature feature, Scenario scenario) {
        var id = ScenarioId.of(feature.getName(), scenario.getName());
        long line = scenario.getLocation().getLine();
        var steps = scenario.getSteps().stream().flatMap(FeatureOutline::lines).toList();
        entries.put(new Place(uri, line), new Entry(id, line, List.of(), steps));
        for (var examples : scenario.getExamples()) {
            for (var row : examples.getTableBody()) {
                entries.put(
                        new Place(uri, row.getLocation().getLine()),
                        new Entry(id, line, parameters(examples, row), steps));
            }
        }
    }

    private static Stream<String> lines(Step step) {
        var lines = new ArrayList<>(List.of(step.getKeyword() + step.getText()));
        step.getDataTable()
                .ifPresent(table -> table.getRows().forEach(row -> lines.add(line(row))));
        step.getDocString()
                .ifPresent(
                        text -> text.getContent().lines().map("    "::concat).forEach(lines::add));
        return lines.stream();
    }

    private static String line(TableRow row) {
        return row.getCells().stream()
                .map(TableCell::getValue)
                .collect(Collectors.joining(" | ", "    | ", " |"));
    }

    private static List<ExampleParameter> parameters(Examples examples, TableRow row) {
        var names = examples.getTableHeader().orElseThrow().getCells();
        var parameters = new ArrayList<ExampleParameter>();
        for (int i = 0; i < names.size(); i++) {
            parameters.add(new ExampleParameter(text(names.get(i)), text(row.getCells().get(i))));
        }
        return parameters;
    }

    private static String text(TableCell cell) {
        return cell.getValue();
    }
}
