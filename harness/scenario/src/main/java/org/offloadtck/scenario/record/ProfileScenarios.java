package org.offloadtck.scenario.record;

import io.cucumber.plugin.ConcurrentEventListener;
import io.cucumber.plugin.event.EventPublisher;
import io.cucumber.plugin.event.PickleStepTestStep;
import io.cucumber.plugin.event.TestCase;
import io.cucumber.plugin.event.TestCaseFinished;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Collects the scenarios with a step that sets one of the given ABI profiles.
final class ProfileScenarios implements ConcurrentEventListener {

    private static final String STEP = "the ABI profile ";

    private final List<String> steps;
    private final TreeMap<String, List<Integer>> lines = new TreeMap<>();

    ProfileScenarios(List<String> profiles) {
        this.steps = profiles.stream().map(STEP::concat).toList();
    }

    @Override
    public void setEventPublisher(EventPublisher publisher) {
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
        if (setsTheProfile(scenario)) {
            lines.computeIfAbsent(scenario.getUri().toString(), _ -> new ArrayList<>())
                    .add(scenario.getLocation().getLine());
        }
    }

    private boolean setsTheProfile(TestCase scenario) {
        return scenario.getTestSteps().stream()
                .filter(PickleStepTestStep.class::isInstance)
                .map(PickleStepTestStep.class::cast)
                .anyMatch(step -> steps.contains(step.getStep().getText()));
    }
}
