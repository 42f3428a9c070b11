package org.offloadtck.reports.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import org.junit.jupiter.api.Test;
import org.offloadtck.data.DataException;
import org.offloadtck.reports.Samples;

final class SnapshotTest {

    @Test
    void hasEveryResultOfARun() {
        var run = Samples.run();

        var snapshot = Snapshot.read("r.json", new StringReader(run.toJson()));

        assertThat(snapshot.results().keySet())
                .containsExactlyInAnyOrderElementsOf(
                        run.results().stream().map(result -> result.identity().key()).toList());
    }

    @Test
    void refusesAResultThatIsThereTwice() {
        var json = Samples.run().toJson();
        var begin = json.indexOf("    {", json.indexOf("\"results\": ["));
        var first = json.substring(begin, json.indexOf("\n    },", begin) + "\n    },\n".length());
        var doubled = json.substring(0, begin) + first + json.substring(begin);

        assertThatThrownBy(() -> Snapshot.read("r.json", new StringReader(doubled)))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("r.json: results[1]: two results have the key ");
    }
}
