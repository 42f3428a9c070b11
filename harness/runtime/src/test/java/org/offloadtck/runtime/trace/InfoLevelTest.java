package org.offloadtck.runtime.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class InfoLevelTest {

    private static final MapRange RANGE = new MapRange(0x1000, 0x2000, 8, "x");
    private static final MapCount ONE = new MapCount(1, CountChange.NONE);

    @ParameterizedTest
    @CsvSource({
        "2, true, false, false",
        "8, false, true, false",
        "32, false, false, true",
        "-1, true, true, true"
    })
    void eachBitRequestsOneKindOfEvent(
            String text, boolean found, boolean changed, boolean copied) {
        var level = InfoLevel.parse(text);

        assertThat(level.includes(new MapEvent.Found(RANGE, ONE, ONE))).isEqualTo(found);
        assertThat(level.includes(new MapEvent.Created(0x1000, RANGE, ONE, ONE)))
                .isEqualTo(changed);
        assertThat(level.includes(new MapEvent.Removed(RANGE))).isEqualTo(changed);
        assertThat(level.includes(new MapEvent.CopiedToDevice(RANGE))).isEqualTo(copied);
        assertThat(level.includes(new MapEvent.CopiedFromDevice(RANGE))).isEqualTo(copied);
    }

    @Test
    void textThatIsNoNumberRequestsNothing() {
        assertThat(InfoLevel.parse("all")).isEqualTo(InfoLevel.NOTHING);
        assertThat(InfoLevel.parse("all").includes(new MapEvent.Removed(RANGE))).isFalse();
    }
}
