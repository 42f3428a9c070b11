package org.offloadtck.scenario.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ScenarioProgressTest {

    private final StringWriter out = new StringWriter();
    private long now;

    private ScenarioProgress progress(boolean isTerminal) {
        return new ScenarioProgress(new PrintWriter(out), isTerminal, 1751, () -> now);
    }

    private void run(ScenarioProgress progress, int scenarios, Duration each) {
        for (int n = 0; n < scenarios; n++) {
            progress.started("ER-04");
            now += each.toNanos();
            progress.finished();
        }
    }

    @Test
    void aTerminalShowsTheScenarioThatRunsAndTheTimeThatIsLeft() {
        var progress = progress(true);
        run(progress, 17, Duration.ofSeconds(1));
        progress.started("ER-04");

        assertThat(out.toString())
                .startsWith("\r0/1751  ER-04 …\u001b[K\r1/1751  ER-04 …")
                .endsWith("\r17/1751  ER-04 … 28:54 left\u001b[K");
    }

    @Test
    void nothingIsLeftOnTheTerminalAtTheEnd() {
        var progress = progress(true);
        run(progress, 1, Duration.ofSeconds(1));
        progress.end();
        progress.started("ER-05");

        assertThat(out.toString()).endsWith("\r\u001b[K").doesNotContain("ER-05");
    }

    @Test
    void elsewhereALineIsPrintedOnceAMinute() {
        run(progress(false), 130, Duration.ofSeconds(1));

        assertThat(out.toString().lines())
                .containsExactly("60/1751  ER-04 … 28:11 left", "120/1751  ER-04 … 27:11 left");
    }
}
