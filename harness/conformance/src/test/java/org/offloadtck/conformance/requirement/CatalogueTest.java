package org.offloadtck.conformance.requirement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.conformance.document.PlainText;
import org.offloadtck.conformance.document.SpecificationFolder;
import org.offloadtck.data.DataException;
import org.offloadtck.data.DataText;

/// Each check of the catalogue, broken once.
class CatalogueTest {

    private static final String ROWS = "requirements/wrapper.yaml";

    private static final String ROW =
            """
            - id: WR-01
              quote: The image is wrapped in a symbol.
              document: guide
              section: Wrapping
              strength: must
              tests: [format, negative]
              profiles: all
              deviations: [D1]
              sha256: %s
            """
                    .formatted(PlainText.sha256("The image is wrapped in a symbol."));

    private static final Map<String, String> SOUND =
            Map.of(
                    "specification.yaml",
                    """
                    profiles: [documented, llvm-16]
                    documents:
                      - id: guide
                        title: A guide
                        origin: here
                        file: guide.md
                        view: markdown
                    """,
                    "guide.md",
                    """
                    # Wrapping
                    The image is wrapped
                    in a `symbol`.
                    ## Loading
                    The image is loaded once.
                    """,
                    "deviations.yaml",
                    """
                    - id: D1
                      title: Two images
                      document: guide
                      statement: The image is loaded once.
                      practice: Two images.
                      evidence: a.o
                      profiles: [llvm-16]
                    """,
                    ROWS,
                    ROW);

    @Test
    void spellsOutTheProfilesOfARowThatHoldsInAll() {
        var requirement = Catalogue.load(folder(SOUND)).requirement("WR-01").orElseThrow();

        assertThat(requirement.profiles()).containsExactly("documented", "llvm-16");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "id: WR-01     | id: WR-1       | WR-1: id is 'WR-1' when it should be WR- and two"
                        + " digits",
                "id: WR-01     | id: OE-01      | OE-01: id is 'OE-01' when it should be WR- and"
                        + " two digits",
                "document: guide | document: book | WR-01: document is 'book', which"
                        + " specification.yaml does not have",
                "wrapped       | boxed          | WR-01: the quote is not in guide: 'The image is"
                        + " boxed in a symbol.'",
                "section: Wrapping | section: Loading | WR-01: section is 'Loading' when it should"
                        + " be 'Wrapping', where guide has the quote",
                "must          | shall          | WR-01: strength is 'shall' when it should be one"
                        + " of must, should, may",
                "negative      | unit           | WR-01: tests is 'unit' when it should be one of"
                        + " format, runtime, negative, performance",
                "profiles: all | profiles: [llvm-9] | WR-01: profiles is 'llvm-9' when it should be"
                        + " one of documented, llvm-16",
                "[D1]          | [D2]           | WR-01: deviation is 'D2', which deviations.yaml"
                        + " does not have",
                "strength: must | force: must   | WR-01: strength is missing",
                "profiles: all | profiles: 3    | WR-01: profiles is the number 3 when it should be"
                        + " a list"
            })
    void refusesARowThatDoesNotHold(String sound, String broken, String problem) {
        var files = with(ROWS, ROW.replace(sound, broken));

        assertThatThrownBy(() -> Catalogue.load(folder(files)))
                .isInstanceOf(DataException.class)
                .hasMessage("%s: %s", ROWS, problem);
    }

    @Test
    void makesAQuoteSuspectWhenItsHashIsAnothers() {
        var loaded = "The image is loaded once.";
        var files =
                with(
                        ROWS,
                        ROW.replace("The image is wrapped in a symbol.", loaded)
                                .replace("Wrapping", "Loading"));

        assertThatThrownBy(() -> Catalogue.load(folder(files)))
                .hasMessage(
                        "%s: WR-01: the quote changed: sha256 is '%s' when it should be '%s'",
                        ROWS,
                        PlainText.sha256("The image is wrapped in a symbol."),
                        PlainText.sha256(loaded));
    }

    @Test
    void refusesAnIdThatIsTaken() {
        var files = with(ROWS, ROW + ROW);

        assertThatThrownBy(() -> Catalogue.load(folder(files)))
                .hasMessage("%s: WR-01: id is taken by an earlier row", ROWS);
    }

    @Test
    void reportsEveryMistakeAtOnce() {
        var files =
                with(
                        ROWS,
                        ROW.replace("must", "shall").replace("[D1]", "[D2]")
                                + ROW.replace("[D1]", "[D2]"));

        assertThatThrownBy(() -> Catalogue.load(folder(files)))
                .isInstanceOfSatisfying(
                        DataException.class, e -> assertThat(e.problems()).hasSize(2));
    }

    @Test
    void namesTheDocumentFileThatIsMissing() {
        var files = new TreeMap<>(SOUND);
        files.remove("guide.md");

        assertThatThrownBy(() -> Catalogue.load(folder(files)))
                .hasMessageStartingWith("guide.md: file: is missing");
    }

    @Test
    void refusesADeviationFromWhatNoDocumentSays() {
        var deviations = String.valueOf(SOUND.get("deviations.yaml"));
        var files = with("deviations.yaml", deviations.replace("once", "twice"));

        assertThatThrownBy(() -> Catalogue.load(folder(files)))
                .hasMessageStartingWith(
                        "deviations.yaml: D1: the statement is not in guide:"
                                + " 'The image is loaded twice.'");
    }

    @Test
    void refusesTwoDocumentsOfOneId() {
        var specification = String.valueOf(SOUND.get("specification.yaml"));
        var again = specification.substring(specification.indexOf("  - id"));

        assertThatThrownBy(() ->
                        Catalogue.load(folder(with("specification.yaml", specification + again))))
                .hasMessage("specification.yaml: documents[1]: id is taken by an earlier row");
    }

    @Test
    void refusesASettingItDoesNotKnow() {
        var specification = String.valueOf(SOUND.get("specification.yaml"));

        assertThatThrownBy(() ->
                        Catalogue.load(
                                folder(with("specification.yaml", "edition: 1\n" + specification))))
                .hasMessageStartingWith(
                        "specification.yaml: document: has the unknown field edition");
    }

    @Test
    void refusesTextThatIsNoYaml() {
        assertThatThrownBy(() -> Catalogue.load(folder(with(ROWS, "- id: [WR-01\n"))))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith(ROWS + ": line ");
    }

    private static Map<String, String> with(String name, String text) {
        var files = new TreeMap<>(SOUND);
        files.put(name, text);
        return files;
    }

    private static SpecificationFolder folder(Map<String, String> files) {
        return name -> Optional.ofNullable(files.get(name)).map(text -> new DataText(name, text));
    }
}
