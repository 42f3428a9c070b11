package org.offloadtck.runtime.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TraceComparisonTest {

    private static final MapCount ONE = new MapCount(1, CountChange.NONE);
    private static final MapCount NONE = new MapCount(0, CountChange.NONE);

    @Test
    void tracesOfOneProgramAtOtherAddressesAreAlike() {
        assertThat(TraceComparison.of(trace(0x1000, 0x70000), trace(0x5000, 0x9000)).differences())
                .isEmpty();
    }

    @Test
    void aSizeACountAndAnOrderAreDifferences() {
        var other =
                List.of(
                        created(0x1000, 0x70000, 12),
                        new MapEvent.Removed(new MapRange(0x1000, 0x70000, 12, "x")),
                        new MapEvent.CopiedToDevice(new MapRange(0x1004, 0x70004, 4, "x")));

        assertThat(TraceComparison.of(trace(0x1000, 0x70000), other).differences())
                .containsExactly(
                        "- row 1, 16 bytes at 0 created, base at -8, counts 1 and 0",
                        "- row 1, 4 bytes at 4 copied to the device",
                        "- row 1, 16 bytes at 0 removed",
                        "+ row 1, 12 bytes at 0 created, base at -8, counts 1 and 0",
                        "+ row 1, 12 bytes at 0 removed",
                        "+ 4 bytes in no row copied to the device");
    }

    @Test
    void aPlaceOnTheDeviceThatIsNotThatOnTheHostIsADifference() {
        var shifted =
                List.of(
                        created(0x1000, 0x70000, 16),
                        new MapEvent.CopiedToDevice(new MapRange(0x1004, 0x70008, 4, "x")),
                        new MapEvent.Removed(new MapRange(0x1000, 0x70000, 16, "x")));

        assertThat(TraceComparison.of(trace(0x1000, 0x70000), shifted).differences())
                .containsExactly(
                        "- row 1, 4 bytes at 4 copied to the device",
                        "+ row 1, 4 bytes at 4 (8 on the device) copied to the device");
    }

    @Test
    void aVariableThatIsMappedForGoodHasARowFromItsFirstUse() {
        var count = new MapCount(MapCount.INFINITE, CountChange.INCREMENTED);
        var one =
                List.<MapEvent>of(
                        new MapEvent.Found(
                                new MapRange(0x10, 0x20, 8, ""),
                                count,
                                NONE,
                                MapEvent.Origin.EXPLICIT));

        assertThat(TraceComparison.of(one, List.of()).differences())
                .containsExactly("- row 1, 8 bytes at 0 found, counts INF (incremented) and 0");
    }

    private static List<MapEvent> trace(long host, long device) {
        return List.of(
                created(host, device, 16),
                new MapEvent.CopiedToDevice(new MapRange(host + 4, device + 4, 4, "x")),
                new MapEvent.Removed(new MapRange(host, device, 16, "x")));
    }

    private static MapEvent created(long host, long device, long size) {
        return new MapEvent.Created(
                host - 8, device, new MapRange(host, device, size, "x"), ONE, NONE);
    }
}
