package org.offloadtck.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.offloadtck.plugin.Capability;
import org.offloadtck.runtime.diagnostic.MissingCapabilityException;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.fake.FakeDevice;
import org.offloadtck.runtime.fake.FakeProgram;

/// Libraries that are rejected: the rule, the address, and that they change nothing.
final class RejectedLibraryTest {

    private static final FakeProgram PROGRAM =
            FakeProgram.named("program")
                    .kernel("kernel", (_, _, _) -> {})
                    .global("kernel_exec_mode", (byte) 2)
                    .global("counter", (byte) 7, (byte) 8);

    @Test
    void unloadsAnImageFromAllDevicesIfOneCannotLoadIt() {
        var complete = FakeDevice.with(PROGRAM);
        var other = FakeDevice.with(FakeProgram.named("program"));
        var program = new RuntimeProgram("llvm-16", complete, other);
        program.layout.variable("counter", new byte[2]);
        program.image("program");
        long descriptor = program.layout.descriptor();

        assertThatExceptionOfType(OffloadException.class)
                .isThrownBy(() -> program.runtime.registerLibrary(descriptor))
                .matches(fault -> fault.rule() == RuntimeRule.SYMBOL_DEFINED);
        assertThat(program.runtime.dataEnvironment(0).mappings()).isEmpty();
    }

    @Test
    void rejectsALibraryThatIsRegisteredAlready() {
        var program = new RuntimeProgram("llvm-22", FakeDevice.with(PROGRAM));
        long descriptor = program.layout.descriptor();
        program.runtime.registerLibrary(descriptor);

        assertRejected(
                () -> program.runtime.registerLibrary(descriptor),
                RuntimeRule.REGISTERED_ONCE,
                descriptor);
    }

    @Test
    void rejectsToUnregisterWhatIsNotRegistered() {
        var program = new RuntimeProgram("llvm-22");

        assertRejected(
                () -> program.runtime.unregisterLibrary(0x1234), RuntimeRule.REGISTERED, 0x1234);
    }

    @Test
    void rejectsAnImageThatLacksAnEntry() {
        var program = new RuntimeProgram("llvm-16", FakeDevice.with(PROGRAM));
        program.layout.region("kernel");
        program.layout.region("other");
        program.image("program");
        long descriptor = program.layout.descriptor();
        long second = program.memory.i64(descriptor + 16, "HostEntriesBegin") + 32;

        assertRejected(
                () -> program.runtime.registerLibrary(descriptor),
                RuntimeRule.SYMBOL_DEFINED,
                second);
        assertThat(program.runtime.libraries()).isEmpty();
    }

    @Test
    void rejectsAVariableOfAnotherSizeAndUnloadsTheImage() {
        var program = new RuntimeProgram("llvm-16", FakeDevice.with(PROGRAM));
        long descriptor = withTwoVariables(program);

        assertThatExceptionOfType(OffloadException.class)
                .isThrownBy(() -> program.runtime.registerLibrary(descriptor))
                .matches(fault -> fault.rule() == RuntimeRule.SYMBOL_SIZE)
                .withMessageEndingWith(
                        "variable counter has 2 bytes in the image when the host's has 4");
        assertThat(program.runtime.dataEnvironment(0).mappings()).isEmpty();
    }

    private static long withTwoVariables(RuntimeProgram program) {
        program.layout.region("kernel");
        program.layout.variable("counter", new byte[4]);
        program.image("program");
        return program.layout.descriptor();
    }

    @Test
    void rejectsKernelsOfAnotherDeviceAbi() {
        var program = new RuntimeProgram("llvm-19", FakeDevice.with(PROGRAM));
        program.layout.region("kernel");
        program.image("program");
        long descriptor = program.layout.descriptor();

        assertThatExceptionOfType(OffloadException.class)
                .isThrownBy(() -> program.runtime.registerLibrary(descriptor))
                .matches(fault -> fault.rule() == RuntimeRule.DEVICE_ABI)
                .withMessageEndingWith(
                        "the image has kernel_exec_mode, when llvm-19 launches kernels of device"
                                + " ABI D19");
    }

    @Test
    void leavesVariablesToDevicesWithSymbols() {
        var program = new RuntimeProgram("llvm-16", FakeDevice.plain(PROGRAM));
        program.layout.variable("counter", new byte[2]);
        program.image("program");
        long descriptor = program.layout.descriptor();

        assertThatExceptionOfType(MissingCapabilityException.class)
                .isThrownBy(() -> program.runtime.registerLibrary(descriptor))
                .matches(missing -> missing.capability() == Capability.SYMBOLS);
    }

    private static void assertRejected(ThrowingCallable call, RuntimeRule rule, long address) {
        assertThatExceptionOfType(OffloadException.class)
                .isThrownBy(call)
                .matches(fault -> fault.rule() == rule, "breaks " + rule)
                .matches(fault -> fault.address() == address, "at the address");
    }
}
