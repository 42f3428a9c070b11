package org.offloadtck.emulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.launch.HostThreads;
import org.offloadtck.engine.launch.LaunchLimits;
import org.offloadtck.engine.launch.LaunchOptions;
import org.offloadtck.engine.load.ProgramLoader;
import org.offloadtck.engine.memory.DeviceHeap;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.schedule.Grid;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.ptx.text.PtxParser;
import org.offloadtck.timing.Timing;
import org.offloadtck.timing.TimingDetail;
import org.offloadtck.timing.figures.TimedDevice;
import org.offloadtck.timing.memory.SecondLevelCache;
import org.offloadtck.timing.replay.TimingModel;

class KernelTableTest {

    private static final String PTX =
            """
            .version 6.4
            .target sm_75
            .address_size 64
            .visible .entry k() { ret; }
            """;

    private static final Timing TIMING = timing();

    private static Timing timing() {
        var memory = GlobalMemory.ofCapacity(1 << 20, Arena.ofAuto());
        var image = ProgramLoader.load(PtxParser.parse("k.ptx", PTX), memory);
        var kernel = image.kernel("k").orElseThrow();
        var shape = LaunchShape.of(1, 32);
        var device = TimedDevice.of(DeviceSpec.named("t4").orElseThrow());
        var timer =
                TimingModel.of(image, device)
                        .timer(
                                kernel,
                                shape,
                                TimingDetail.INSTRUCTIONS,
                                new SecondLevelCache(device));
        var limits = LaunchLimits.of(1, new DeviceHeap(memory, DeviceHeap.DEFAULT_LIMIT));
        var options = LaunchOptions.of(limits, HostThreads.of(1)).withObserver(timer.observer());
        Grid.launch(image, kernel, shape, new byte[0], options);
        return timer.timing();
    }

    private static KernelLaunch launch(String kernel, int threads) {
        return KernelLaunch.simulated(
                new ClientProcess(1, "p"),
                0,
                kernel,
                LaunchShape.of(1, threads),
                RunSamples.counters(1),
                TIMING);
    }

    @Test
    void theConfigurationsOfAKernelThatHaveProfilesAreBounded() {
        var table = new KernelTable();
        for (int threads = 1; threads <= 103; threads++) {
            table.add(launch("k", threads));
        }
        table.add(launch("k", 7));
        table.add(launch("other", 5));

        assertThat(table.profiles()).hasSize(101);
        assertThat(table.profiles().getFirst().launches()).isEqualTo(2);
        assertThat(table.unprofiled())
                .isEqualTo(
                        "3 launches are of further configurations in no profile: a kernel has at"
                                + " most 100\n");
        assertThat(table.totals()).hasSize(2);
    }

    @Test
    void nothingIsSaidWhereEachConfigurationHasAProfile() {
        var table = new KernelTable();
        table.add(launch("k", 1));

        assertThat(table.profiles()).hasSize(1);
        assertThat(table.unprofiled()).isEmpty();
    }
}
