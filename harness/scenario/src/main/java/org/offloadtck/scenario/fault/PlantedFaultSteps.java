package org.offloadtck.scenario.fault;

import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.List;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.scenario.world.World;

/// Steps about the bench of planted faults.
public final class PlantedFaultSteps {

    private final World world;
    private FaultGroup group = FaultGroup.DISAGREEMENT;
    private List<PlantedFault> faults = List.of();
    private List<FaultVerdict> verdicts = List.of();

    public PlantedFaultSteps(World world) {
        this.world = world;
    }

    @Given("the fault {word} of {word}")
    public void planted(String row, String word) {
        group = FaultGroup.of(word);
        faults =
                group.faults().stream()
                        .filter(fault -> fault.row().equals(row) && !fault.missed())
                        .toList();
        assertThat(faults).as("faults of row %s", row).isNotEmpty();
    }

    @When("it is planted in its base files and they are checked")
    public void check() {
        var check = new ArtifactCheck(AbiProfiles.load());
        verdicts = faults.stream().map(fault -> FaultVerdict.of(fault, check)).toList();
        verdicts.forEach(verdict -> world.attach(verdict.evidence(group)));
    }

    @Then("its rule is reported at its place in each, as its consequence demands")
    public void isReported() {
        assertThat(verdicts).allMatch(FaultVerdict::isRight);
    }
}
