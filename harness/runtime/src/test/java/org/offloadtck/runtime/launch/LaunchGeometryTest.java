package org.offloadtck.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.plugin.DeviceDescription;
import org.offloadtck.plugin.Kernel;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.image.TargetId;
import org.offloadtck.runtime.image.ExecutionMode;
import org.offloadtck.runtime.image.KernelConfiguration;
import org.offloadtck.runtime.image.LoadedKernel;

/// Teams and threads of a launch. Expected values follow from the sources that [LaunchGeometry]
/// names; the first row of each table is zaxpy's.
final class LaunchGeometryTest {

    private static final DeviceDescription DEVICE =
            new DeviceDescription(
                    "fake:0",
                    "Fake",
                    "test",
                    "test",
                    new TargetId("fake", ""),
                    OptionalInt.of(32),
                    1024);

    private record NamedKernel(String name, int maxGroupSize) implements Kernel {}

    @ParameterizedTest
    @CsvSource({
        "SPMD, 0, 0, 1024, 8, 128",
        "SPMD, 0, 0, 1025, 9, 128",
        "SPMD, 0, 0, 0, 3200, 128",
        "SPMD, 0, 0, 100000000, 3200, 128",
        "SPMD, 5, 0, 1024, 5, 128",
        "SPMD, 0, 64, 1024, 16, 64",
        "SPMD, 1, 5000, 0, 1, 1024",
        "GENERIC, 1, 0, 0, 1, 128",
        "GENERIC, 1, 64, 0, 1, 96",
        "GENERIC, 1, 1024, 0, 1, 1024",
        "GENERIC, 0, 0, 1024, 1024, 128",
        "GENERIC_SPMD, 0, 64, 100, 100, 64",
    })
    void followsLlvm16ForMarkedKernels(
            ExecutionMode mode, int teams, int limit, long trips, int groups, int groupSize) {
        var kernel = kernel(1024, new KernelConfiguration.Marked(mode));

        var size = LaunchGeometry.of(kernel, DEVICE, new LaunchClauses(teams, limit, trips, 0));

        assertThat(size).isEqualTo(LaunchSize.of(groups, groupSize));
    }

    @ParameterizedTest
    @CsvSource({
        "SPMD, 0, 0, 1024, 32, 32",
        "SPMD, 0, 0, 102400, 3200, 32",
        "SPMD, 0, 0, 102401, 1601, 64",
        "SPMD, 0, 0, 409600, 3200, 128",
        "SPMD, 0, 0, 10000000, 3200, 128",
        "SPMD, 0, 128, 1024, 8, 128",
        "SPMD, 4, 0, 1024, 4, 128",
        "GENERIC, 0, 0, 1024, 1024, 128",
        "GENERIC, 1, 64, 0, 1, 96",
    })
    void spreadsShortLoopsAsLlvm19ForKernelsWithAnEnvironment(
            ExecutionMode mode, int teams, int limit, long trips, int groups, int groupSize) {
        var kernel = kernel(1024, new KernelConfiguration.Environment(mode, -1, -1, 0, 0));

        var size = LaunchGeometry.of(kernel, DEVICE, new LaunchClauses(teams, limit, trips, 0));

        assertThat(size).isEqualTo(LaunchSize.of(groups, groupSize));
    }

    @ParameterizedTest
    @CsvSource({
        "1024, 256, 512, 0, 256",
        "1024, 0, 96, 0, 96",
        "64, 256, 0, 0, 64",
        "1024, 0, 64, 400, 64"
    })
    void keepsToTheLimitsOfKernelAndEnvironment(
            int maxGroupSize, int minThreads, int maxThreads, int limit, int groupSize) {
        var kernel =
                kernel(
                        maxGroupSize,
                        new KernelConfiguration.Environment(
                                ExecutionMode.SPMD, minThreads, maxThreads, 0, 0));

        var size = LaunchGeometry.of(kernel, DEVICE, new LaunchClauses(1, limit, 0, 0));

        assertThat(size).isEqualTo(LaunchSize.of(1, groupSize));
    }

    private static LoadedKernel kernel(int maxGroupSize, KernelConfiguration configuration) {
        return new LoadedKernel(new NamedKernel("kernel", maxGroupSize), configuration);
    }
}
