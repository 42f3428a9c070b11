package org.offloadtck.conformance.classification;

import java.util.List;
import org.offloadtck.conformance.document.DocumentUnit;

/// A unit of a document, with its classification.
///
/// @param document id of the document
/// @param section title of the section
/// @param requirements ids of those that quote some of its words, in the order of the catalogue
/// @param reasons why the rest of it is no requirement
/// @param open what no quote has: from the first word to the last that is not marked; empty when
///   the unit is classified
public record ClassifiedUnit(
        String document,
        String section,
        DocumentUnit unit,
        List<String> requirements,
        List<String> reasons,
        String open) {

    public ClassifiedUnit {
        requirements = List.copyOf(requirements);
        reasons = List.copyOf(reasons);
    }

    /// The words of [#open]: what two editions of it have in common.
    public List<String> openWords() {
        return Word.in(open).stream().map(Word::letters).toList();
    }

    public UnitStatus standing() {
        if (!open.isEmpty()) {
            return UnitStatus.UNCLASSIFIED;
        }
        return requirements.isEmpty() ? UnitStatus.INFORMATIVE : UnitStatus.REQUIREMENT;
    }
}
