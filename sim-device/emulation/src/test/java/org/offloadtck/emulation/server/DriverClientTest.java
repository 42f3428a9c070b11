package org.offloadtck.emulation.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.emulation.api.DriverCall;
import org.offloadtck.emulation.api.DriverFunction;

/// Functions of the C client that are more than their row.
class DriverClientTest {

    @TempDir Path folder;

    private final FakeDriver driver = new FakeDriver();
    private final ByteArrayOutputStream log = new ByteArrayOutputStream();

    @Test
    void packsMeasuresCopiesAndCallsBack() throws IOException {
        var ended = run("special");

        assertThat(ended.output()).isEqualTo("before printed\nafter");
        assertThat(ended.errors())
                .isEqualTo(
                        """
                        offload-tck: internal error of the device server; see its log
                        traced\
                        """);
        assertThat(ended.status()).isZero();
        assertThat(log.toString(UTF_8)).startsWith("java.lang.IllegalStateException: a planted");
        assertLaunches();
        assertModules();
        assertThat(call(DriverFunction.CU_OCCUPANCY_MAX_POTENTIAL_BLOCK_SIZE).buffer(0))
                .hasSize(32 * 8)
                .startsWith(64, 0, 0, 0, 0, 0, 0, 0, (byte) 128)
                .endsWith(0, 8, 0, 0, 0, 0, 0, 0);
        assertThat(call(DriverFunction.CU_MEMCPY_2D).arguments())
                .startsWith(1L, 1L, 1L)
                .endsWith(FakeDriver.BASE, 0L, 8L, 3L, 2L);
    }

    @Test
    void functionsWithoutASuffixCallThoseOfLaterReleases() throws IOException {
        assertThat(run("unsuffixed")).isEqualTo(new NativeProgram.Ended(0, "done", ""));

        assertThat(call(DriverFunction.CU_CTX_CREATE).arguments()).containsExactly(3L, 0L);
        assertThat(calls(DriverFunction.CU_CTX_DESTROY)).hasSize(1);
        assertThat(call(DriverFunction.CU_DEVICE_PRIMARY_CTX_RELEASE).arguments())
                .containsExactly(0L);
        assertThat(calls(DriverFunction.CU_MODULE_GET_GLOBAL)).hasSize(3);
    }

    @Test
    void questionsAboutClustersCarryTheLaunchAndItsAttributes() throws IOException {
        assertThat(run("clusters")).isEqualTo(new NativeProgram.Ended(0, "done", ""));

        var active = call(DriverFunction.CU_OCCUPANCY_MAX_ACTIVE_CLUSTERS);
        assertThat(active.arguments())
                .containsExactly(8L, 2L, 3L, 64L, 4L, 5L, 1024L, 9L, 1L, 6000L);
        assertThat(active.buffer(0)).hasSize(72).startsWith(4, 0, 0, 0, 0, 0, 0, 0, 2);
        var size = call(DriverFunction.CU_OCCUPANCY_MAX_POTENTIAL_CLUSTER_SIZE);
        assertThat(size.arguments()).startsWith(8L).endsWith(1L, 6001L);
        assertThat(size.buffer(0)).isEqualTo(active.buffer(0));
    }

    private void assertLaunches() {
        var launches = calls(DriverFunction.CU_LAUNCH_KERNEL);
        var packed = ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN);
        packed.putLong(0x1122334455667788L).putInt(-2).putInt(0).putDouble(0.5);
        assertThat(launches).hasSize(2);
        assertThat(launches.getFirst().arguments())
                .containsExactly(7000L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
        assertThat(launches.getFirst().buffer(0)).isEqualTo(packed.array());
        assertThat(launches.getLast().text(0)).isEqualTo("a block of 24 bytes, all");
    }

    private void assertModules() {
        var loading = call(DriverFunction.CU_MODULE_LOAD_DATA_EX);
        assertThat(loading.text(0)).isEqualTo(".version 6.4");
        assertThat(loading.buffer(1)).hasSize(4 * 4);
        assertThat(loading.buffer(2)).hasSize(4 * 8);
        assertThat(call(DriverFunction.CU_MODULE_LOAD_DATA).buffer(0))
                .hasSize(32)
                .startsWith(0x50, 0xED, 0x55, 0xBA);
    }

    private DriverCall call(DriverFunction function) {
        assertThat(calls(function)).hasSize(1);
        return calls(function).getFirst();
    }

    private List<DriverCall> calls(DriverFunction function) {
        return driver.recorded().stream().filter(call -> call.function() == function).toList();
    }

    private NativeProgram.Ended run(String name) throws IOException {
        var place = NativeClientFixture.in(folder, FakeServer.class);
        var program = place.compile(name);
        try (var server =
                DeviceServer.listen(
                        place.socket(), driver.backend(), new PrintStream(log, true, UTF_8))) {
            Thread.ofPlatform().start(() -> server.serve(Duration.ofMinutes(1)));
            return place.run(program);
        }
    }
}
