package org.offloadtck.runtime;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.offloadtck.object.offload.abi.MapType.FROM;
import static org.offloadtck.object.offload.abi.MapType.IMPLICIT;
import static org.offloadtck.object.offload.abi.MapType.LITERAL;
import static org.offloadtck.object.offload.abi.MapType.PRIVATE;
import static org.offloadtck.object.offload.abi.MapType.PTR_AND_OBJ;
import static org.offloadtck.object.offload.abi.MapType.TARGET_PARAM;
import static org.offloadtck.object.offload.abi.MapType.TO;

import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.offloadtck.object.offload.abi.MapType;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.fake.FakeDevice;
import org.offloadtck.runtime.fake.FakeProgram;
import org.offloadtck.runtime.launch.LaunchResult;
import org.offloadtck.runtime.launch.LaunchResult.Launched;
import org.offloadtck.runtime.memory.TransferCounts;

/// The parameters and the result of a launched kernel.
final class TargetKernelTest {

    private final List<Long> seen = new ArrayList<>();

    /// A program whose only kernel records its arguments.
    private RuntimeProgram recording(String profile, String suffix, byte... description) {
        return RuntimeProgram.with(
                profile,
                FakeProgram.named("program")
                        .kernel("kernel", (_, _, arguments) -> seen.addAll(arguments))
                        .global("kernel" + suffix, description));
    }

    @Test
    void mapsRunsAndCopiesBack() {
        RuntimeProgram program = RuntimeProgram.with("llvm-16", RuntimeProgram.increment());
        long x = program.variable(41, 9);

        Launched result = program.launch(MapArgument.of(x, 2, TO, FROM, TARGET_PARAM));

        assertThat(program.bytes(x, 2)).containsExactly(42, 9);
        assertThat(result.kernel()).isEqualTo("kernel");
        assertThat(result.transfers()).isEqualTo(new TransferCounts(2, 2, 1));
        assertThat(result.measurements()).extracting(one -> one.value()).containsExactly(128L);
        assertThat(program.runtime.dataEnvironment(0).mappings()).isEmpty();
    }

    @Test
    void passesLiteralsAndTheBasesOfSections() {
        RuntimeProgram program = recording("llvm-16", "_exec_mode", (byte) 2);
        long x = program.variable(1, 2, 3, 4);

        program.launch(
                new MapArgument(-7, -7, 8, LITERAL.bit() | TARGET_PARAM.bit()),
                new MapArgument(x, x, 4, TO.bit() | TARGET_PARAM.bit()),
                new MapArgument(x, x + 2, 2, TO.bit() | TARGET_PARAM.bit()),
                MapArgument.of(x, 4, TO));

        assertThat(seen).hasSize(3);
        assertThat(seen.get(0)).isEqualTo(-7);
        assertThat(seen.get(2)).isEqualTo(seen.get(1));
    }

    @ParameterizedTest
    @EnumSource(
            value = MapType.class,
            names = {"IMPLICIT", "PRIVATE"})
    void pointsWhatALambdaHasCapturedToTheDevicesCopy(MapType kind) {
        RuntimeProgram program =
                RuntimeProgram.with(
                        "llvm-16",
                        FakeProgram.named("program")
                                .kernel(
                                        "kernel",
                                        (memory, _, arguments) -> {
                                            long captured =
                                                    memory.at(arguments.getFirst() + 8, 8)
                                                            .get(JAVA_LONG_UNALIGNED, 0);
                                            memory.at(captured, 1)
                                                    .set(ValueLayout.JAVA_BYTE, 0, (byte) 9);
                                        })
                                .global("kernel_exec_mode", (byte) 2));
        long x = program.variable(1);
        long lambda = program.variable(new int[16]);
        program.memory.putI64(lambda + 8, x, "capture");

        program.launch(
                MapArgument.of(lambda, 16, TO, TARGET_PARAM, kind),
                new MapArgument(
                        lambda + 8,
                        x,
                        1,
                        MapType.asMemberOf(0, MapType.mask(PTR_AND_OBJ, LITERAL, IMPLICIT))),
                MapArgument.of(x, 1, TO, FROM));

        assertThat(program.bytes(x, 1)).containsExactly(9);
        assertThat(program.memory.i64(lambda + 8, "capture")).isEqualTo(x);
    }

