package org.offloadtck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.offloadtck.conformance.document.SpecificationFolder;
import org.offloadtck.conformance.requirement.Catalogue;
import org.offloadtck.conformance.requirement.Requirement;
import org.offloadtck.object.check.rule.Rule;
import org.offloadtck.scenario.command.TraceCommand;

/// A finding names a requirement of the catalogue, or none.
class FindingRequirementsTest {

    @Test
    void everyRequirementThatAFindingNamesIsInTheCatalogue() {
        var folder =
                SpecificationFolder.ofResources(TraceCommand.class.getClassLoader(), "corpus/spec");
        var ids = Catalogue.load(folder).requirements().stream().map(Requirement::id).toList();

        assertThat(Rule.all()).extracting(Rule::requirement).isNotEmpty().isSubsetOf(ids);
        assertThat(Rule.all().stream().map(Rule::id)).doesNotHaveDuplicates();
    }
}
