package org.offloadtck.conformance.classification;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.document.Document;
import org.offloadtck.conformance.document.DocumentSection;
import org.offloadtck.conformance.document.DocumentUnit;
import org.offloadtck.conformance.document.InformativePassage;
import org.offloadtck.conformance.document.Quote;
import org.offloadtck.conformance.requirement.Catalogue;
import org.offloadtck.conformance.requirement.Requirement;
import org.offloadtck.conformance.requirement.Strength;
import org.offloadtck.conformance.requirement.TestKind;
import org.offloadtck.data.Problem;

/// Each check of the classification, broken once.
class ClassificationTest {

    private static final Document GUIDE =
            document(
                    "guide",
                    new DocumentUnit(
                            DocumentUnit.Kind.SENTENCE, "The image, once made, is wrapped."),
                    new DocumentUnit(DocumentUnit.Kind.MARKUP, ".. table:: Fields"),
                    new DocumentUnit(DocumentUnit.Kind.TABLE_ROW, "| int | count | how many |"),
                    new DocumentUnit(DocumentUnit.Kind.CODE, "..."));

    private static final Document EDITION =
            document(
                    "edition",
                    new DocumentUnit(DocumentUnit.Kind.TABLE_ROW, "> int > > count > > how many"));

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
                .containsExactly(UnitStatus.REQUIREMENT);
        assertThat(classification.of(EDITION).getFirst().requirements()).containsExactly("WR-01");
    }

    @Test
    void takesAUnitForARequirementWhenOneHasSomeOfItsWords() {
        var classification = classify(List.of("The image"), informs("once made, is wrapped."));

        assertThat(classification.of(GUIDE).getFirst())
                .extracting(ClassifiedUnit::standing, ClassifiedUnit::reasons)
                .containsExactly(UnitStatus.REQUIREMENT, List.of("prose"));
    }

    @Test
    void countsNeitherMarkupNorUnitsWithoutAWord() {
        assertThat(Classification.counts(classify(List.of("The image")).of(GUIDE)))
                .containsEntry(UnitStatus.REQUIREMENT, 0)
                .containsEntry(UnitStatus.INFORMATIVE, 0)
                .containsEntry(UnitStatus.UNCLASSIFIED, 2);
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
                new InformativePassage(
                        "guide",
                        "Wrapping",
                        List.of("The image, once made, is wrapped."),
                        new InformativePassage.Role.Restates("WR-01"));

        assertThat(classify(List.of("how many"), restated).of(GUIDE).getFirst().requirements())
                .containsExactly("WR-01");
    }

    private static List<String> problems(List<String> quotes, InformativePassage... passages) {
        return classify(quotes, passages).problems().stream().map(Problem::toString).toList();
    }

    private static Classification classify(List<String> quotes, InformativePassage... passages) {
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

    private static InformativePassage informs(String quote) {
        return new InformativePassage(
                "guide", "Wrapping", List.of(quote), new InformativePassage.Role.Informs("prose"));
    }

    private static Document document(String id, DocumentUnit... units) {
        return new Document(
                id,
                "Title",
                "here",
                "file",
                "00",
                List.of(new DocumentSection("Wrapping", List.of(units))));
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
