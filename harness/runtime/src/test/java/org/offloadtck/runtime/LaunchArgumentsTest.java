package org.offloadtck.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.offloadtck.object.offload.abi.MapType.LITERAL;
import static org.offloadtck.object.offload.abi.MapType.TARGET_PARAM;
import static org.offloadtck.object.offload.abi.MapType.TO;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.object.offload.abi.KernelArguments;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.fake.FakeProgram;
import org.offloadtck.runtime.launch.LaunchClauses;
import org.offloadtck.runtime.launch.LaunchResult.Launched;
import org.offloadtck.runtime.launch.TargetKernelCall;

/// `KernelArgsTy` of each version, read from host memory.
final class LaunchArgumentsTest {

    private static final MapArgument LITERAL_5 =
            new MapArgument(5, 5, 8, LITERAL.bit() | TARGET_PARAM.bit());

    private static final LaunchClauses CLAUSES = new LaunchClauses(3, 64, 0, 16);

    private final List<Long> seen = new ArrayList<>();

    private RuntimeProgram program(String profile) {
        return RuntimeProgram.with(
                profile,
                FakeProgram.named("program")
                        .kernel("kernel", (_, _, arguments) -> seen.addAll(arguments)));
    }

    private static Launched launch(RuntimeProgram program, long version, MapArgument... maps) {
        program.host.declareRegion("kernel");
        program.runtime.registerLibrary(program.layout.descriptor());
        return (Launched)
                program.host.launch(
                        "kernel", CLAUSES, program.host.arguments(version, CLAUSES, List.of(maps)));
    }

    /// In version 1, teams and threads are parameters of the call, and there is no dynamic shared
    /// memory.
    @ParameterizedTest
    @CsvSource({"llvm-15, 1, 0", "llvm-16, 2, 16", "llvm-16, 9, 16", "llvm-19, 3, 16"})
    void areReadAsTheirVersionHasThem(String profile, long version, long teamMemory) {
        var size = launch(program(profile), version, LITERAL_5).size();

        assertThat(size)
                .isEqualTo(
                        new LaunchSize(
                                new LaunchSize.Dim3(3, 1, 1),
                                new LaunchSize.Dim3(64, 1, 1),
                                teamMemory));
    }

    @ParameterizedTest
    @CsvSource({"8, 16", "64, 64"})
    void getAtLeastTheSharedMemoryOfTheRuntimesOptions(long least, long expected) {
        var image =
                FakeProgram.named("program")
                        .kernel("kernel", (_, _, _) -> {})
                        .global("kernel_exec_mode", (byte) 2);
        var program = RuntimeProgram.withSharedMemory("llvm-16", least, image);

        assertThat(launch(program, 2, LITERAL_5).size().dynamicSharedMemoryBytes())
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"llvm-16, 2, '5'", "llvm-19, 3, '-1 5'", "llvm-18, 2, '-1 5'"})
    void giveTheKernelWhatItExpects(String profile, long version, String expected) {
        launch(program(profile), version, LITERAL_5);

        assertThat(expected.split(" ")).containsExactly(texts());
    }

    /// Version 5 reserves the last argument, version 3 passes the implicit argument first without
    /// an element for it, version 2 does neither.
    @ParameterizedTest
    @CsvSource({"5, '5 -1'", "4, '5 -1'", "3, '-1 5 5'", "2, '5 5'"})
    void putTheImplicitArgumentWhereTheVersionHasItUnderLlvm23(long version, String expected) {
        launch(program("llvm-23"), version, LITERAL_5, LITERAL_5);

        assertThat(expected.split(" ")).containsExactly(texts());
    }

    private String[] texts() {
        return seen.stream().map(String::valueOf).toArray(String[]::new);
    }

    @Test
    void areRejectedWithoutAFreePlaceAtTheirEnd() {
        var program = program("llvm-23");
        long x = program.variable(1);
        var last = MapArgument.of(x, 1, TO, TARGET_PARAM);

        assertThatExceptionOfType(OffloadException.class)
                .isThrownBy(() -> launch(program, 5, LITERAL_5, last))
                .matches(fault -> fault.rule() == RuntimeRule.LAUNCH_ARGUMENTS)
                .matches(fault -> fault.address() == x)
                .withMessageContaining("the last argument is a map of 1 bytes");
    }

    @Test
    void areRejectedWithoutAVersion() {
        var program = program("llvm-19");
        long at = program.variable(new int[KernelArguments.SIZE]);

        assertThatExceptionOfType(OffloadException.class)
                .isThrownBy(() ->
                        program.runtime.targetKernel(
                                new TargetKernelCall.Unread(0, 0, 0, 0, at), -1))
                .matches(fault -> fault.rule() == RuntimeRule.LAUNCH_ARGUMENTS)
                .withMessage(
                        "__tgt_target_kernel: 0x%x: KernelArgsTy is of version 0 when 1 is the first"
                                .formatted(at));
    }

    @ParameterizedTest
    @CsvSource({"1, 63", "2, 103"})
    void areRejectedWhereMemoryEndsInThem(int version, int bytes) {
        var program = program("llvm-16");
        var contents = new int[bytes];
        contents[0] = version;
        long at = program.variable(contents);

        assertThatExceptionOfType(OffloadException.class)
                .isThrownBy(() ->
                        program.runtime.targetKernel(
                                new TargetKernelCall.Unread(0, 0, 0, 0, at), -1))
                .matches(fault -> fault.rule() == RuntimeRule.HOST_ADDRESS)
                .matches(fault -> fault.address() == at);
    }
}
