package org.offloadtck.timing.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.engine.device.DeviceSpec;

class FigureRangeTest {

    static List<TimedDevice> devices() {
        return DeviceSpec.all().stream().map(TimedDevice::of).toList();
    }

    private static Map<Quantity, Long> ends(TimingData timing, ToLongFunction<FigureRange> end) {
        var values = new EnumMap<Quantity, Long>(Quantity.class);
        for (var quantity : Quantity.values()) {
            timing.range(quantity).ifPresent(range -> values.put(quantity, end.applyAsLong(range)));
        }
        return values;
    }

    @ParameterizedTest
    @MethodSource("devices")
    void aFigureLiesInItsRangeAndWhatIsDocumentedHasNone(TimedDevice device) {
        for (var quantity : Quantity.values()) {
            var figure = device.timing().figure(quantity);
            device.timing()
                    .range(quantity)
                    .ifPresent(range -> {
                        assertThat(range.contains(figure.value())).as(quantity.word()).isTrue();
                        assertThat(range.source()).as(quantity.word()).isNotBlank();
                        assertThat(figure.basis())
                                .as(quantity.word())
                                .isNotEqualTo(Basis.DOCUMENTED);
                    });
        }
        assertThat(ends(device.timing(), FigureRange::least)).hasSizeGreaterThan(8);
    }

    /// Nothing would be gained by a row that no device takes.
    @Test
    void everyRowIsOfAQuantityAndADeviceThatThereAre() {
        var scopes =
                DeviceSpec.all().stream()
                        .flatMap(spec -> Stream.of(spec.name(), spec.architecture()))
                        .toList();

        assertThat(TimingTable.text("ranges.csv").lines().skip(1))
                .isNotEmpty()
                .allSatisfy(line -> {
                    var cells = line.split(",", 3);
                    assertThat(Quantity.of(cells[0]).word()).isEqualTo(cells[0]);
                    assertThat(scopes.contains(cells[1]) || cells[1].equals("all")).isTrue();
                });
    }

    /// So that whatever a fit chooses is a device.
    @ParameterizedTest
    @MethodSource("devices")
    void atTheEndsOfAllRangesLevelsOfMemoryAreInOrder(TimedDevice device) {
        for (var least : List.of(true, false)) {
            var end =
                    device.with(
                                    ends(
                                            device.timing(),
                                            least ? FigureRange::least : FigureRange::most))
                            .timing();

            assertThat(end.value(Quantity.SHARED_LATENCY))
                    .isLessThanOrEqualTo(end.value(Quantity.L1_LATENCY));
            assertThat(end.value(Quantity.L1_LATENCY)).isLessThan(end.value(Quantity.L2_LATENCY));
            assertThat(end.value(Quantity.L2_LATENCY))
                    .isLessThanOrEqualTo(end.value(Quantity.L2_FAR_LATENCY))
                    .isLessThanOrEqualTo(end.value(Quantity.ATOMIC_LATENCY));
            assertThat(end.value(Quantity.L2_FAR_LATENCY))
                    .isLessThan(end.value(Quantity.DRAM_LATENCY));
        }
    }

    @Test
    void aFigureThatIsSetIsAssumedAndTheOthersStay() {
        var t4 = TimedDevice.of(DeviceSpec.named("t4").orElseThrow());
        var other = t4.with(Map.of(Quantity.L1_LATENCY, 30L)).timing();

        assertThat(other.figure(Quantity.L1_LATENCY))
                .isEqualTo(new Figure(30, Basis.ASSUMED, "set for this run"));
        assertThat(other.figure(Quantity.L2_LATENCY))
                .isEqualTo(t4.timing().figure(Quantity.L2_LATENCY));
        assertThat(t4.timing().value(Quantity.L1_LATENCY)).isEqualTo(32);
    }

    @Test
    void aFigureSetToWhatItIsKeepsItsBasis() {
        var same =
                TimedDevice.of(DeviceSpec.h200()).with(Map.of(Quantity.L1_LATENCY, 34L)).timing();

        assertThat(same.figure(Quantity.L1_LATENCY).basis()).isEqualTo(Basis.MEASURED);
    }

    @Test
    void whatNothingPublishedAllowsIsRefused() {
        var t4 = TimedDevice.of(DeviceSpec.named("t4").orElseThrow());

        assertThatThrownBy(() -> t4.with(Map.of(Quantity.L1_LATENCY, 33L)))
                .isInstanceOf(FigureOutOfRangeException.class)
                .hasMessage("l1_latency is 33 when it should be from 30 to 32");
        assertThatThrownBy(() -> t4.with(Map.of(Quantity.SHARED_BANKS, 16L)))
                .isInstanceOf(FigureOutOfRangeException.class)
                .hasMessage(
                        "shared_banks is 16 when it should be as it is: no range of it is"
                                + " published");
        assertThatThrownBy(() -> Quantity.named(Map.of("tea", 1L)))
                .isInstanceOf(FigureOutOfRangeException.class)
                .hasMessage("'tea' is no figure of a device");
    }
}
