package org.offloadtck.reports.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.offloadtck.reports.comparison.Snapshots.facts;
import static org.offloadtck.reports.comparison.Snapshots.result;
import static org.offloadtck.reports.comparison.Snapshots.snapshot;

import java.io.StringReader;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.offloadtck.data.DataException;
import org.offloadtck.reports.Samples;

class BaselineTest {

    private static final Snapshot SNAPSHOT =
            snapshot(
                    facts(),
                    result("PASS").with("cycles", 5319).with("bytes", -1),
                    result("a/-/-/wrapper -> reference/none", "CRASH(SIGSEGV)"));

    @Test
    void readsBackWhatItWroteButTheHost() {
        var read = Baseline.read("a run", Baseline.write(SNAPSHOT));

        var facts = new TreeMap<>(SNAPSHOT.facts());
        facts.remove(new Fact(Aspect.HOST, ""));
        assertThat(read).isEqualTo(new Snapshot("a run", facts, SNAPSHOT.results()));
    }

    @Test
    void readsBackARun() {
        var snapshot = Snapshot.read("a run", new StringReader(Samples.run().toJson()));

        var read = Baseline.read("a run", Baseline.write(snapshot));

        assertThat(read.results().keySet()).isEqualTo(snapshot.results().keySet());
        assertThat(Comparison.of(read, snapshot).changes()).isEmpty();
    }

    @Test
    void anotherVerdictIsAnotherLine() {
        var one = Baseline.write(snapshot(facts(), result("PASS"))).lines().toList();
        var other = Baseline.write(snapshot(facts(), result("FAIL_LINK"))).lines().toList();

        assertThat(one).hasSameSizeAs(other);
        assertThat(one).filteredOn(line -> !other.contains(line)).hasSize(1);
    }

    @Test
    void tabsAndLineBreaksOfAFactDoNotBreakTheLine() {
        var snapshot = snapshot(facts(Aspect.DEVICE, "sim:sm_75", "two\nlines\tand a tab"));

        assertThat(Baseline.read("a run", Baseline.write(snapshot)).facts())
                .containsEntry(new Fact(Aspect.DEVICE, "sim:sm_75"), "two lines and a tab");
    }

    @Test
    void everyPrefixIsRefused() {
        var text = Baseline.write(SNAPSHOT);
        for (int length = 0; length < text.length(); length++) {
            var prefix = text.substring(0, length);
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() -> Baseline.read("b", prefix))
                    .withMessageMatching("(?s)b: line \\d+: .*");
        }
    }

    @Test
    void everyFlippedBitIsRefusedOrAnotherSnapshot() {
        var text = Baseline.write(SNAPSHOT);
        var whole = Baseline.read("b", text);
        int refused = 0;
        for (int bit = 0; bit < 7 * text.length(); bit++) {
            var flipped = new StringBuilder(text);
            flipped.setCharAt(bit / 7, (char) (text.charAt(bit / 7) ^ 1 << bit % 7));
            try {
                assertThat(Baseline.read("b", flipped.toString()))
                        .as("bit %d", bit)
                        .isNotEqualTo(whole);
            } catch (DataException _) {
                refused++;
            }
        }
        assertThat(refused).isPositive();
    }

    @Test
    void namesTheLineAndWhatItShouldBe() {
        var text = Baseline.write(SNAPSHOT);

        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() -> Baseline.read("b", text.replace("PASS", "PASSED")))
                .withMessage("b: line 16: 'PASSED' is no verdict");
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() -> Baseline.read("b", text.replaceFirst("\t1\n", "\t2\n")))
                .withMessage("b: line 1: version is '2' when this kit reads 1");
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() -> Baseline.read("b", text.replaceFirst("end", "verdict")))
                .withMessageEndingWith(
                        "begins with 'verdict' when it should be fact, result, figure or end");
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(
                        () -> Baseline.read("b", text.replaceFirst("end", "figure\tx\ty\t1\nend")))
                .withMessageEndingWith("no result above has the key 'x'");
    }
}
