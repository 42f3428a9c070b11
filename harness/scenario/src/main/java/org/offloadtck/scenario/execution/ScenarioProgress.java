package org.offloadtck.scenario.execution;

import io.cucumber.plugin.ConcurrentEventListener;
import io.cucumber.plugin.event.EventPublisher;
import io.cucumber.plugin.event.TestCase;
import io.cucumber.plugin.event.TestCaseFinished;
import io.cucumber.plugin.event.TestCaseStarted;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.LongSupplier;

/// Shows how far a run is: `17/1751 ER-04 … 2:10 left`. On a terminal it is one line, which is
/// redrawn for each scenario and erased at the end; elsewhere a line is printed once a minute.
public final class ScenarioProgress implements ConcurrentEventListener {

    /// ECMA-48, 8.3.41: erase in line, from the cursor to the end.
    private static final String ERASE = "\u001b[K";

    private static final Duration INTERVAL = Duration.ofMinutes(1);

    /// The time after which the time that is left can be estimated: the first scenario also loads
    /// the classes of all.
    private static final Duration WARM_UP = Duration.ofSeconds(3);

    private final PrintWriter out;
    private final boolean isTerminal;
    private final int total;
    private final LongSupplier clock;
    private final long started;
    private long printed;
    private int finished;
    private boolean hasEnded;

    /// @param total number of scenarios
    /// @param clock returns nanoseconds
    public ScenarioProgress(PrintWriter out, boolean isTerminal, int total, LongSupplier clock) {
        this.out = out;
        this.isTerminal = isTerminal;
        this.total = total;
        this.clock = clock;
        this.started = clock.getAsLong();
        this.printed = started;
    }

    @Override
    public void setEventPublisher(EventPublisher publisher) {
        publisher.registerHandlerFor(
                TestCaseStarted.class, event -> started(name(event.getTestCase())));
        publisher.registerHandlerFor(TestCaseFinished.class, _ -> finished());
    }

    /// The first tag, which names a requirement; the title without one.
    private static String name(TestCase scenario) {
        return scenario.getTags().stream()
                .findFirst()
                .map(tag -> tag.substring(1))
                .orElse(scenario.getName());
    }

    synchronized void finished() {
        finished++;
    }

    /// @param name of the scenario that starts
    synchronized void started(String name) {
        long now = clock.getAsLong();
        var line = "%d/%d  %s …%s".formatted(finished, total, name, left(now));
        if (hasEnded) {
            return;
        }
        if (isTerminal) {
            out.print("\r" + line + ERASE);
            out.flush();
        } else if (now - printed >= INTERVAL.toNanos()) {
            printed = now;
            out.println(line);
            out.flush();
        }
    }

    /// If scenarios take as long as those that have finished: ` 2:10 left`.
    private String left(long now) {
        long elapsed = now - started;
        if (finished == 0 || elapsed < WARM_UP.toNanos()) {
            return "";
        }
        var left = Duration.ofNanos(elapsed / finished * (total - finished));
        return " %d:%02d left".formatted(left.toMinutes(), left.toSecondsPart());
    }

    /// Erases the line of a terminal. Nothing is printed afterwards.
    public synchronized void end() {
        hasEnded = true;
        if (isTerminal) {
            out.print("\r" + ERASE);
            out.flush();
        }
    }
}
