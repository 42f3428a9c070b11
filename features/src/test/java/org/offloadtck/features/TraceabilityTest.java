package org.offloadtck.features;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.document.SpecificationFolder;
import org.offloadtck.conformance.requirement.Catalogue;
import org.offloadtck.conformance.requirement.Coverage;
import org.offloadtck.data.Problem;
import org.offloadtck.scenario.record.ListedScenario;
import org.offloadtck.scenario.record.ScenarioRun;

/// Every requirement has a scenario or a reason, and every tag names a requirement.
class TraceabilityTest {

    private static final List<ListedScenario> LISTED = ScenarioRun.list();

    @Test
    void everyTagNamesARequirementAndEveryRequirementHasAScenario() {
        var folder =
                SpecificationFolder.ofResources(
                        TraceabilityTest.class.getClassLoader(), "corpus/spec");

        assertThat(
                        Coverage.problems(
                                Catalogue.load(folder),
                                LISTED.stream().map(ListedScenario::tagged).toList()))
                .extracting(Problem::toString)
                .isEmpty();
    }

    @Test
    void everyStageHasScenarios() {
        assertThat(LISTED)
                .extracting(scenario -> scenario.record().stage())
                .containsAll(Arrays.asList(Stage.values()));
        assertThat(LISTED).hasSizeGreaterThanOrEqualTo(40);
    }
}
