package org.offloadtck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.offloadtck.conformance.document.SpecificationFolder;
import org.offloadtck.conformance.requirement.Catalogue;
import org.offloadtck.conformance.requirement.Requirement;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.scenario.command.TraceCommand;

/// A finding names a requirement of the catalogue, or none.
class FindingRequirementsTest {

    @Test
    void everyRequirementThatAFindingNamesIsInTheCatalogue() {
        var folder =
                SpecificationFolder.ofResources(TraceCommand.class.getClassLoader(), "corpus/spec");
        var ids = Catalogue.load(folder).requirements().stream().map(Requirement::id).toList();

        assertThat(Finding.Rule.values())
                .flatExtracting(rule -> rule.requirement().stream().toList())
                .isNotEmpty()
                .isSubsetOf(ids);
        assertThat(Arrays.stream(Finding.Rule.values()).map(Finding.Rule::id))
                .doesNotHaveDuplicates();
    }
}
