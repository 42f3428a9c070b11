package org.offloadtck.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.object.offload.abi.MapType;
import org.offloadtck.plugin.Device;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.fake.FakeDevice;
import org.offloadtck.runtime.fake.FakeProgram;
import org.offloadtck.runtime.launch.LaunchResult;
import org.offloadtck.runtime.launch.LaunchResult.Cause;

/// The device of constructs under each `OMP_TARGET_OFFLOAD`.
final class OffloadPolicyTest {

    private final FakeDevice device =
            FakeDevice.with(FakeProgram.named("program").kernel("kernel", (_, _, _) -> {}));

    @Test
    void leavesEverythingToTheHostWhenDisabled() {
        LaunchResult result = launch(OffloadPolicy.DISABLED, "program", device);

        assertThat(result)
                .isEqualTo(fallback(Cause.OFFLOADING_DISABLED, "OMP_TARGET_OFFLOAD is DISABLED"));
        assertThat(device.launchCount()).isZero();
    }

    @Test
    void leavesItToTheHostByDefaultWhenNoDeviceTakesAnImage() {
        LaunchResult result = launch(OffloadPolicy.DEFAULT, "foreign", device);

        assertThat(result)
                .isEqualTo(
                        fallback(
                                Cause.NO_COMPATIBLE_DEVICE,
                                "none of 1 devices accepted an image when the program began to"
                                        + " offload; there are some for opencl-c"));
    }

    @Test
    void failsWhenMandatoryAndNoDeviceTakesAnImage() {
        assertThatExceptionOfType(OffloadException.class)
                .isThrownBy(() -> launch(OffloadPolicy.MANDATORY, "foreign", device))
                .matches(fault -> fault.rule() == RuntimeRule.MANDATORY)
                .withMessageContaining(
                        "failure of target construct while offloading is mandatory: none of 1"
                                + " devices accepts a registered image; there are some for opencl-c");
    }

    @Test
    void failsWhenMandatoryAndThereIsNoDevice() {
        assertThatExceptionOfType(OffloadException.class)
                .isThrownBy(() -> launch(OffloadPolicy.MANDATORY, "program"))
                .matches(fault -> fault.rule() == RuntimeRule.MANDATORY);
    }

    @Test
    void runsOnTheDeviceByDefaultWhenItTakesAnImage() {
        LaunchResult result = launch(OffloadPolicy.DEFAULT, "program", device);

        assertThat(result).isInstanceOf(LaunchResult.Launched.class);
        assertThat(device.launchCount()).isOne();
    }

    @Test
    void decidesTheDefaultOnce() {
        var program = new RuntimeProgram("llvm-19", OffloadPolicy.DEFAULT, device);
        long x = program.variable(1);
        var maps = List.of(MapArgument.of(x, 1, MapType.TO));

        assertThat(program.runtime.targetDataBegin(0, maps)).isPresent();
        program.image("program");
        program.runtime.registerLibrary(program.layout.descriptor());

        assertThat(program.runtime.targetDataBegin(0, maps)).isPresent();
        assertThat(program.runtime.dataEnvironment(0).mappings()).isEmpty();
    }

    @Test
    void distinguishesDataConstructs() {
        var program = new RuntimeProgram("llvm-19", OffloadPolicy.DEFAULT, device);
        program.image("program");
        program.runtime.registerLibrary(program.layout.descriptor());
        long x = program.variable(1);
        var maps = List.of(MapArgument.of(x, 1, MapType.TO));

        assertThat(program.runtime.targetDataBegin(0, maps)).isEmpty();
        assertThat(program.runtime.targetDataUpdate(0, maps)).isEmpty();
        assertThat(program.runtime.targetDataEnd(0, maps)).isEmpty();
        assertThat(program.runtime.transferCounts(0).bytesToDevice()).isEqualTo(2);
    }

    @Test
    void rejectsDeviceNumbersThatAreNone() {
        var program = new RuntimeProgram("llvm-19", OffloadPolicy.DEFAULT, device);
        program.image("program");
        program.runtime.registerLibrary(program.layout.descriptor());

        assertThatExceptionOfType(OffloadException.class)
                .isThrownBy(() -> program.runtime.targetDataBegin(7, List.of()))
                .matches(fault -> fault.rule() == RuntimeRule.DEVICE_NUMBER)
                .withMessage("__tgt_target_data_begin: 0x0: device is 7 when there are 1");
    }

    private static LaunchResult launch(OffloadPolicy policy, String image, Device... devices) {
        var program = new RuntimeProgram("llvm-19", policy, devices);
        program.image(image);
        long region = program.layout.region("kernel");
        program.runtime.registerLibrary(program.layout.descriptor());
        return program.runtime.targetKernel(program.call(region), -1);
    }

    private static LaunchResult fallback(Cause cause, String reason) {
        return new LaunchResult.HostFallback(cause, reason);
    }
}
