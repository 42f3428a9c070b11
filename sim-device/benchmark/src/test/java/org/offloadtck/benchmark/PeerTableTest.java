package org.offloadtck.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The figures of the table.
class PeerTableTest {

    private static List<LaunchSample> samples(String simulator, double cpu) {
        var samples = new ArrayList<LaunchSample>();
        for (var kernel : PeerKernel.values()) {
            for (double factor : new double[] {3, 1, 1.5}) {
                samples.add(
                        LaunchSample.parse(
                                "%s,%s,0,%f,%f,1,6000000"
                                        .formatted(
                                                simulator, kernel.symbol(), factor, cpu * factor)));
            }
        }
        return samples;
    }

    private static List<String> row(String text, int block) {
        return List.of(text.split("\n\n", -1)[block].split("\n", -1)[2].trim().split(" +"));
    }

    @Test
    void printsMinimumTimesAndRatesRelativeToTheFirstSimulator() {
        var samples = samples("ours", 0.02);
        samples.addAll(samples("peer", 0.2));

        var text = new PeerTable(samples).text();

        assertThat(text).startsWith("minimum CPU milliseconds per launch\n");
        assertThat(row(text, 0)).startsWith("ours", "20.00").endsWith("20.00").hasSize(11);
        assertThat(row(text, 1)).startsWith("ours", "300.0").endsWith("300.0");
        assertThat(text.split("\n\n", -1)[2].lines().toList().get(3))
                .startsWith("peer ")
                .endsWith(" 10.00");
        assertThat(row(text, 3)).startsWith("ours", "1000.00");
    }

    @Test
    void comparesSeveralThreadsWithOneThread() {
        var samples = samples("ours", 0.02);
        samples.add(LaunchSample.parse("ours / two threads,saxpy,0,0.5,0.02,1,6000000"));
        samples.add(LaunchSample.parse("ours / two threads,saxpy,0,0.4,0.02,1,6000000"));

        assertThat(row(new PeerTable(samples).text(), 4))
                .startsWith("ours", "/", "two", "threads", "2.50", "-");
    }

    @Test
    void omitsTheMeanOfASimulatorThatLacksAKernel() {
        var samples = samples("ours", 0.02);
        samples.add(LaunchSample.parse("peer,saxpy,0,1.0,1.0,1,0"));

        var line = new PeerTable(samples).text().lines().toList().get(3);

        assertThat(line.split(" +"))
                .containsExactly("peer", "1000.00", "-", "-", "-", "-", "-", "-", "-", "-");
    }

    @Test
    void reportsAWrongResult() {
        var samples = samples("ours", 0.02);
        samples.add(LaunchSample.parse("peer,saxpy,0,1.0,1.0,0,0"));

        assertThat(new PeerTable(samples).text()).endsWith("peer: saxpy: the result is wrong\n");
    }

    @Test
    void quotesAMalformedLine() {
        assertThatThrownBy(() -> LaunchSample.parse("peer,saxpy"))
                .hasMessage("'peer,saxpy' has 2 fields when it should have 7");
    }
}
