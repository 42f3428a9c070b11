package org.offloadtck.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.offloadtck.object.offload.abi.MapType.FROM;
import static org.offloadtck.object.offload.abi.MapType.TARGET_PARAM;
import static org.offloadtck.object.offload.abi.MapType.TO;

import org.junit.jupiter.api.Test;
import org.offloadtck.object.offload.abi.Ident;
import org.offloadtck.object.offload.abi.KernelArguments;
import org.offloadtck.object.offload.abi.KernelArguments.Extent;
import org.offloadtck.plugin.Capability;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.diagnostic.MissingCapabilityException;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.fake.FakeDevice;
import org.offloadtck.runtime.fake.FakeProgram;
import org.offloadtck.runtime.launch.TargetKernelCall;
import org.offloadtck.runtime.memory.HostSegment.Access;

/// Launches that fail: the reason, and that they change nothing.
final class RejectedLaunchTest {

    @Test
    void undoesTheMappingsOfALaunchThatFaults() {
        var device =
                FakeDevice.with(
                        FakeProgram.named("program")
                                .kernel(
                                        "kernel",
                                        (memory, _, _) -> memory.at(0xbad, 1).fill((byte) 0)));
        var program = new RuntimeProgram("llvm-16", device);
        program.image("program");
        long x = program.variable(1);

        assertThatExceptionOfType(DeviceException.class)
                .isThrownBy(() -> program.launch(MapArgument.of(x, 1, TO, FROM, TARGET_PARAM)))
                .matches(fault -> fault.error() == DeviceError.KERNEL_FAULT);
        assertThat(program.runtime.dataEnvironment(0).mappings()).isEmpty();
        assertThat(device.liveAllocations()).isZero();
        assertThat(program.bytes(x, 1)).containsExactly(1);
    }

    @Test
    void undoesTheMappingsOfALaunchWhoseResultCannotBeCopiedBack() {
        var device = FakeDevice.with(RuntimeProgram.increment());
        var program = new RuntimeProgram("llvm-16", device);
        program.image("program");
        program.memory.load(".rodata", 0x40_0000, Access.READ_ONLY, new byte[] {1});

        assertThatExceptionOfType(OffloadException.class)
                .isThrownBy(
                        () -> program.launch(MapArgument.of(0x40_0000, 1, TO, FROM, TARGET_PARAM)))
                .matches(fault -> fault.rule() == RuntimeRule.HOST_ADDRESS);
        assertThat(program.runtime.dataEnvironment(0).mappings()).isEmpty();
        assertThat(device.liveAllocations()).isZero();
    }

    @Test
    void saysWhichCapabilityASectionsBaseNeeds() {
        var program = new RuntimeProgram("llvm-19", FakeDevice.plain(RuntimeProgram.increment()));
        program.image("program");
        long x = program.variable(1, 2);

        assertThatExceptionOfType(MissingCapabilityException.class)
                .isThrownBy(() ->
                        program.launch(new MapArgument(x, x + 1, 1, TO.bit() | TARGET_PARAM.bit())))
                .matches(missing -> missing.capability() == Capability.RAW_ADDRESSES);
        assertThat(program.runtime.dataEnvironment(0).mappings()).isEmpty();
    }

    @Test
    void namesTheConstructWhoseHostPointerIsUnknown() {
        RuntimeProgram program = RuntimeProgram.with("llvm-16", RuntimeProgram.increment());
        program.runtime.registerLibrary(program.layout.descriptor());
        long text = program.layout.variable("loc", ";zaxpy.cpp;zaxpy;5;1;;\0".getBytes(UTF_8));
        long ident = program.layout.variable("ident", new Ident(0, 2, 0, 22, text).write());

        assertThatThrownBy(() ->
                        program.runtime.targetKernel(
                                new TargetKernelCall(ident, 0, 0, 0x99, program.arguments()), -1))
                .isInstanceOfSatisfying(
                        OffloadException.class,
                        fault -> assertThat(fault.rule()).isEqualTo(RuntimeRule.TARGET_REGION))
                .hasMessage(
                        "zaxpy.cpp:5:1: __tgt_target_kernel: 0x99: host ptr 0x99 does not have a"
                                + " matching target pointer");
    }

    @Test
    void rejectsArgumentArraysThatAreNotThere() {
        RuntimeProgram program = RuntimeProgram.with("llvm-16", RuntimeProgram.increment());
        long region = program.layout.region("kernel");
        program.runtime.registerLibrary(program.layout.descriptor());
        var arguments =
                new KernelArguments(
                        2,
                        1L << 31,
                        0x10,
                        0x10,
                        0x10,
                        0x10,
                        0,
                        0,
                        0,
                        0,
                        Extent.NONE,
                        Extent.NONE,
                        0);

        assertThatExceptionOfType(OffloadException.class)
                .isThrownBy(() ->
                        program.runtime.targetKernel(
                                new TargetKernelCall(0, 0, 0, region, arguments), 0))
                .matches(fault -> fault.rule() == RuntimeRule.HOST_ADDRESS)
                .matches(fault -> fault.address() == 0x10);
    }

    @Test
    void launchesNothingThatTheImageLacks() {
        RuntimeProgram program = RuntimeProgram.with("llvm-22", FakeProgram.named("program"));
        long region = program.layout.region("kernel");
        program.runtime.registerLibrary(program.layout.descriptor());

        assertThatExceptionOfType(OffloadException.class)
                .isThrownBy(() -> program.runtime.targetKernel(program.call(region), 0))
                .matches(fault -> fault.rule() == RuntimeRule.SYMBOL_DEFINED);
    }
}
