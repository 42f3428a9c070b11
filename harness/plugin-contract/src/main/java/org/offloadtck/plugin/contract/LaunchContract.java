package org.offloadtck.plugin.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.offloadtck.plugin.contract.DeviceContract.assertRefused;
import static org.offloadtck.plugin.contract.MemoryContract.contents;
import static org.offloadtck.plugin.contract.MemoryContract.holding;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.Argument.Pointer;
import org.offloadtck.plugin.Argument.Value;
import org.offloadtck.plugin.Capability;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.plugin.LaunchMetric;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.LaunchSize.Dim3;
import org.offloadtck.plugin.Measurement;
import org.offloadtck.plugin.ModelFigure;

/// Launching kernels.
public interface LaunchContract extends DeviceContract {

    /// Little-endian 32-bit values.
    static int[] ints(byte[] bytes) {
        return MemorySegment.ofArray(bytes).toArray(ValueLayout.JAVA_INT_UNALIGNED);
    }

    /// Little-endian bytes of 32-bit values.
    static byte[] bytes(int... values) {
        return MemorySegment.ofArray(values).toArray(ValueLayout.JAVA_BYTE);
    }

    /// Launches a kernel of the contract program and waits.
    private List<Measurement> launch(
            Device device, String kernel, LaunchSize size, Argument... arguments) {
        try (var program = device.createProgram(contractImage());
                var queue = device.createQueue();
                var event =
                        queue.launch(
                                program.kernel(kernel).orElseThrow(), size, List.of(arguments))) {
            queue.synchronize();
            return event.measurements();
        }
    }

    @Test
    default void everyThreadOfEveryGroupRunsOnce() {
        try (var device = openDevice();
                var out = device.allocate(5 * 96 * 4)) {
            launch(device, "store_index", LaunchSize.of(5, 96), Pointer.to(out));

            assertThat(ints(contents(device, out))).isEqualTo(IntStream.range(0, 5 * 96).toArray());
        }
    }

    @Test
    default void threeDimensionsReachTheKernel() {
        var size = new LaunchSize(new Dim3(2, 3, 2), new Dim3(4, 2, 3), 0);
        try (var device = openDevice();
                var out = device.allocate(8 * 6 * 6 * 4)) {
            launch(device, "store_position", size, Pointer.to(out));

            var expected =
                    IntStream.range(0, 8 * 6 * 6)
                            .map(i -> i % 8 + 256 * (i / 8 % 6) + 65536 * (i / 48))
                            .toArray();
            assertThat(ints(contents(device, out))).isEqualTo(expected);
        }
    }

    @Test
    default void valuesAndPointersArriveInOrder() {
        try (var device = openDevice();
                var in = holding(device, bytes(1, 0, 2, 0, 3, 0));
                var out = holding(device, new byte[24])) {
            launch(
                    device,
                    "add_value",
                    LaunchSize.of(1, 32),
                    Pointer.to(out),
                    Pointer.to(in),
                    Value.of(0x1_0000_0000L),
                    Value.of(2));

            assertThat(ints(contents(device, out))).containsExactly(1, 1, 2, 1, 0, 0);
        }
    }

    @Test
    default void aPointerWithAnOffsetIsHonouredOrRefused() {
        try (var device = openDevice();
                var out = holding(device, new byte[4096 + 16])) {
            try {
                launch(device, "store_index", LaunchSize.of(1, 4), new Pointer(out, 4096));
            } catch (DeviceException refusal) {
                assertThat(refusal.error()).isEqualTo(DeviceError.UNSUPPORTED);
                assertThat(device.capabilities()).doesNotContain(Capability.RAW_ADDRESSES);
                return;
            }
            assertThat(ints(contents(device, out))[1024 + 3]).isEqualTo(3);
        }
    }

