package org.offloadtck.conformance.plan;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.StringReader;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.offloadtck.data.DataException;

/// Every prefix and every changed byte of a small plan is refused with one [DataException], or is
/// an equal plan.
final class DamagedShardPlanTest {

    private static final ShardPlan PLAN = PlanSamples.plan(3, 2);

    private static final byte[] SOUND = PLAN.toJson().getBytes(ISO_8859_1);

    /// The plan that is read; empty if it is refused.
    private static Optional<ShardPlan> read(byte[] bytes, int length) {
        try {
            var text = new String(bytes, 0, length, ISO_8859_1);
            return Optional.of(ShardPlan.read("p.json", new StringReader(text)));
        } catch (DataException fault) {
            assertThat(fault.problems()).hasSize(1);
            assertThat(fault).hasMessageStartingWith("p.json: ");
            return Optional.empty();
        }
    }

    @Test
    void refusesEveryPrefix() {
        for (int length = 0; length < SOUND.length - 1; length++) {
            assertThat(read(SOUND, length)).as("prefix of %d bytes", length).isEmpty();
        }
    }

    @Test
    void refusesEveryChangedByteOrReadsAnEqualPlan() {
        int refused = 0;
        for (int place = 0; place < SOUND.length; place++) {
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                var damaged = SOUND.clone();
                damaged[place] ^= (byte) (1 << bit);
                var read = read(damaged, damaged.length);
                if (read.filter(plan -> !plan.equals(PLAN)).isPresent()) {
                    fail("byte %d, bit %d: another plan is read", place, bit);
                }
                refused += read.isEmpty() ? 1 : 0;
            }
        }
        assertThat(refused).isGreaterThan(SOUND.length * Byte.SIZE / 2);
    }
}
