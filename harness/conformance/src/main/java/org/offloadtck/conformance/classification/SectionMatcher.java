package org.offloadtck.conformance.classification;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.stream.Stream;
import org.offloadtck.conformance.document.DocumentSection;
import org.offloadtck.conformance.document.DocumentUnit;
import org.offloadtck.conformance.document.InformativePassage.Role;

/// Matches quotes against the words of a section.
final class SectionMatcher {

    /// A unit, the numbers of its words in the section, and who marked some of them.
    private record Marks(
            DocumentUnit unit,
            List<Word> words,
            int first,
            SequencedSet<String> requirements,
            SequencedSet<String> reasons) {}

    private final String document;
    private final String title;
    private final List<String> words;
    private final List<Marks> units = new ArrayList<>();
    private final BitSet marked = new BitSet();

    SectionMatcher(String document, DocumentSection section) {
        this.document = document;
        this.title = section.title();
        var all = new ArrayList<String>();
        for (var unit : section.units()) {
            var words = Word.in(unit.text());
            units.add(
                    new Marks(
                            unit, words, all.size(), new LinkedHashSet<>(), new LinkedHashSet<>()));
            words.forEach(word -> all.add(word.letters()));
        }
        words = List.copyOf(all);
    }

    /// Marks the words wherever they stand one after the other.
    ///
    /// @param quote at least one
    QuoteMatch mark(List<String> quote, Role role) {
        var marking = QuoteMatch.NONE;
        for (int at = 0; at + quote.size() <= words.size(); at++) {
            if (words.get(at).equals(quote.getFirst())
                    && words.subList(at, at + quote.size()).equals(quote)) {
                marking = marking.plus(mark(at, at + quote.size(), role));
            }
        }
        return marking;
    }

    private QuoteMatch mark(int from, int to, Role role) {
        int before = marked.cardinality();
        marked.set(from, to);
        for (var unit : units) {
            if (from < unit.first() + unit.words().size() && unit.first() < to) {
                switch (role) {
                    case Role.Informs(var reason) -> unit.reasons().add(reason);
                    case Role.Restates(var requirement) -> unit.requirements().add(requirement);
                }
            }
        }
        return new QuoteMatch(1, marked.cardinality() - before);
    }

    /// The units that have words to be classified, in their order.
    Stream<ClassifiedUnit> units() {
        return units.stream().map(this::classified).flatMap(Optional::stream);
    }

    private Optional<ClassifiedUnit> classified(Marks unit) {
        if (unit.unit().kind() == DocumentUnit.Kind.MARKUP || unit.words().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new ClassifiedUnit(
                        document,
                        title,
                        unit.unit(),
                        List.copyOf(unit.requirements()),
                        List.copyOf(unit.reasons()),
                        open(unit)));
    }

    private String open(Marks unit) {
        int end = unit.first() + unit.words().size();
        int first = marked.nextClearBit(unit.first());
        if (first >= end) {
            return "";
        }
        int last = marked.previousClearBit(end - 1);
        return unit.unit()
                .text()
                .substring(
                        unit.words().get(first - unit.first()).start(),
                        unit.words().get(last - unit.first()).end());
    }
}
