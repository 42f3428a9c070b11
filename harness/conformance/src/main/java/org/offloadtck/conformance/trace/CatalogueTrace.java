package org.offloadtck.conformance.trace;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.classification.Classification;
import org.offloadtck.conformance.classification.ClassifiedUnit;
import org.offloadtck.conformance.requirement.Catalogue;
import org.offloadtck.conformance.requirement.Coverage;
import org.offloadtck.conformance.requirement.Requirement;
import org.offloadtck.conformance.requirement.TaggedScenario;
import org.offloadtck.data.Problem;

/// The catalogue with its links to documents, scenarios and code.
///
/// @param code places that implement or enforce requirements
/// @param faults what is wrong with rows and tags
public record CatalogueTrace(
        Catalogue catalogue,
        Classification classification,
        Coverage coverage,
        CodePlaces code,
        List<Problem> faults) {

    public CatalogueTrace {
        faults = List.copyOf(faults);
    }

    public static CatalogueTrace of(
            Catalogue catalogue, List<TaggedScenario> scenarios, CodePlaces code) {
        var classification = Classification.of(catalogue);
        var faults =
                Stream.concat(
                                classification.faults().stream(),
                                Coverage.problems(catalogue, scenarios).stream())
                        .distinct()
                        .toList();
        return new CatalogueTrace(
                catalogue, classification, Coverage.of(catalogue, scenarios), code, faults);
    }

    /// Whether a row, a tag or a unit fails the build.
    public boolean isOpen() {
        return !faults.isEmpty() || !classification.unclassified().isEmpty();
    }

    public List<Requirement> of(Stage stage) {
        return catalogue.requirements().stream().filter(row -> row.stage() == stage).toList();
    }

    /// The scenarios of the requirement; the rows of an outline count as one.
    public List<TaggedScenario> scenarios(Requirement requirement) {
        var byPlace = new LinkedHashMap<String, TaggedScenario>();
        coverage.scenarios()
                .getOrDefault(requirement.id(), List.of())
                .forEach(scenario -> byPlace.putIfAbsent(scenario.place(), scenario));
        return List.copyOf(byPlace.values());
    }

    /// The units of all editions that the requirement quotes.
    public List<ClassifiedUnit> units(Requirement requirement) {
        return classification.units().stream()
                .filter(unit -> unit.requirements().contains(requirement.id()))
                .toList();
    }
}
