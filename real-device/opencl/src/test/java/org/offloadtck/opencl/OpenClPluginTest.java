package org.offloadtck.opencl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.Kernel;
import org.offloadtck.plugin.LaunchMetric;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.Measurement;
import org.offloadtck.plugin.Queue;
import org.offloadtck.plugin.contract.ContractProgram;
import org.offloadtck.plugin.contract.DiscoveryContract;
import org.offloadtck.plugin.contract.LaunchContract;
import org.offloadtck.plugin.contract.MemoryContract;
import org.offloadtck.plugin.contract.ProgramContract;
import org.offloadtck.plugin.contract.QueueContract;
import org.offloadtck.plugin.image.ProgramImage;
import org.offloadtck.plugin.process.IsolatedPlugin;

/// In a process of its own, as users have it, on the first platform that the loader lists.
class OpenClPluginTest
        implements DiscoveryContract,
                MemoryContract,
                ProgramContract,
                LaunchContract,
                QueueContract {

    @Override
    public DevicePlugin plugin() {
        return new IsolatedPlugin(new OpenClPlugin());
    }

    @Override
    public ProgramImage contractImage() {
        return new ProgramImage(
                "contract.cl",
                OpenClSourceLinker.TARGET,
                MemorySegment.ofArray(ContractProgram.OPENCL_C.source().getBytes(UTF_8)));
    }

    private static ProgramImage image(String source) {
        return new ProgramImage(
                "test.cl",
                OpenClSourceLinker.TARGET,
                MemorySegment.ofArray(source.getBytes(UTF_8)));
    }

    private static void assertRefused(DeviceError error, String problem, Runnable operation) {
        assertThatExceptionOfType(DeviceException.class)
                .isThrownBy(operation::run)
                .satisfies(refusal -> {
                    assertThat(refusal.error()).isEqualTo(error);
                    assertThat(refusal.problem()).matches(problem);
                });
    }

    /// The driver's codes for these name no limit, or do not exist.
    @Test
    void limitsAreNamedBeforeTheDriverSeesALaunch() {
        var source =
                """
                kernel void greedy(global int *out) {
                    local int group[1 << 20];
                    group[get_local_id(0)] = 1;
                    barrier(CLK_LOCAL_MEM_FENCE);
                    out[0] = group[0];
                }
                __attribute__((reqd_work_group_size(4, 2, 1)))
                kernel void shaped(global int *out) { out[get_global_id(0)] = 1; }
                """;
        try (var device = openDevice();
                var program = device.createProgram(image(source));
                var queue = device.createQueue();
                var out = device.allocate(64)) {
            var arguments = List.<Argument>of(Argument.Pointer.to(out));
            var shaped = program.kernel("shaped").orElseThrow();
            var greedy = program.kernel("greedy").orElseThrow();

            assertRefused(
                    DeviceError.INVALID_VALUE,
                    "group is 8×1×1 when the kernel requires 4×2×1",
                    () -> queue.launch(shaped, LaunchSize.of(1, 8), arguments));
            assertRefused(
                    DeviceError.OUT_OF_RESOURCES,
                    "local memory of a group is \\d+ bytes when the device has \\d+",
                    () -> queue.launch(greedy, LaunchSize.of(1, 1), arguments));
            assertRefused(
                    DeviceError.OUT_OF_RESOURCES,
                    "size is \\d+ bytes when a buffer of the device has at most \\d+",
                    () -> device.allocate(1L << 50));
            assertThat(device.launchCount()).isZero();
        }
    }

    @Test
    void spirvIsRefusedWithWhatTheDeviceTakes() {
        try (var device = openDevice()) {
            var module =
                    new ProgramImage(
                            "a.spv",
                            OpenClSourceLinker.TARGET,
                            MemorySegment.ofArray(new int[] {0x07230203, 0x10000, 0, 1, 0}));

            assertRefused(
                    DeviceError.INVALID_BINARY,
                    "image is SPIR-V when it should be OpenCL C: the device takes no SPIR-V .*",
                    () -> device.createProgram(module));
        }
    }

    /// The start and the end of a kernel lie between two readings of the host's clock.
    @Test
    void elapsedTimeIsThatOfTheKernelAlone() {
        var source =
                """
                kernel void turn(global uint *out, uint count) {
                    uint value = get_global_id(0);
                    for (uint i = 0; i < count; i++) value = value * 1664525u + 1013904223u;
                    out[get_global_id(0)] = value;
                }
                """;
        try (var device = openDevice();
                var program = device.createProgram(image(source));
                var queue = device.createQueue();
                var out = device.allocate(64 * 4)) {
            var kernel = program.kernel("turn").orElseThrow();
            elapsed(queue, kernel, out, 1);
            long before = System.nanoTime();
            long longer = elapsed(queue, kernel, out, 20_000);
            long around = System.nanoTime() - before;

            assertThat(longer).isPositive().isLessThan(around);
            assertThat(elapsed(queue, kernel, out, 1)).isNotNegative().isLessThan(longer);
        }
    }

    /// Nanoseconds.
    private static long elapsed(Queue queue, Kernel kernel, DeviceMemory out, int count) {
        var arguments = List.<Argument>of(Argument.Pointer.to(out), Argument.Value.of(count));
        try (var event = queue.launch(kernel, LaunchSize.of(1, 64), arguments)) {
            queue.synchronize();
            return Measurement.value(event.measurements(), LaunchMetric.ELAPSED).orElseThrow();
        }
    }
}
