package org.offloadtck.conformance.document;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.conformance.requirement.Catalogue;
import org.offloadtck.data.DataException;
import org.offloadtck.data.DataText;

/// The rows beside the requirements: each check broken once, and every damage survived.
class InformativePassageTest {

    private static final String ROWS = "informative/guide.yaml";

    private static final String SOUND =
            """
            - reason: introduces the guide
              section: Wrapping
              quotes: [This guide is short., Hi Hal]
            - restates: WR-01
              section: Loading
              quotes: [Wrap the image.]
            """;

    private static final Map<String, String> FILES =
            Map.of(
                    "specification.yaml",
                    """
                    profiles: [documented]
                    documents:
                      - {id: guide, title: A guide, origin: here, file: guide.md, view: markdown}
                    """,
                    "guide.md",
                    """
                    # Wrapping
                    This guide is short. The image is wrapped.

                    Hi Hal
                    # Loading
                    Wrap the image.
                    """,
                    "deviations.yaml",
                    "[]",
                    "requirements/wrapper.yaml",
                    """
                    - id: WR-01
                      quote: The image is wrapped.
                      document: guide
                      section: Wrapping
                      strength: must
                      tests: [format]
                      profiles: all
                      sha256: %s
                    """
                            .formatted(PlainText.sha256("The image is wrapped.")));

    @Test
    void readsWhatIsInformativeAndWhatRestatesARequirement() {
        assertThat(load(SOUND).passages())
                .extracting(InformativePassage::role)
                .containsExactly(
                        new InformativePassage.Role.Informs("introduces the guide"),
                        new InformativePassage.Role.Restates("WR-01"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "is short | is long         | row 1: the quote is not in guide: 'This guide is"
                        + " long.'",
                "section: Wrapping | section: Loading | row 1: section is 'Loading' when it should"
                        + " be 'Wrapping', where guide has the quote 'This guide is short.'",
                "introduces the guide | ''  | row 1: reason is missing",
                "restates: WR-01 | '{restates: WR-01, reason: x'  | row 2: reason and restates are"
                        + " both given when one of them should be",
                "WR-01     | WR-02          | row 2: restates is 'WR-02', which no requirement has",
                "[Wrap the image.] | []     | row 2: quotes is an empty list when it should have a"
                        + " quote",
                "Hi Hal    | image          | row 1: the quote is 'image' when it should be a whole"
                        + " unit or of at least 8 characters",
                "reason    | grund          | row 1: reason and restates are empty when one of them"
                        + " should be given"
            })
    void refusesARowThatDoesNotHold(String sound, String broken, String problem) {
        var rows =
                broken.startsWith("{")
                        ? SOUND.replace("- " + sound, "- restates: WR-01\n  reason: x")
                        : SOUND.replace(sound, broken);

        assertThatThrownBy(() -> load(rows))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("%s: %s", ROWS, problem);
    }

    @Test
    void survivesEveryPrefix() {
        for (int length = 0; length < SOUND.length(); length++) {
            assertReadOrRefused(SOUND.substring(0, length));
        }
    }

    @Test
    void survivesEveryFlippedBit() {
        var sound = SOUND.getBytes(ISO_8859_1);
        for (int bit = 0; bit < sound.length * Byte.SIZE; bit++) {
            var damaged = sound.clone();
            damaged[bit / Byte.SIZE] ^= (byte) (1 << (bit % Byte.SIZE));
            assertReadOrRefused(new String(damaged, ISO_8859_1));
        }
    }

    private static void assertReadOrRefused(String rows) {
        var thrown = catchThrowable(() -> load(rows));

        assertThat(thrown)
                .as(rows)
                .satisfiesAnyOf(
                        none -> assertThat(none).isNull(),
                        refused ->
                                assertThat(refused)
                                        .isInstanceOf(DataException.class)
                                        .hasMessageStartingWith(ROWS + ": "));
    }

    private static Catalogue load(String rows) {
        var files = new TreeMap<>(FILES);
        files.put(ROWS, rows);
        return Catalogue.load(
                name -> Optional.ofNullable(files.get(name)).map(text -> new DataText(name, text)));
    }
}
