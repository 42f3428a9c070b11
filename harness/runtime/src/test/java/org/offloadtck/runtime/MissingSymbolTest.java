package org.offloadtck.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.object.offload.abi.MapType;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.fake.FakeDevice;
import org.offloadtck.runtime.fake.FakeProgram;

/// Entries without a symbol in the image or without a row in its table.
final class MissingSymbolTest {

    private final FakeDevice device =
            FakeDevice.with(FakeProgram.named("program").kernel("kernel", (_, _, _) -> {}));

    @ParameterizedTest
    @ValueSource(strings = {"documented", "llvm-14", "llvm-16", "llvm-17"})
    void isAnErrorUpToLlvm17(String profile) {
        var program = new RuntimeProgram(profile, device);
        program.layout.region("absent");
        program.image("program");
        long descriptor = program.layout.descriptor();

        assertRejected(() -> program.runtime.registerLibrary(descriptor), "no kernel absent");
        assertThat(program.runtime.libraries()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"llvm-18", "llvm-19", "llvm-22", "llvm-23"})
    void isAnErrorOfTheLaunchSince(String profile) {
        var program = new RuntimeProgram(profile, device);
        long present = program.layout.region("kernel");
        long absent = program.layout.region("absent");
        program.image("program");
        program.runtime.registerLibrary(program.layout.descriptor());

        assertRejected(
                () -> program.runtime.targetKernel(program.call(absent), -1), "no kernel absent");
        program.runtime.targetKernel(program.call(present), -1);
        assertThat(device.launchCount()).isOne();
    }

    @Test
    void isAnErrorOfTheConstructThatMapsTheVariable() {
        var program = new RuntimeProgram("llvm-19", device);
        long region = program.layout.region("kernel");
        long absent = program.layout.variable("absent", new byte[4]);
        program.image("program");
        program.runtime.registerLibrary(program.layout.descriptor());
        var map = MapArgument.of(absent, 4, MapType.TO, MapType.TARGET_PARAM);

        assertRejected(
                () -> program.runtime.targetDataBegin(0, List.of(map)), "no variable absent");
        assertRejected(
                () -> program.runtime.targetKernel(program.call(region, map), -1),
                "no variable absent");
        assertThat(program.runtime.dataEnvironment(0).mappings()).isEmpty();
        assertThat(device.launchCount()).isZero();
    }

    @Test
    void isWhatTheTableOfTheImageEndsBefore() {
        var program = new RuntimeProgram("llvm-22", device);
        long present = program.layout.region("kernel");
        long beyond = program.layout.region("kernel");
        program.image("program");
        long descriptor = program.layout.descriptor();
        long row = program.memory.i64(descriptor + 8, "DeviceImages");
        long end = program.memory.i64(row + 24, "EntriesEnd");
        program.memory.putI64(row + 24, end - 56, "EntriesEnd");
        program.runtime.registerLibrary(descriptor);

        program.runtime.targetKernel(program.call(present), -1);
        assertRejected(
                () -> program.runtime.targetKernel(program.call(beyond), -1), "no kernel kernel");
    }

    private static void assertRejected(ThrowingCallable call, String end) {
        assertThatExceptionOfType(OffloadException.class)
                .isThrownBy(call)
                .matches(fault -> fault.rule() == RuntimeRule.SYMBOL_DEFINED)
                .withMessageEndingWith("the image defines " + end);
    }
}