    @Test
    void leavesThePointerOfAnEmptySectionThatIsNotMapped() {
        RuntimeProgram program = recording("llvm-16", "_exec_mode", (byte) 2);
        long x = program.variable(1);

        program.launch(MapArgument.of(x, 0, TARGET_PARAM, IMPLICIT));

        assertThat(seen).containsExactly(x);
    }

    @Test
    void copiesSmallFirstprivateVariablesTogetherAligned() {
        List<Byte> values = new ArrayList<>();
        RuntimeProgram program =
                RuntimeProgram.with(
                        "llvm-16",
                        FakeProgram.named("program")
                                .kernel(
                                        "kernel",
                                        (memory, _, arguments) -> {
                                            seen.addAll(arguments);
                                            for (long at : arguments) {
                                                values.add(
                                                        memory.at(at, 1)
                                                                .get(ValueLayout.JAVA_BYTE, 0));
                                            }
                                        }));
        long a = program.variable(5);
        long b = program.variable(6, 7);

        Launched result =
                program.launch(
                        MapArgument.of(a, 1, TO, PRIVATE, TARGET_PARAM),
                        MapArgument.of(b, 2, TO, PRIVATE, TARGET_PARAM),
                        MapArgument.of(b + 1, 1, TO, PRIVATE, TARGET_PARAM));

        assertThat(values).containsExactly((byte) 5, (byte) 6, (byte) 7);
        assertThat(seen.get(1) - seen.get(0)).isEqualTo(16);
        assertThat(result.transfers()).isEqualTo(new TransferCounts(19, 0, 1));
    }

    @Test
    void putsTheImplicitArgumentFirstInD19AndLastInD23() {
        byte[] environment = environment(2, -1, -1, 0, 0);
        long x = 5;
        var literal = new MapArgument(x, x, 8, LITERAL.bit() | TARGET_PARAM.bit());

        recording("llvm-19", "_kernel_environment", environment).launch(literal);
        recording("llvm-23", "_kernel_environment", environment).launch(literal);

        assertThat(seen).containsExactly(-1L, 5L, 5L, -1L);
    }

    @Test
    void givesAReductionItsBufferInD19() {
        RuntimeProgram program =
                recording("llvm-19", "_kernel_environment", environment(2, -1, -1, 8, 4));

        Launched result = program.launch();

        assertThat(seen).hasSize(1);
        assertThat(seen.getFirst()).isNotEqualTo(-1);
        assertThat(result.transfers()).isEqualTo(new TransferCounts(16, 0, 1));
    }

    static byte[] environment(int mode, int min, int max, int reduction, int length) {
        return ByteBuffer.allocate(48)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(2, (byte) mode)
                .putInt(4, min)
                .putInt(8, max)
                .putInt(20, reduction)
                .putInt(24, length)
                .array();
    }

    @Test
    void runsPlainKernelsOnDevicesWithoutAddressesOrSymbols() {
        var device = FakeDevice.plain(RuntimeProgram.increment().kernel("kernel", (_, _, _) -> {}));
        var program = new RuntimeProgram("llvm-19", device);
        program.image("program");
        long x = program.variable(1, 2);

        Launched result = program.launch(MapArgument.of(x, 2, TO, TARGET_PARAM));

        assertThat(result.size()).isEqualTo(LaunchSize.of(1, 128));
        assertThat(device.launchCount()).isOne();
    }

    @Test
    void answersWithATypedResult() {
        RuntimeProgram program = RuntimeProgram.with("llvm-16", RuntimeProgram.increment());
        long region = program.layout.region("kernel");
        program.runtime.registerLibrary(program.layout.descriptor());

        assertThat(program.runtime.targetKernel(program.call(region), 1))
                .isEqualTo(
                        new LaunchResult.HostFallback(
                                LaunchResult.Cause.INITIAL_DEVICE, "device 1 is the host"));
    }
}
