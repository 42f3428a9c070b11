package org.offloadtck.scenario.command;

import io.cucumber.plugin.ConcurrentEventListener;
import io.cucumber.plugin.event.EventPublisher;
import io.cucumber.plugin.event.TestCaseStarted;
import java.io.PrintWriter;

/// Shows the running scenario on one line of the terminal, which is erased at the end.
final class ScenarioProgress implements ConcurrentEventListener {

    /// ECMA-48, 8.3.41: erase in line, from the cursor to the end.
    private static final String ERASE = "\u001b[K";

    private static final int WIDTH = 72;

    private final PrintWriter terminal;
    private int started;

    ScenarioProgress(PrintWriter terminal) {
        this.terminal = terminal;
    }

    @Override
    public void setEventPublisher(EventPublisher publisher) {
        publisher.registerHandlerFor(
                TestCaseStarted.class, event -> show(event.getTestCase().getName()));
    }

    private void show(String scenario) {
        started++;
        var line = "%4d  %s".formatted(started, scenario);
        terminal.print("\r" + line.substring(0, Math.min(WIDTH, line.length())) + ERASE);
        terminal.flush();
    }

    void wipe() {
        terminal.print("\r" + ERASE);
        terminal.flush();
    }
}
