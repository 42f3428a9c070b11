package org.offloadtck.reports.site;

import java.util.List;
import java.util.stream.Collectors;
import org.offloadtck.conformance.classification.ClassifiedUnit;
import org.offloadtck.conformance.document.Document;

/// Consecutive units of a section of a document.
///
/// @param first number of the first unit in the document, from 0
public record Passage(Document document, String section, int first, List<ClassifiedUnit> units) {

    public Passage {
        units = List.copyOf(units);
    }

    /// The text of the units that the requirement quotes.
    String marked(String requirement) {
        return units.stream()
                .filter(unit -> unit.requirements().contains(requirement))
                .map(unit -> unit.unit().text())
                .collect(Collectors.joining(" "));
    }

    /// The element of a unit on the page of its document.
    public static String element(int number) {
        return "u-" + number;
    }
}
