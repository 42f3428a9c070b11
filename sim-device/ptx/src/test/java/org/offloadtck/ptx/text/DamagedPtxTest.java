package org.offloadtck.ptx.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.object.ptx.PtxSyntaxException;

/// Parsing a damaged text returns a module or throws a diagnostic.
class DamagedPtxTest {

    private static final String INTACT = PtxSamples.MANY_CONSTRUCTS;

    static IntStream bits() {
        return IntStream.range(0, Character.SIZE / 2);
    }

    @Test
    void parsesTheUndamagedText() {
        assertThat(PtxParser.parse("intact.ptx", INTACT).functions()).hasSize(2);
    }

    @Test
    void parsesOrRejectsEveryPrefix() {
        for (int length = 0; length < INTACT.length(); length++) {
            parseOrReject(INTACT.substring(0, length));
        }
    }

    @Test
    void parsesOrRejectsEveryDeletedCharacter() {
        for (int i = 0; i < INTACT.length(); i++) {
            parseOrReject(INTACT.substring(0, i) + INTACT.substring(i + 1));
        }
    }

    @Test
    void parsesOrRejectsEveryDoubledCharacter() {
        for (int i = 0; i < INTACT.length(); i++) {
            parseOrReject(INTACT.substring(0, i + 1) + INTACT.substring(i));
        }
    }

    @ParameterizedTest(name = "bit {0}")
    @MethodSource("bits")
    void parsesOrRejectsEveryFlippedBit(int bit) {
        for (int i = 0; i < INTACT.length(); i++) {
            var damaged = new StringBuilder(INTACT);
            damaged.setCharAt(i, (char) (INTACT.charAt(i) ^ (1 << bit)));
            parseOrReject(damaged.toString());
        }
    }

    /// A parsed module can be printed and parsed again.
    private static void parseOrReject(String text) {
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
