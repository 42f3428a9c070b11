package org.offloadtck.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class RunningLaunchTest {

    private final RunningLaunch launch = new RunningLaunch("k", 2, () -> 0);

    @Test
    void namesTheAddressesThatALaunchWaitsForOrReads() {
        assertThat(launch.text()).isEqualTo("k: 0 of 2 CTAs done, 0.0 M warp instructions/s");

        launch.reads(new TreeSet<>(List.of(0x20L, 0x24L, 0x28L)));
        assertThat(launch.text())
                .endsWith(
                        "instructions/s, no global memory changed lately, memory read at 0x20 or 2"
                                + " other addresses");

        launch.waits(new TreeSet<>(List.of(0x30L)));
        assertThat(launch.text()).endsWith("done, waiting for a change of memory at 0x30");

        launch.waits(Collections.emptySortedSet());
        launch.reads(Collections.emptySortedSet());
        assertThat(launch.text()).endsWith("M warp instructions/s");
    }
}
