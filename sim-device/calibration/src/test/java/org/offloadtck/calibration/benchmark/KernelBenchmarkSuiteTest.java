package org.offloadtck.calibration.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.offloadtck.calibration.benchmark.KernelBenchmark.Subset;
import org.offloadtck.calibration.benchmark.KernelBenchmark.TimeSource;

class KernelBenchmarkSuiteTest {

    private static Stream<Subset> parts(KernelBenchmark experiment, TimeSource keeper) {
        return experiment.sizes(keeper).stream().map(experiment::subset);
    }

    @Test
    void aFitSeesAboutHalfOfThePointsAndSomeOfEveryExperiment() {
        var parts =
                KernelBenchmarkSuite.all().stream()
                        .flatMap(each ->
                                each.timeSources().stream().flatMap(keeper -> parts(each, keeper)))
                        .toList();

        assertThat(parts).hasSizeGreaterThan(200);
        assertThat(parts.stream().filter(Subset.FIT::equals).count())
                .isBetween(parts.size() * 45L / 100, parts.size() * 55L / 100);
        assertThat(KernelBenchmarkSuite.all())
                .allSatisfy(each ->
                        assertThat(parts(each, TimeSource.EVENTS))
                                .contains(Subset.FIT, Subset.HELD_OUT));
    }

    /// What was held out of a fit to all sizes is held out of one to the smallest.
    @Test
    void whichPointsAFitSeesDoesNotDependOnHowManySizesThereAre() {
        for (var experiment : KernelBenchmarkSuite.all()) {
            var few = experiment.smallest(3);

            assertThat(few.sizes().stream().map(few::subset))
                    .containsExactlyElementsOf(
                            few.sizes().stream().map(experiment::subset).toList());
        }
    }

    @Test
    void namesAndAscendingSizesTellPointsApart() {
        var names =
                KernelBenchmarkSuite.all().stream().map(each -> each.name().experiment()).toList();

        assertThat(names).doesNotHaveDuplicates();
        assertThat(KernelBenchmarkSuite.all())
                .allSatisfy(each ->
                        assertThat(each.sizes())
                                .isEqualTo(each.sizes().stream().distinct().sorted().toList())
                                .hasSizeGreaterThanOrEqualTo(3));
        assertThat(KernelBenchmarkSuite.all().stream().map(KernelBenchmark::timeSource))
                .containsAll(List.of(TimeSource.values()));
    }
}
