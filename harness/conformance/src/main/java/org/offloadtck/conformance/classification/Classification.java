package org.offloadtck.conformance.classification;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.conformance.document.Document;
import org.offloadtck.conformance.document.InformativePassage;
import org.offloadtck.conformance.document.InformativePassage.Role;
import org.offloadtck.conformance.document.PlainText;
import org.offloadtck.conformance.requirement.Catalogue;
import org.offloadtck.data.Problem;

/// Every unit of every document, with its classification.
///
/// @param units by document, then in the order of the document
/// @param faults quotes that classify nothing
public record Classification(List<ClassifiedUnit> units, List<Problem> faults) {

    private static final String WITHIN_A_WORD =
            "the quote begins or ends within a word when it should have whole words";
    private static final String NOTHING_NEW =
            "requirements or earlier rows have every word of the quote already";

    public Classification {
        units = List.copyOf(units);
        faults = List.copyOf(faults);
    }

    public static Classification of(Catalogue catalogue) {
        var sections =
                catalogue.documents().stream()
                        .flatMap(document ->
                                document.sections().stream()
                                        .map(each -> new SectionMatcher(document.id(), each)))
                        .toList();
        var faults = new ArrayList<Problem>();
        for (var row : catalogue.requirements()) {
            if (mark(sections, row.quote().text(), new Role.Restates(row.id())).places() == 0) {
                faults.add(new Problem(row.source(), row.id(), WITHIN_A_WORD));
            }
        }
        catalogue.passages().forEach(passage -> faults.addAll(mark(sections, passage)));
        return new Classification(
                sections.stream().flatMap(SectionMatcher::units).toList(), faults);
    }

    private static List<Problem> mark(List<SectionMatcher> sections, InformativePassage passage) {
        var faults = new ArrayList<Problem>();
        for (var quote : passage.quotes()) {
            var marking = mark(sections, quote, passage.role());
            if (marking.fresh() == 0) {
                var text = marking.places() == 0 ? WITHIN_A_WORD : NOTHING_NEW;
                faults.add(
                        new Problem(
                                passage.source(),
                                passage.section(),
                                "%s: '%s'".formatted(text, PlainText.of(quote))));
            }
        }
        return faults;
    }

    private static QuoteMatch mark(List<SectionMatcher> sections, String quote, Role role) {
        var words = Word.in(PlainText.of(quote)).stream().map(Word::letters).toList();
        return words.isEmpty()
                ? QuoteMatch.NONE
                : sections.stream()
                        .map(section -> section.mark(words, role))
                        .reduce(QuoteMatch.NONE, QuoteMatch::plus);
    }

    /// Reasons for the build to fail: [#faults], and every unclassified unit.
    public List<Problem> problems() {
        var problems = new ArrayList<>(faults);
        unclassified().stream()
                .map(unit ->
                        new Problem(
                                unit.document(),
                                unit.section(),
                                "is neither quoted by a requirement nor informative: '%s'"
                                        .formatted(unit.open())))
                .forEach(problems::add);
        return List.copyOf(problems);
    }

    public List<ClassifiedUnit> unclassified() {
        return units.stream().filter(unit -> unit.standing() == UnitStatus.UNCLASSIFIED).toList();
    }

    public List<ClassifiedUnit> of(Document document) {
        return units.stream().filter(unit -> unit.document().equals(document.id())).toList();
    }

    /// The number of units of each [UnitStatus], in their order.
    public static Map<UnitStatus, Integer> counts(List<ClassifiedUnit> units) {
        var counts = new EnumMap<UnitStatus, Integer>(UnitStatus.class);
        for (var standing : UnitStatus.values()) {
            counts.put(standing, 0);
        }
        units.forEach(unit -> counts.merge(unit.standing(), 1, Integer::sum));
        return counts;
    }
}
