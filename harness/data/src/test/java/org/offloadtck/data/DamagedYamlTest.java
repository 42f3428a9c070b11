package org.offloadtck.data;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.junit.jupiter.api.Test;

/// Every prefix and every flipped bit of a small YAML list is read or refused with a
/// [DataException]; nothing else.
class DamagedYamlTest {

    private static final byte[] SOUND =
            "- id: W1\n  n: 7\n  list: [a, \"b\"]\n  text: >-\n    x\n".getBytes(ISO_8859_1);

    @Test
    void survivesEveryPrefix() {
        for (int length = 0; length < SOUND.length; length++) {
            assertReadOrRefused(new String(SOUND, 0, length, ISO_8859_1));
        }
    }

    @Test
    void survivesEveryFlippedBit() {
        for (int bit = 0; bit < SOUND.length * Byte.SIZE; bit++) {
            var damaged = SOUND.clone();
            damaged[bit / Byte.SIZE] ^= (byte) (1 << (bit % Byte.SIZE));
            assertReadOrRefused(new String(damaged, ISO_8859_1));
        }
    }

    @Test
    void refusesNestingWithoutEnd() {
        assertThatThrownBy(() -> new DataText("a.yaml", "[".repeat(100_000)).yamlRows())
                .isInstanceOf(DataException.class);
        assertThatThrownBy(() -> new DataText("a.json", "[".repeat(100_000)).json())
                .isInstanceOf(DataException.class);
    }

    @Test
    void refusesANameThatOccursTwice() {
        assertThatThrownBy(() -> new DataText("a.yaml", "- id: W1\n  id: W2\n").yamlRows())
                .isInstanceOf(DataException.class)
                .hasMessageContaining("id");
    }

    private static void assertReadOrRefused(String yaml) {
        var thrown = catchThrowable(() -> read(yaml));

        assertThat(thrown)
                .as(yaml)
                .satisfiesAnyOf(
                        none -> assertThat(none).isNull(),
                        refused ->
                                assertThat(refused)
                                        .isInstanceOf(DataException.class)
                                        .hasMessageStartingWith("a.yaml: "));
    }

    private static void read(String yaml) {
        for (var row : new DataText("a.yaml", yaml).yamlRows()) {
            row.all(fields ->
                    fields.text("id")
                            + fields.number("n")
                            + fields.texts("list")
                            + fields.text("text"));
        }
    }
}
