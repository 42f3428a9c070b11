package org.offloadtck.timing.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.timing.KernelTiming;
import org.offloadtck.timing.figures.Quantity;
import org.offloadtck.timing.figures.TimedDevice;

/// One execution, timed as on several devices.
class LaunchSweepTest {

    private static final TimedDevice H100 = TimedDevice.of(DeviceSpec.h100());

    /// Loads, stores, shared memory and a barrier.
    private static final String BODY =
            """
            add.u64 %rd1, %rd1, %rd3;
            add.u64 %rd2, %rd2, %rd3;
            ld.global.u32 %r6, [%rd1];
            mov.u64 %rd5, s;
            mul.wide.u32 %rd6, %r2, 4;
            add.u64 %rd5, %rd5, %rd6;
            st.shared.u32 [%rd5], %r6;
            bar.sync 0;
            ld.shared.u32 %r7, [%rd5];
            st.global.u32 [%rd2], %r7;
            """;

    private static TimedDevice with(Quantity quantity, long value) {
        return new TimedDevice(H100.spec(), H100.timing().imagined(Map.of(quantity, value)));
    }

    @Test
    void takesOnEachDeviceWhatALaunchThereTakes() {
        var devices =
                List.of(
                        H100,
                        new TimedDevice(
                                H100.spec().withMultiprocessors(3, 1_000_000), H100.timing()),
                        new TimedDevice(H100.spec().withL2(4096), H100.timing()),
                        with(Quantity.DRAM_BANDWIDTH, 100_000),
                        with(Quantity.L2_LATENCY, 500),
                        with(Quantity.BARRIER_LATENCY, 300));
        var shape = LaunchShape.of(64, 128);
        var kernel = TimedKernel.of("h100", 1 << 16, BODY);

        var swept = kernel.sweep(devices, shape, 1).stream().map(KernelTiming.class::cast).toList();

        assertThat(swept).extracting(KernelTiming::device).isEqualTo(devices);
        var alone = devices.stream().map(device -> kernel.on(device, shape, 1)).toList();
        assertThat(swept)
                .extracting(KernelTiming::cycles)
                .isEqualTo(alone.stream().map(KernelTiming::cycles).toList());
        assertThat(swept)
                .extracting(KernelTiming::stack)
                .isEqualTo(alone.stream().map(KernelTiming::stack).toList());
        assertThat(swept).extracting(KernelTiming::cycles).doesNotHaveDuplicates();
    }
}
