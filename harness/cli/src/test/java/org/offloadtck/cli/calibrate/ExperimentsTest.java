package org.offloadtck.cli.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.offloadtck.cli.calibrate.Experiment.Part;
import org.offloadtck.cli.calibrate.Experiment.Timekeeper;

import java.util.List;
import java.util.stream.Stream;

class ExperimentsTest {

    private static Stream<Part> parts(Experiment experiment, Timekeeper keeper) {
        return experiment.sizes(keeper).stream().map(experiment::part);
    }

    @Test
    void a_fit_sees_about_half_of_the_points_and_some_of_every_experiment() {
        var parts =
                Experiments.all().stream()
                        .flatMap(each ->
                                each.timekeepers().stream().flatMap(keeper -> parts(each, keeper)))
                        .toList();

        assertThat(parts).hasSizeGreaterThan(200);
        assertThat(parts.stream().filter(Part.FIT::equals).count())
                .isBetween(parts.size() * 45L / 100, parts.size() * 55L / 100);
        assertThat(Experiments.all())
                .allSatisfy(each ->
                        assertThat(parts(each, Timekeeper.EVENTS))
                                .contains(Part.FIT, Part.HELD_OUT));
    }

    /// What was held out of a fit to all sizes is held out of one to the smallest.
    @Test
    void which_points_a_fit_sees_does_not_depend_on_how_many_sizes_there_are() {
        for (var experiment : Experiments.all()) {
            var few = experiment.first(3);

            assertThat(few.sizes().stream().map(few::part))
                    .containsExactlyElementsOf(few.sizes().stream().map(experiment::part).toList());
        }
    }

    @Test
    void names_and_ascending_sizes_tell_points_apart() {
        var names = Experiments.all().stream().map(each -> each.name().experiment()).toList();

        assertThat(names).doesNotHaveDuplicates();
        assertThat(Experiments.all())
                .allSatisfy(each ->
                        assertThat(each.sizes())
                                .isEqualTo(each.sizes().stream().distinct().sorted().toList())
                                .hasSizeGreaterThanOrEqualTo(3));
        assertThat(Experiments.all().stream().map(Experiment::timekeeper))
                .containsAll(List.of(Timekeeper.values()));
    }
}
