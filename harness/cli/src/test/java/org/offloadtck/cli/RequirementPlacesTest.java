package org.offloadtck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.document.SpecificationFolder;
import org.offloadtck.conformance.requirement.Catalogue;
import org.offloadtck.conformance.requirement.Requirement;
import org.offloadtck.conformance.trace.CodePlace;
import org.offloadtck.conformance.trace.CodePlaces;

/// From a requirement to the code in one hop.
class RequirementPlacesTest {

    /// The stages that the reference pipeline implements; the others judge devices, tools and
    /// installed toolchains.
    private static final Set<Stage> PIPELINE =
            EnumSet.range(Stage.COMPILATION, Stage.INDIRECT_CALL);

    private static final Catalogue CATALOGUE =
            Catalogue.load(
                    SpecificationFolder.ofResources(
                            RequirementPlacesTest.class.getClassLoader(), "corpus/spec"));

    @Test
    void everyRequirementOfThePipelineNamesItsCode() throws IOException {
        var named = named(CodePlaces.ofSources(Path.of("..", "..")));

        var required =
                CATALOGUE.requirements().stream()
                        .filter(requirement -> PIPELINE.contains(requirement.stage()))
                        .map(Requirement::id)
                        .toList();

        assertThat(required).hasSizeGreaterThan(200);
        assertThat(named).containsAll(required);
    }

    @Test
    void noCodeNamesARequirementThatIsNotInTheCatalogue() throws IOException {
        var known = CATALOGUE.requirements().stream().map(Requirement::id).toList();

        assertThat(named(CodePlaces.ofSources(Path.of("..", "..")))).isNotEmpty().isSubsetOf(known);
    }

    private static Set<String> named(CodePlaces places) {
        return places.places().stream().map(CodePlace::requirement).collect(Collectors.toSet());
    }
}
