package org.offloadtck.runtime.info;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.runtime.trace.CountChange;
import org.offloadtck.runtime.trace.LaunchEvent;
import org.offloadtck.runtime.trace.MapCount;
import org.offloadtck.runtime.trace.MapEvent;
import org.offloadtck.runtime.trace.MapRange;
import org.offloadtck.runtime.trace.UnmappedEvent;

final class InfoLevelTest {

    private static final MapRange RANGE = new MapRange(0x1000, 0x2000, 8, "x");
    private static final MapCount ONE = new MapCount(1, CountChange.NONE);

    @ParameterizedTest
    @CsvSource({
        "1, 0000000",
        "2, 1000000",
        "4, 0000000",
        "8, 0111000",
        "16, 0000100",
        "32, 0000010",
        "64, 0000001",
        "-1, 1111111"
    })
    void eachBitRequestsOneKindOfEvent(String text, String requested) {
        var level = InfoLevel.parse(text);
        var size = LaunchSize.of(1, 1);

        var events =
                Stream.of(
                        new MapEvent.Found(RANGE, ONE, ONE, MapEvent.Origin.EXPLICIT),
                        new MapEvent.Created(0x1000, 0x2000, RANGE, ONE, ONE),
                        new MapEvent.Removed(RANGE),
                        new UnmappedEvent.Shared(0x1000, 8),
                        new LaunchEvent("kernel", size, "SPMD"),
                        new MapEvent.CopiedToDevice(RANGE),
                        new UnmappedEvent.Missing("x"));

        assertThat(
                        events.map(event -> level.includes(event) ? "1" : "0")
                                .collect(Collectors.joining()))
                .isEqualTo(requested);
    }

    @ParameterizedTest
    @CsvSource({"1, true, false", "4, false, true", "-1, true, true", "122, false, false"})
    void argumentsAndTablesHaveABitEach(String text, boolean arguments, boolean tables) {
        var level = InfoLevel.parse(text);

        assertThat(level.includesArguments()).isEqualTo(arguments);
        assertThat(level.includesTable()).isEqualTo(tables);
    }

    @Test
    void textThatIsNoNumberRequestsNothing() {
        assertThat(InfoLevel.parse("all")).isEqualTo(InfoLevel.NOTHING);
        assertThat(InfoLevel.parse("all").includes(new MapEvent.Removed(RANGE))).isFalse();
    }
}
