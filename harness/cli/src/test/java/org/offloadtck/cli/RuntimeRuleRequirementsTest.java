package org.offloadtck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.offloadtck.conformance.document.SpecificationFolder;
import org.offloadtck.conformance.requirement.Catalogue;
import org.offloadtck.conformance.requirement.Requirement;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.scenario.command.TraceCommand;

/// A rule of the runtime names a requirement of the catalogue.
class RuntimeRuleRequirementsTest {

    @Test
    void everyRequirementThatARuleNamesIsInTheCatalogue() {
        var folder =
                SpecificationFolder.ofResources(TraceCommand.class.getClassLoader(), "corpus/spec");
        var ids = Catalogue.load(folder).requirements().stream().map(Requirement::id).toList();

        assertThat(RuntimeRule.values()).extracting(RuntimeRule::requirement).isSubsetOf(ids);
    }
}
