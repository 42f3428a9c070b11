package org.offloadtck.scenario.record;

import io.cucumber.messages.types.Envelope;
import io.cucumber.plugin.ConcurrentEventListener;
import io.cucumber.plugin.event.EventPublisher;
import io.cucumber.plugin.event.TestCaseFinished;
import java.util.ArrayList;
import java.util.List;

/// Collects the scenarios of a dry run.
final class ScenarioListing implements ConcurrentEventListener {

    private final FeatureOutline outline = new FeatureOutline();
    private final List<ListedScenario> scenarios = new ArrayList<>();

    @Override
    public void setEventPublisher(EventPublisher publisher) {
        publisher.registerHandlerFor(
                Envelope.class, envelope -> envelope.getGherkinDocument().ifPresent(outline::add));
        publisher.registerHandlerFor(
                TestCaseFinished.class,
                event -> scenarios.add(ListedScenario.of(event.getTestCase(), outline)));
    }

    List<ListedScenario> scenarios() {
        return List.copyOf(scenarios);
    }
}
