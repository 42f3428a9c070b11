package org.offloadtck.conformance.result;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.offloadtck.data.DataException;
import org.offloadtck.data.DataText;

/// Every prefix and every flipped bit of a small document parses or is refused with a
/// [DataException]; nothing else.
class DamagedResultDocumentTest {

    private static final byte[] SOUND =
            smallest().toJson().replaceAll("\\s+", " ").getBytes(ISO_8859_1);

    @Test
    void survivesEveryPrefix() {
        for (int length = 0; length < SOUND.length; length++) {
            var prefix = new String(SOUND, 0, length, ISO_8859_1);

            assertThatCode(() -> read(prefix))
                    .as("prefix of %d bytes", length)
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void survivesEveryFlippedBit() {
        for (int bit = 0; bit < SOUND.length * Byte.SIZE; bit++) {
            var damaged = SOUND.clone();
            damaged[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            var text = new String(damaged, ISO_8859_1);

            assertThatCode(() -> read(text)).as("bit %d", bit).doesNotThrowAnyException();
        }
    }

    private static ResultDocument smallest() {
        return ResultDocument.of(
                new RunSubject(
                        new RunSubject.Kit("1", "", "", Map.of()),
                        RunSubject.Selection.ALL,
                        List.of(),
                        List.of()),
                List.of(
                        Samples.result(
                                Samples.launch("1"),
                                new Verdict.Crash("SIGSEGV", "in a.o"),
                                new Evidence.ArtifactExcerpt("a.o", 0, "7f", "magic"))));
    }

    private static void read(String json) {
        try {
            assertThat(ResultDocument.parse(new DataText("r.json", json)).results()).isNotNull();
        } catch (DataException e) {
            assertThat(e).hasMessageStartingWith("r.json: ");
        }
    }
}
