package org.offloadtck.launch.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BlockProgressTest {

    @Test
    void aLaunchThatIsOverAtOnceShowsNothingAndALongOneHowFarItIs() {
        var terminal = new StringWriter();
        var clock = new AtomicLong();
        var progress = new BlockProgress(new PrintWriter(terminal), clock::get);

        progress.ctasStarted(1, 8);
        assertThat(terminal.toString()).isEmpty();

        clock.set(300_000_000);
        progress.ctasStarted(3, 8);
        progress.ctasStarted(4, 8);
        progress.clear();

        assertThat(terminal.toString()).isEqualTo("\r3 of 8 blocks started\u001b[K\r\u001b[K");
    }
}
