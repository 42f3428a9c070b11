package org.offloadtck.scenario.record;

import io.cucumber.messages.types.Envelope;
import io.cucumber.plugin.ConcurrentEventListener;
import io.cucumber.plugin.event.EventPublisher;
import io.cucumber.plugin.event.PickleStepTestStep;
import io.cucumber.plugin.event.TestCase;
import io.cucumber.plugin.event.TestCaseFinished;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Collects the scenarios that a condition selects.
final class ScenarioSelection implements ConcurrentEventListener {

    private final Predicate<Candidate> wanted;
    private final FeatureOutline outline = new FeatureOutline();
    private final TreeMap<String, List<Integer>> lines = new TreeMap<>();

    ScenarioSelection(Predicate<Candidate> wanted) {
        this.wanted = wanted;
    }

    /// A scenario, or an example of an outline.
    ///
    /// @param steps their texts, without keywords
    record Candidate(ExampleOfScenario example, String title, List<String> steps) {}

    @Override
    public void setEventPublisher(EventPublisher publisher) {
        publisher.registerHandlerFor(
                Envelope.class, envelope -> envelope.getGherkinDocument().ifPresent(outline::add));
        publisher.registerHandlerFor(TestCaseFinished.class, this::finished);
    }

    /// Each file with the lines of its scenarios, in the syntax of Cucumber's feature paths.
    List<String> places() {
        return lines.entrySet().stream()
                .map(entry -> entry.getKey() + ":" + joined(entry.getValue()))
                .toList();
    }

    private static String joined(List<Integer> lines) {
        return lines.stream().map(String::valueOf).collect(Collectors.joining(":"));
    }

    private void finished(TestCaseFinished event) {
        var scenario = event.getTestCase();
        var file = scenario.getUri().toString();
        int line = scenario.getLocation().getLine();
        var entry = outline.at(file, line);
        var example = new ExampleOfScenario(entry.id(), entry.parameters());
        if (wanted.test(new Candidate(example, scenario.getName(), steps(scenario)))) {
            lines.computeIfAbsent(file, _ -> new ArrayList<>()).add(line);
        }
    }

    private static List<String> steps(TestCase scenario) {
        return scenario.getTestSteps().stream()
                .filter(PickleStepTestStep.class::isInstance)
                .map(PickleStepTestStep.class::cast)
                .map(step -> step.getStep().getText())
                .toList();
    }
}
