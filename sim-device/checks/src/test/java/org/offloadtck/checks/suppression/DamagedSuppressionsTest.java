package org.offloadtck.checks.suppression;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.junit.jupiter.api.Test;
import org.offloadtck.data.DataException;

/// Every prefix and every flipped bit of a suppression file is read, or rejected with a
/// [DataException].
class DamagedSuppressionsTest {

    private static final byte[] INTACT =
            """
            - id: a
              deviation: D70
              first-release: 16
              last-release: 19
              findings: [race]
              kernel: k_*
              variable: v
              offset: 8
              accesses: speculative-load
            - id: b
              faults: [deadlock]
              kernel: k
              waits: [{barrier: 8, before: v, after: w}]
              defect: d
            """
                    .getBytes(ISO_8859_1);

    @Test
    void survivesEveryPrefix() {
        for (int length = 0; length < INTACT.length; length++) {
            assertReadOrRejected(new String(INTACT, 0, length, ISO_8859_1));
        }
    }

    @Test
    void survivesEveryFlippedBit() {
        for (int bit = 0; bit < INTACT.length * Byte.SIZE; bit++) {
            var damaged = INTACT.clone();
            damaged[bit / Byte.SIZE] ^= (byte) (1 << (bit % Byte.SIZE));
            assertReadOrRejected(new String(damaged, ISO_8859_1));
        }
    }

    private static void assertReadOrRejected(String yaml) {
        var thrown = catchThrowable(() -> Suppressions.parse("s.yaml", yaml));

        assertThat(thrown)
                .as(yaml)
                .satisfiesAnyOf(
                        none -> assertThat(none).isNull(),
                        rejected ->
                                assertThat(rejected)
                                        .isInstanceOf(DataException.class)
                                        .hasMessageStartingWith("s.yaml: "));
    }
}
