package org.offloadtck.conformance.classification;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.data.Problem;
import org.offloadtck.conformance.requirement.Catalogue;
import org.offloadtck.conformance.requirement.Document;
import org.offloadtck.conformance.requirement.Passage;
import org.offloadtck.conformance.requirement.Quote;
import org.offloadtck.conformance.requirement.Requirement;
import org.offloadtck.conformance.requirement.Section;
import org.offloadtck.conformance.requirement.Strength;
import org.offloadtck.conformance.requirement.TestKind;
import org.offloadtck.conformance.requirement.Unit;

/// Each check of the classification, broken once.
class ClassificationTest {

    private static final Document GUIDE =
            document(
                    "guide",
                    new Unit(Unit.Kind.SENTENCE, "The image, once made, is wrapped."),
                    new Unit(Unit.Kind.MARKUP, ".. table:: Fields"),
                    new Unit(Unit.Kind.TABLE_ROW, "| int | count | how many |"),
                    new Unit(Unit.Kind.CODE, "..."));

    private static final Document EDITION =
            document("edition", new Unit(Unit.Kind.TABLE_ROW, "> int > > count > > how many"));

    @Test
    void isSilentWhenEveryWordIsQuoted() {
        assertThat(
                        problems(
                                List.of("The image", "| int | count | how many |"),
                                informs("once made, is wrapped.")))
                .isEmpty();
    }

    @Test
    void namesTheWordsOfAUnitThatNothingQuotes() {
        assertThat(problems(List.of("The image", "| int | count | how many |")))
                .containsExactly(
                        "guide: Wrapping: is neither quoted by a requirement nor informative:"
                                + " 'once made, is wrapped.'");
    }

    @Test
    void findsARowOfATableInEveryMarkup() {
        var classification = classify(List.of("| int | count | how many |"));

        assertThat(classification.of(EDITION))
                .extracting(ClassifiedUnit::standing)
                .containsExactly(Standing.REQUIREMENT);
        assertThat(classification.of(EDITION).getFirst().requirements()).containsExactly("WR-01");
    }

    @Test
    void takesAUnitForARequirementWhenOneHasSomeOfItsWords() {
        var classification = classify(List.of("The image"), informs("once made, is wrapped."));

        assertThat(classification.of(GUIDE).getFirst())
                .extracting(ClassifiedUnit::standing, ClassifiedUnit::reasons)
                .containsExactly(Standing.REQUIREMENT, List.of("prose"));
    }

    @Test
    void countsNeitherMarkupNorUnitsWithoutAWord() {
        assertThat(Classification.counts(classify(List.of("The image")).of(GUIDE)))
                .containsEntry(Standing.REQUIREMENT, 0)
                .containsEntry(Standing.INFORMATIVE, 0)
                .containsEntry(Standing.UNCLASSIFIED, 2);
    }

    @Test
    void refusesAnInformativeQuoteThatARequirementHas() {
        assertThat(classify(List.of("The image, once made"), informs("image, once")).faults())
                .extracting(Problem::toString)
                .containsExactly(
                        "informative/guide.yaml: Wrapping: requirements or earlier rows have every"
                                + " word of the quote already: 'image, once'");
    }

    @Test
    void refusesAnInformativeQuoteThatAnEarlierRowHas() {
        assertThat(classify(List.of(), informs("is wrapped."), informs("is wrapped.")).faults())
                .hasSize(1);
    }

    @Test
    void refusesAQuoteThatEndsWithinAWord() {
        assertThat(classify(List.of("The ima"), informs("s wrapped.")).faults())
                .extracting(Problem::text)
                .containsExactly(
                        "the quote begins or ends within a word when it should have whole words",
                        "the quote begins or ends within a word when it should have whole words:"
                                + " 's wrapped.'");
    }

    @Test
    void takesARestatementForTheRequirementItNames() {
        var restated =
                new Passage(
                        "guide",
                        "Wrapping",
                        List.of("The image, once made, is wrapped."),
                        new Passage.Role.Restates("WR-01"));

        assertThat(classify(List.of("how many"), restated).of(GUIDE).getFirst().requirements())
                .containsExactly("WR-01");
    }

    private static List<String> problems(List<String> quotes, Passage... passages) {
        return classify(quotes, passages).problems().stream().map(Problem::toString).toList();
    }

    private static Classification classify(List<String> quotes, Passage... passages) {
        return Classification.of(
                new Catalogue(
                        List.of("documented"),
                        List.of(GUIDE, EDITION),
                        List.of(),
                        IntStream.range(0, quotes.size())
                                .mapToObj(
                                        i -> requirement("WR-0%d".formatted(i + 1), quotes.get(i)))
                                .toList(),
                        List.of(passages)));
    }

    private static Passage informs(String quote) {
        return new Passage("guide", "Wrapping", List.of(quote), new Passage.Role.Informs("prose"));
    }

    private static Document document(String id, Unit... units) {
        return new Document(
                id,
                "Title",
                "here",
                "file",
                "00",
                List.of(new Section("Wrapping", List.of(units))));
    }

    private static Requirement requirement(String id, String quote) {
        return new Requirement(
                id,
                Stage.WRAPPER,
                new Quote(quote, "guide", "Wrapping", ""),
                Strength.MUST,
                List.of(TestKind.FORMAT),
                List.of("documented"),
                List.of(),
                "");
    }
}
