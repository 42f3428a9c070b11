package org.offloadtck.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.offloadtck.object.offload.abi.MapType.FROM;
import static org.offloadtck.object.offload.abi.MapType.TARGET_PARAM;
import static org.offloadtck.object.offload.abi.MapType.TO;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.fake.FakeDevice;
import org.offloadtck.runtime.fake.FakeProgram;
import org.offloadtck.runtime.launch.TargetKernelCall;
import org.offloadtck.runtime.mapping.DataConstruct;
import org.offloadtck.runtime.task.PendingConstruct;

/// Constructs with `nowait` whose device fails: the data environment is as before.
final class FailedConstructTest {

    private final FakeDevice device =
            FakeDevice.late(
                    FakeProgram.named("program")
                            .kernel("kernel", (memory, _, _) -> memory.at(0x10, 1)));
    private final RuntimeProgram program = new RuntimeProgram("llvm-16", device);
    private final long x = program.variable(1, 2);

    private PendingConstruct start(MapArgument... maps) {
        program.image("program");
        long region = program.layout.region("kernel");
        program.runtime.registerLibrary(program.layout.descriptor());
        return program.runtime.startKernel(
                new TargetKernelCall(0, -1, 0, region, program.arguments(maps)), 0);
    }

    @Test
    void nothingStaysMappedOfARegionThatFails() {
        var started = start(MapArgument.of(x, 2, TO, FROM, TARGET_PARAM));

        assertThatExceptionOfType(DeviceException.class).isThrownBy(started::finish);

        assertThat(program.runtime.dataEnvironment(0).mappings()).isEmpty();
        assertThat(device.liveAllocations()).isZero();
    }

    @Test
    void whatWasMappedBeforeARegionThatFailsStays() {
        var map = MapArgument.of(x, 2, TO, FROM, TARGET_PARAM);
        var data = program.runtime.dataEnvironment(0);
        data.begin(List.of(map));
        var started = start(map);

        assertThatExceptionOfType(DeviceException.class).isThrownBy(started::finish);

        assertThat(data.mappings()).extracting(row -> row.counts().total()).containsExactly(1L);
    }

    @Test
    void nothingStaysMappedOfDataThatCannotBeCopied() {
        program.image("program");
        program.runtime.registerLibrary(program.layout.descriptor());
        var started =
                program.runtime.startData(
                        DataConstruct.BEGIN, 0, List.of(MapArgument.of(x, 2, TO)));
        device.breakDown();

        assertThatExceptionOfType(DeviceException.class).isThrownBy(started::finish);

        assertThat(program.runtime.dataEnvironment(0).mappings()).isEmpty();
        assertThat(device.liveAllocations()).isZero();
    }
}
