package org.offloadtck.ptx.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.object.ptx.PtxSyntaxException;

/// Whatever happens to a text, reading it yields a module or a diagnostic, never anything else.
class DamagedPtxTest {

    private static final String INTACT = PtxSamples.MANY_CONSTRUCTS;

    static IntStream bits() {
        return IntStream.range(0, Character.SIZE / 2);
    }

    @Test
    void theIntactTextIsRead() {
        assertThat(PtxParser.parse("intact.ptx", INTACT).functions()).hasSize(1);
    }

    @Test
    void everyPrefixIsReadOrRefused() {
        for (int length = 0; length < INTACT.length(); length++) {
            readOrRefuse(INTACT.substring(0, length));
        }
    }

    @Test
    void everyDeletedCharacterIsReadOrRefused() {
        for (int i = 0; i < INTACT.length(); i++) {
            readOrRefuse(INTACT.substring(0, i) + INTACT.substring(i + 1));
        }
    }

    @Test
    void everyDoubledCharacterIsReadOrRefused() {
        for (int i = 0; i < INTACT.length(); i++) {
            readOrRefuse(INTACT.substring(0, i + 1) + INTACT.substring(i));
        }
    }

    @ParameterizedTest(name = "bit {0}")
    @MethodSource("bits")
    void everyFlippedBitIsReadOrRefused(int bit) {
        for (int i = 0; i < INTACT.length(); i++) {
            var damaged = new StringBuilder(INTACT);
            damaged.setCharAt(i, (char) (INTACT.charAt(i) ^ (1 << bit)));
            readOrRefuse(damaged.toString());
        }
    }

    /// What is read must also be writable, and readable again.
    private static void readOrRefuse(String text) {
        try {
            var printed = PtxPrinter.print(PtxParser.parse("damaged.ptx", text));
            PtxParser.parse("printed.ptx", printed);
        } catch (PtxSyntaxException expected) {
            if (expected.source().equals("printed.ptx")) {
                fail(text, expected);
            }
        } catch (RuntimeException unexpected) {
            fail(text, unexpected);
        }
    }
}