    @Test
    default void doublePrecisionIsExact() {
        var values = new double[] {0.1, -3.0, 1e300, Double.MIN_VALUE};
        try (var device = openDevice();
                var data =
                        holding(
                                device,
                                MemorySegment.ofArray(values).toArray(ValueLayout.JAVA_BYTE))) {
            if (!device.capabilities().contains(Capability.DOUBLE_PRECISION)) {
                return;
            }
            launch(device, "scale", LaunchSize.of(1, 4), Pointer.to(data), Value.of(3.0));

            assertThat(
                            MemorySegment.ofArray(contents(device, data))
                                    .toArray(ValueLayout.JAVA_DOUBLE_UNALIGNED))
                    .containsExactly(0.1 * 3.0, -9.0, 1e300 * 3.0, Double.MIN_VALUE * 3.0);
        }
    }

    @Test
    default void threadsOfAGroupShareMemoryAcrossABarrier() {
        var numbers = IntStream.range(0, 384).toArray();
        try (var device = openDevice();
                var data = holding(device, bytes(numbers))) {
            launch(device, "reverse_group", LaunchSize.of(3, 128), Pointer.to(data));

            var expected =
                    IntStream.range(0, 384).map(i -> i / 128 * 128 + 127 - i % 128).toArray();
            assertThat(ints(contents(device, data))).isEqualTo(expected);
        }
    }

    @Test
    default void everyLaunchIsCounted() {
        try (var device = openDevice();
                var out = device.allocate(128)) {
            long before = device.launchCount();
            launch(device, "store_index", LaunchSize.of(1, 32), Pointer.to(out));
            launch(device, "store_index", LaunchSize.of(1, 32), Pointer.to(out));

            assertThat(device.launchCount()).isEqualTo(before + 2);
        }
    }

    @Test
    default void refusesAGroupThatIsTooLarge() {
        try (var device = openDevice();
                var out = device.allocate(128)) {
            int tooLarge = device.description().maxGroupSize() + 1;

            assertRefused(
                    DeviceError.INVALID_VALUE,
                    () ->
                            launch(
                                    device,
                                    "store_index",
                                    LaunchSize.of(1, tooLarge),
                                    Pointer.to(out)));
        }
    }

    @Test
    default void refusesTheWrongNumberOfArguments() {
        try (var device = openDevice();
                var out = device.allocate(128)) {
            var size = LaunchSize.of(1, 32);

            assertRefused(DeviceError.INVALID_VALUE, () -> launch(device, "store_index", size));
            assertRefused(
                    DeviceError.INVALID_VALUE,
                    () -> launch(device, "store_index", size, Pointer.to(out), Value.of(1)));
            assertThat(device.launchCount()).isZero();
        }
    }

    @Test
    default void refusesAnArgumentOfTheWrongSize() {
        try (var device = openDevice();
                var in = device.allocate(24);
                var out = device.allocate(24)) {
            var size = LaunchSize.of(1, 3);
            for (var value : List.of(Value.of(1), new Value(MemorySegment.ofArray(new byte[9])))) {
                assertRefused(
                        DeviceError.INVALID_VALUE,
                        () ->
                                launch(
                                        device,
                                        "add_value",
                                        size,
                                        Pointer.to(out),
                                        Pointer.to(in),
                                        value,
                                        Value.of(2)));
            }
            assertThat(device.launchCount()).isZero();
        }
    }

    @Test
    default void aLaunchIsStoppedAtItsLimitWhereTheDeviceCan() {
        try (var device = openDevice()) {
            if (!device.capabilities().contains(Capability.LAUNCH_LIMIT)) {
                assertRefused(DeviceError.UNSUPPORTED, () -> device.limitLaunches(1000));
                return;
            }
            device.limitLaunches(100_000);

            assertRefused(
                    DeviceError.KERNEL_FAULT,
                    () -> launch(device, "endless", LaunchSize.of(2, 64)));
            assertRefused(DeviceError.INVALID_VALUE, () -> device.limitLaunches(0));
            try (var out = device.allocate(128)) {
                launch(device, "store_index", LaunchSize.of(1, 32), Pointer.to(out));
            }
        }
    }

