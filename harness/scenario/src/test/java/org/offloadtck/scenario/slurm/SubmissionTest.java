package org.offloadtck.scenario.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.data.DataException;
import org.offloadtck.data.DataText;
import org.offloadtck.scenario.slurm.Submission.Attempt;
import org.offloadtck.scenario.slurm.Submission.JobArray;

final class SubmissionTest {

    private static final Submission SUBMISSION =
            new Submission(
                    new SlurmSettings(List.of("--partition=a100"), "gpu:1", 10, 2),
                    List.of(
                            new Attempt(
                                    List.of(
                                            new JobArray(1, List.of(0, 2)),
                                            new JobArray(2, List.of(1))),
                                    3),
                            new Attempt(List.of(new JobArray(4, List.of(2))), 5)));

    private static Submission parse(String text) {
        return Submission.parse(new DataText("submission.json", text));
    }

    @Test
    void isReadAsItWasWritten() {
        assertThat(parse(SUBMISSION.toJson())).isEqualTo(SUBMISSION);
        assertThat(SUBMISSION.arrays()).containsExactly(1L, 2L, 4L);
        assertThat(SUBMISSION.jobs()).containsExactly(1L, 2L, 4L, 3L, 5L);
        assertThat(SUBMISSION.last().shards()).containsExactly(2);
    }

    @Test
    void everyPrefixIsRefused() {
        var text = SUBMISSION.toJson().strip();
        for (int end = 0; end < text.length(); end++) {
            var prefix = text.substring(0, end);
            assertThatThrownBy(() -> parse(prefix))
                    .isInstanceOf(DataException.class)
                    .hasMessageStartingWith("submission.json: ");
        }
    }

    @Test
    void anotherVersionIsRefused() {
        var other = SUBMISSION.toJson().replace("\"version\": 1", "\"version\": 2");

        assertThatThrownBy(() -> parse(other))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("version is 2 when this kit reads 1");
    }

    @ParameterizedTest
    @CsvSource({"'0',0", "'0-2',0 1 2", "'0,2-3,7',0 2 3 7", "'1-2,4-5',1 2 4 5"})
    void numbersAreWrittenAsRanges(String ranges, String numbers) {
        var list = List.of(numbers.split(" ")).stream().map(Integer::valueOf).toList();

        assertThat(JobRequest.ranges(list)).isEqualTo(ranges);
    }
}
