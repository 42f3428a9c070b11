package org.offloadtck.implementation.program.reader;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.offloadtck.data.DataException;

final class DamagedProgramTest {

    private static final String TEXT = SampleDescriptions.DOUBLING;

    @Test
    void everyPrefixIsReadOrRejected() {
        IntStream.range(0, TEXT.length())
                .forEach(length -> readOrReject("prefix " + length, TEXT.substring(0, length)));
    }

    @Test
    void everyTextWithoutOneCharacterIsReadOrRejected() {
        IntStream.range(0, TEXT.length())
                .forEach(i ->
                        readOrReject(
                                "without character " + i,
                                TEXT.substring(0, i) + TEXT.substring(i + 1)));
    }

    @Test
    void everyTextWithOneFlippedBitIsReadOrRejected() {
        for (int i = 0; i < TEXT.length(); i++) {
            for (int bit = 0; bit < 7; bit++) {
                char flipped = (char) (TEXT.charAt(i) ^ 1 << bit);
                readOrReject(
                        "bit %d of character %d".formatted(bit, i),
                        TEXT.substring(0, i) + flipped + TEXT.substring(i + 1));
            }
        }
    }

    private static void readOrReject(String damage, String text) {
        try {
            ProgramReader.read("program.yaml", text);
        } catch (DataException refused) {
            if (refused.problems().isEmpty()) {
                fail(damage + ": refused without a problem");
            }
        } catch (RuntimeException foreign) {
            fail(damage, foreign);
        }
    }
}