    @Test
    default void measurementsMatchTheCapabilities() {
        try (var device = openDevice();
                var out = device.allocate(4096)) {
            var measured = launch(device, "store_index", LaunchSize.of(4, 256), Pointer.to(out));
            var again = launch(device, "store_index", LaunchSize.of(4, 256), Pointer.to(out));

            assertThat(measured.stream().anyMatch(m -> m.metric() == LaunchMetric.ELAPSED))
                    .isEqualTo(device.capabilities().contains(Capability.TIMING));
            assertThat(exact(measured)).isEqualTo(exact(again));
            assertThat(exact(measured).isEmpty())
                    .isEqualTo(!device.capabilities().contains(Capability.COUNTERS));
        }
    }

    @Test
    default void aLaunchIsTimedOnAModelWhereTheDeviceCan() {
        try (var device = openDevice();
                var out = device.allocate(4096)) {
            if (!device.capabilities().contains(Capability.TIME_MODEL)) {
                assertRefused(DeviceError.UNSUPPORTED, () -> device.timeLaunches("h200"));
                assertRefused(DeviceError.UNSUPPORTED, () -> device.useHostThreads(1));
                return;
            }
            device.timeLaunches("h200");
            var measured = launch(device, "store_index", LaunchSize.of(4, 256), Pointer.to(out));
            device.useHostThreads(1);
            device.timeLaunches("h200");
            var again = launch(device, "store_index", LaunchSize.of(4, 256), Pointer.to(out));

            assertThat(exact(measured))
                    .extracting(Measurement::metric)
                    .contains(LaunchMetric.CYCLES, LaunchMetric.MODELLED_TIME);
            assertThat(exact(measured)).isEqualTo(exact(again));
            assertRefused(DeviceError.INVALID_VALUE, () -> device.timeLaunches("abacus"));
            assertRefused(DeviceError.INVALID_VALUE, () -> device.useHostThreads(0));
        }
    }

    @Test
    default void aModelsFiguresCanBeMovedWithinWhatIsPublished() {
        try (var device = openDevice();
                var out = device.allocate(4096)) {
            if (!device.capabilities().contains(Capability.TIME_MODEL)) {
                assertRefused(DeviceError.UNSUPPORTED, () -> device.modelFigures("h200"));
                return;
            }
            var figure = figure(device, "kernel_launch");
            device.timeLaunches("h200", Map.of(figure.name(), figure.least()));
            long least =
                    cycles(launch(device, "store_index", LaunchSize.of(4, 256), Pointer.to(out)));
            device.timeLaunches("h200", Map.of(figure.name(), figure.most()));
            long most =
                    cycles(launch(device, "store_index", LaunchSize.of(4, 256), Pointer.to(out)));

            assertThat(most - least).isEqualTo(figure.most() - figure.least());
            var beyond = Map.of(figure.name(), figure.most() + 1);
            assertRefused(DeviceError.INVALID_VALUE, () -> device.timeLaunches("h200", beyond));
            assertRefused(
                    DeviceError.INVALID_VALUE,
                    () -> device.timeLaunches("h200", Map.of("tea", 1L)));
            assertRefused(DeviceError.INVALID_VALUE, () -> device.modelFigures("abacus"));
        }
    }

    private static ModelFigure figure(Device device, String name) {
        return device.modelFigures("h200").stream()
                .filter(figure -> figure.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static long cycles(List<Measurement> measurements) {
        return measurements.stream()
                .filter(measured -> measured.metric() == LaunchMetric.CYCLES)
                .mapToLong(Measurement::value)
                .findFirst()
                .orElseThrow();
    }

    private static List<Measurement> exact(List<Measurement> measurements) {
        return measurements.stream()
                .filter(measured -> measured.metric().exactness() == LaunchMetric.Exactness.EXACT)
                .toList();
    }
}
