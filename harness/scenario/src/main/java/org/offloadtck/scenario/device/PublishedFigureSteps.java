package org.offloadtck.scenario.device;

import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.offloadtck.calibration.published.FigureKind;
import org.offloadtck.calibration.published.PublishedComparison;
import org.offloadtck.conformance.result.Evidence;
import org.offloadtck.plugin.Capability;
import org.offloadtck.scenario.world.World;

/// Steps about figures of devices that others published, beside those of the timing model.
public final class PublishedFigureSteps {

    private static final double PERCENT = 100;

    private final World world;
    private Optional<PublishedComparison> comparison = Optional.empty();

    public PublishedFigureSteps(World world) {
        this.world = world;
    }

    /// Models figures of some kinds, and keeps the table of all points as evidence.
    ///
    /// @param kinds words of kinds, with `and` between them
    @When("^the published figures of (\\w+(?: and \\w+)*) are modelled$")
    public void modelled(String kinds) {
        world.require(Capability.TIME_MODEL);
        var wanted = EnumSet.noneOf(FigureKind.class);
        Arrays.stream(kinds.split(" and ", -1))
                .map(kind -> FigureKind.of(kind).orElseThrow())
                .forEach(wanted::add);
        var compared = PublishedComparison.of(world.device(), wanted, List.of());
        var table = compared.text();
        int lines = Math.toIntExact(table.lines().count());
        world.attach(
                Evidence.TextExcerpt.of(
                        "published.csv", table, 1, lines, "the error of each point"));
        comparison = Optional.of(compared);
    }

    @Then("the mean error of at least {int} points is at most {int} percent")
    public void meanErrorIsAtMost(int points, int percent) {
        var compared = comparison.orElseThrow();

        assertThat(compared.points().size()).isGreaterThanOrEqualTo(points);
        assertThat(PERCENT * compared.meanError()).isLessThanOrEqualTo((double) percent);
    }
}
