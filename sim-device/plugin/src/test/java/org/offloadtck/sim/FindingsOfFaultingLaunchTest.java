package org.offloadtck.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

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
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.plugin.Discovery;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.sim.container.ContainerSamples;
import org.offloadtck.sim.container.PtxTargetId;

/// What the checks found in a launch before its kernel faulted.
final class FindingsOfFaultingLaunchTest {

    private static final String RACE_AND_TRAP =
            """
            .version 6.4
            .target sm_60
            .address_size 64
            .shared .align 4 .b8 s[4];
            .visible .entry k()
            {
            .reg .b32 %r<2>;
            mov.u32 %r1, %tid.x;
            st.shared.u32 [s], %r1;
            bar.sync 0;
            trap;
            ret;
            }
            """;

    private final List<String> seen = new ArrayList<>();

    private static DeviceException fault(Device device) {
        var image = ContainerSamples.image("test", PtxTargetId.of(60), RACE_AND_TRAP);
        try (var program = device.createProgram(image);
                var queue = device.createQueue()) {
            var kernel = program.kernel("k").orElseThrow();
            return assertThatExceptionOfType(DeviceException.class)
                    .isThrownBy(() -> queue.launch(kernel, LaunchSize.of(1, 64), List.of()))
                    .actual();
        }
    }

    @Test
    void reachTheObserverBeforeTheFault() {
        var memory = GlobalMemory.ofCapacity(64 << 20, Arena.ofAuto());
        var options = InstrumentationOptions.checking(Set.of(Check.RACECHECK));
        var specs = List.of(DeviceSpec.h100());
        try (var device =
                SimulatedDeviceFactory.open(specs, memory, options, _ -> observer()).getFirst()) {
            assertThat(fault(device)).hasMessageContaining("trap");
        }

        assertThat(seen).containsExactly("RACE", "Faulted");
    }

    private SimulatedDeviceObserver observer() {
        return new SimulatedDeviceObserver() {
            @Override
            public void launchEnded(String kernel, LaunchShape shape, LaunchReport report) {
                seen.add(report.ending().getClass().getSimpleName());
            }

            @Override
            public Consequence findingReported(KernelFinding finding) {
                seen.add(finding.kind().name());
                return Consequence.NONE;
            }
        };
    }

    @Test
    void areInTheErrorOfAPluginThatFailsOnThem() {
        if (!(new SimulatedDevicePlugin().discover() instanceof Discovery.Found(var devices))) {
            throw new AssertionError("the simulated device is always there");
        }
        try (var device = devices.getFirst()) {
            assertThat(fault(device))
                    .hasMessageContaining("trap")
                    .hasMessageContaining("; before this fault: ")
                    .hasMessageContaining("races with a store");
        }
    }
}
