package org.offloadtck.conformance.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.requirement.TaggedScenario;

class CatalogueTraceTest {

    private static final CatalogueTrace TRACE =
            CatalogueTrace.of(
                    SampleCatalogue.catalogue(),
                    List.of(
                            new TaggedScenario("t.feature", 7, "Names", List.of("@OE-01")),
                            new TaggedScenario("t.feature", 7, "Names", List.of("@OE-01", "@slow")),
                            new TaggedScenario("u.feature", 9, "More", List.of("@OE-09"))),
                    new CodePlaces(List.of(new CodePlace("OE-01", "main/Table.java", 3, "Table"))));

    @Test
    void countsPerDocumentAndPerStageAndNamesWhatIsWrong() {
        assertThat(TraceText.summary(TRACE))
                .startsWith(
                        """
                        document              units  requirement  informative  unclassified
                        guide                     3            1            1             1
                        all                       3            1            1             1

                        stage                 requirements  with scenarios  with a reason  open
                        """)
                .contains(
                        "offload-entries                  2               1              0     1\n")
                .endsWith(
                        """
                        suspect quotes: none of 3
                        requirements/offload-entries.yaml: OE-02: the quote begins or ends within a\
                         word when it should have whole words
                        u.feature: More: tag is @OE-09, which no requirement has
                        requirements/offload-entries.yaml: OE-02: no scenario tests it and no\
                         untested says why
                        """);
        assertThat(TRACE.isOpen()).isTrue();
    }

    @Test
    void printsWhatIsUnclassifiedAsARowToFillIn() {
        assertThat(TraceText.unclassified(TRACE))
                .isEqualTo(
                        """
                        # informative/guide.yaml
                        - reason:
                          section: "Entries"
                          quotes:
                            - "Tables are long."
                        """);
    }

    @Test
    void leadsFromASentenceToItsRequirement() {
        var guide = TRACE.catalogue().documents().getFirst();

        assertThat(TraceText.document(TRACE, guide))
                .isEqualTo(
                        """

                        guide § Entries
                          requirement  OE-01
                            An entry of a table has a <name>.
                          unclassified
                            Tables are long.
                          informative  says what the document is
                            This is a guide.
                        """);
    }

    @Test
    void leadsFromARequirementToItsScenariosAndDeviations() {
        assertThat(TraceText.stage(TRACE, Stage.OFFLOAD_ENTRIES))
                .isEqualTo(
                        """
                        OE-01 offload-entries, must
                            An entry of a table has a <name>.
                          in        guide § Entries
                          scenario  t.feature:7 Names
                          code      main/Table.java:3 Table
                          deviation D1 Bigger entries

                        OE-02 offload-entries, must
                            A table is not empty & not endless.
                          in        guide § Entries

                        """);
    }

    @Test
    void writesJson() {
        assertThat(TraceJson.of(TRACE))
                .contains("\"standing\": \"unclassified\"", "\"line\": 7", "\"open\": 1")
                .contains("\"declaration\": \"Table\"");
    }

    @Test
    void quotesWhatYamlWouldTakeForMarkup() {
        assertThat(QuotedScalar.quoted("a \"b\\0\"")).isEqualTo("\"a \\\"b\\\\0\\\"\"");
    }

    @Test
    void breaksLinesBetweenWords() {
        var line = "word ".repeat(17) + "end";

        assertThat(WrappedText.text(line + " next", "    "))
                .isEqualTo("    %s\n    next".formatted(line));
    }
}
