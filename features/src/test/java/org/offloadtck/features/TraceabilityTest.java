package org.offloadtck.features;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.document.SpecificationFolder;
import org.offloadtck.conformance.requirement.Catalogue;
import org.offloadtck.conformance.requirement.Coverage;
import org.offloadtck.data.Problem;
import org.offloadtck.scenario.record.ResultRecorder;
import org.offloadtck.scenario.record.ScenarioRun;

/// Every requirement has a scenario or a reason, and every tag names a requirement.
class TraceabilityTest {

    private static final ResultRecorder LISTED = new ResultRecorder();

    @BeforeAll
    static void list() {
        new ScenarioRun().listing().run(LISTED);
    }

    @Test
    void everyTagNamesARequirementAndEveryRequirementHasAScenario() {
        var folder =
                SpecificationFolder.ofResources(
                        TraceabilityTest.class.getClassLoader(), "corpus/spec");

        assertThat(Coverage.problems(Catalogue.load(folder), LISTED.scenarios()))
                .extracting(Problem::toString)
                .isEmpty();
    }

    @Test
    void everyStageHasScenarios() {
        assertThat(LISTED.results())
                .extracting(result -> result.identity().stage())
                .containsAll(Arrays.asList(Stage.values()));
        assertThat(LISTED.scenarios()).hasSizeGreaterThanOrEqualTo(40);
    }
}
