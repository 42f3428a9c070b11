package org.offloadtck.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.offloadtck.calibration.benchmark.BenchmarkRunner;
import org.offloadtck.calibration.benchmark.BenchmarkRunner.Clock;
import org.offloadtck.calibration.benchmark.KernelBenchmark;
import org.offloadtck.calibration.benchmark.KernelBenchmark.InitialContents.Pattern;
import org.offloadtck.calibration.benchmark.KernelBenchmark.LaunchSetup;
import org.offloadtck.calibration.benchmark.KernelBenchmark.Method;
import org.offloadtck.calibration.benchmark.KernelBenchmark.Module;
import org.offloadtck.calibration.benchmark.KernelBenchmark.Name;
import org.offloadtck.calibration.benchmark.KernelBenchmark.Operand;
import org.offloadtck.calibration.benchmark.KernelBenchmark.Protocol;
import org.offloadtck.calibration.benchmark.KernelBenchmark.TimeSource;
import org.offloadtck.calibration.benchmark.KernelBenchmarkSuite;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.LaunchSize;

/// The launches of a measurement, and how long its memory is kept.
class BenchmarkRunnerTest {

    private final List<Long> launches = new ArrayList<>();
    private final Device modelling = ModellingDevice.open();
    private final Device device = new PlantedDevice(modelling, "planted T4", this::record);

    private long record(long nanoseconds) {
        launches.add(nanoseconds);
        return nanoseconds;
    }

    @AfterEach
    void close() {
        modelling.close();
    }

    private static KernelBenchmark nothing(String name) {
        return new KernelBenchmark(
                new Name(name, "nothing"),
                Module.ofCorpus(KernelBenchmarkSuite.MICRO),
                new Method(TimeSource.EVENTS, Protocol.COLD),
                List.of(1),
                _ ->
                        new LaunchSetup(
                                LaunchSize.of(1, 1),
                                List.of(
                                        new Operand.Buffer(Long.BYTES, Pattern.ZEROS),
                                        new Operand.Buffer(Long.BYTES, Pattern.ZEROS),
                                        new Operand.Constant(Argument.Value.of(1)),
                                        new Operand.Constant(Argument.Value.of(0)))));
    }

    /// Otherwise its events would enclose the time in which the host enqueues it.
    @Test
    void aMeasuredLaunchIsEnqueuedBehindAnotherThatRuns() {
        modelling.timeLaunches("t4");
        try (var runner = new BenchmarkRunner(device, Clock.DEVICE)) {
            runner.launch(nothing("nothing"), 1, 1, () -> {});
        }

        assertThat(launches).hasSize(2);
        assertThat(launches.getFirst()).isGreaterThan(100_000);
        assertThat(launches.getLast()).isLessThan(10_000);
    }

    @Test
    void aSimulatedDeviceHasNoTimeOfTheHost() {
        modelling.timeLaunches("t4");
        try (var runner = new BenchmarkRunner(device, Clock.SIMULATED_DEVICE)) {
            runner.launch(nothing("nothing"), 1, 1, () -> {});
        }

        assertThat(launches).hasSize(1);
    }

    @Test
    void memoryOfABenchmarkIsFreedForTheNext() {
        var recorded = new RecordedDevice(modelling);
        var allocated = recorded.allocated();
        modelling.timeLaunches("t4");
        try (var runner = new BenchmarkRunner(recorded.device(), Clock.MODEL)) {
            runner.launch(nothing("first"), 1, 1, () -> {});
            runner.launch(nothing("first"), 1, 1, () -> {});
            assertThat(allocated).hasSize(2).allMatch(this::isAllocated);

            runner.launch(nothing("second"), 1, 1, () -> {});
            assertThat(allocated).hasSize(4);
            assertThat(allocated.subList(0, 2)).noneMatch(this::isAllocated);
        }
    }

    private boolean isAllocated(DeviceMemory memory) {
        try (var queue = modelling.createQueue()) {
            queue.fill(memory, 0, 1, (byte) 0);
            return true;
        } catch (DeviceException _) {
            return false;
        }
    }
}
