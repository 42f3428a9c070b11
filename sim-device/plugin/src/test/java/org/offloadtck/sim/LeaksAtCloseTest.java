package org.offloadtck.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.offloadtck.checks.Check;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.launch.InstrumentationOptions;
import org.offloadtck.launch.LaunchReport;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.sim.container.ContainerSamples;
import org.offloadtck.sim.container.PtxTargetId;

/// What kernels have allocated and not freed when the devices of a memory are closed.
final class LeaksAtCloseTest {

    private static final String ALLOCATE =
            """
            .version 6.4
            .target sm_60
            .address_size 64
            .extern .func (.param .b64 block) malloc(.param .b64 size);
            .visible .entry k()
            {
            .reg .b64 %rd<2>;
            {
            .param .b64 size;
            .param .b64 block;
            st.param.b64 [size], 24;
            call (block), malloc, (size);
            ld.param.b64 %rd1, [block];
            }
            ret;
            }
            """;

    private final List<String> seen = new ArrayList<>();

    private List<Device> devices(Check check) {
        return SimulatedDeviceFactory.open(
                List.of(DeviceSpec.h100(), DeviceSpec.h100()),
                GlobalMemory.ofCapacity(64 << 20, Arena.ofAuto()),
                InstrumentationOptions.checking(Set.of(check)),
                this::observer);
    }

    private SimulatedDeviceObserver observer(int device) {
        return new SimulatedDeviceObserver() {
            @Override
            public void launchEnded(String kernel, LaunchShape shape, LaunchReport report) {}

            @Override
            public Consequence findingReported(KernelFinding finding) {
                seen.add("%d: %s".formatted(device, finding.kind()));
                return Consequence.NONE;
            }
        };
    }

    private static void launch(Device device) {
        var image = ContainerSamples.image("test", PtxTargetId.of(60), ALLOCATE);
        try (var program = device.createProgram(image);
                var queue = device.createQueue()) {
            queue.launch(program.kernel("k").orElseThrow(), LaunchSize.of(1, 1), List.of());
            queue.synchronize();
        }
    }

    /// A kernel on one device may free what a kernel on another has allocated.
    @Test
    void areReportedByTheLastDevice() {
        var devices = devices(Check.LEAKCHECK);
        launch(devices.getFirst());

        devices.getFirst().close();
        assertThat(seen).isEmpty();
        devices.getLast().close();

        assertThat(seen).containsExactly("1: LEAK");
    }

    @Test
    void areReportedOnlyIfTheCheckIsOn() {
        var devices = devices(Check.MEMCHECK);
        launch(devices.getFirst());

        devices.forEach(Device::close);

        assertThat(seen).isEmpty();
    }
}
