package org.offloadtck.emulation.module;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.emulation.ClientKernels;
import org.offloadtck.emulation.ClientProgram;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverResult;

class FunctionHandlersTest {

    private static final int NUM_REGS = 4;
    private static final int MAX_DYNAMIC_SHARED = 8;

    @ParameterizedTest(name = "attribute {0} is {1}")
    @CsvSource({"0, 1024", "1, 0", "4, 64", "5, 75", "6, 75", "8, 49152", "9, -1"})
    void attributesAreThoseOfTheKernel(int attribute, int value) {
        try (var program = ClientProgram.run().ready()) {
            long kernel = program.kernel(ClientKernels.ADD, "add");

            assertThat(program.ok(DriverFunction.CU_FUNC_GET_ATTRIBUTE, attribute, kernel))
                    .isEqualTo(value);
        }
    }

    /// The numbers are those of `ptxas` 13.0.88 for a kernel that needs 96 registers, but for the
    /// 64 that never limit a launch.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    .maxnreg 40                          | 40
                    .maxnreg 4                           | 24
                    .maxnreg 200                         | 64
                    .maxntid 128, 1, 1                   | 64
                    .maxntid 128, 1, 1 .minnctapersm 12  | 40
                    .reqntid 64, 2, 1 .minnctapersm 12   | 40
                    .reqntid 1024, 1, 1                  | 64
                    .maxntid 1024, 1, 1 .minnctapersm 2  | 32
                    .minnctapersm 2                      | 64
                    .maxntid 1024, 1, 1 .minnctapersm 99 | 64
                    """)
    void aBoundOfRegistersIsKept(String directives, int registers) {
        var bounded =
                ClientKernels.ADD.replace(".param .u64 data)", ".param .u64 data) " + directives);
        try (var program = ClientProgram.run("--device", "h200").ready()) {
            long kernel = program.kernel(bounded, "add");

            assertThat(program.ok(DriverFunction.CU_FUNC_GET_ATTRIBUTE, NUM_REGS, kernel))
                    .isEqualTo(registers);
        }
    }

    @Test
    void aBoundOfThreadsIsKept() {
        var bounded =
                ClientKernels.ADD.replace(
                        ".param .u64 data)", ".param .u64 data) .maxntid 32, 2, 1");
        try (var program = ClientProgram.run().ready()) {
            long kernel = program.kernel(bounded, "add");

            assertThat(program.ok(DriverFunction.CU_FUNC_GET_ATTRIBUTE, 0, kernel)).isEqualTo(64);
            assertThat(program.launch(kernel, 1, 65, 0).result())
                    .isEqualTo(DriverResult.INVALID_VALUE);
        }
    }

    @Test
    void moreSharedMemoryIsAskedFor() {
        try (var program = ClientProgram.run("--device", "a100").ready()) {
            long kernel = program.kernel(ClientKernels.ADD, "add");

            program.ok(DriverFunction.CU_FUNC_SET_ATTRIBUTE, kernel, MAX_DYNAMIC_SHARED, 100_000);
            assertThat(program.ok(DriverFunction.CU_FUNC_GET_ATTRIBUTE, MAX_DYNAMIC_SHARED, kernel))
                    .isEqualTo(100_000);
            assertThat(
                            program.result(
                                    DriverFunction.CU_FUNC_SET_ATTRIBUTE,
                                    kernel,
                                    MAX_DYNAMIC_SHARED,
                                    200_000))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(program.result(DriverFunction.CU_FUNC_SET_ATTRIBUTE, kernel, 4, 10))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(program.result(DriverFunction.CU_FUNC_SET_ATTRIBUTE, kernel, 99, 10))
                    .isEqualTo(DriverResult.INVALID_VALUE);
        }
    }

    @Test
    void parametersAreListedUntilThereAreNone() {
        try (var program = ClientProgram.run().ready()) {
            long kernel = program.kernel(ClientKernels.ADD, "add");

            assertThat(program.call(DriverFunction.CU_FUNC_GET_PARAM_INFO, kernel, 0).outputs())
                    .containsExactly(0L, 8L);
            assertThat(program.result(DriverFunction.CU_FUNC_GET_PARAM_INFO, kernel, 1))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(program.result(DriverFunction.CU_FUNC_GET_PARAM_INFO, kernel, -1))
                    .isEqualTo(DriverResult.INVALID_VALUE);
        }
    }

    @Test
    void aKernelKnowsItsNameAndModule() {
        try (var program = ClientProgram.run().ready()) {
            long module = program.ok(DriverFunction.CU_MODULE_LOAD_DATA, ClientKernels.ADD);
            long kernel = program.ok(DriverFunction.CU_MODULE_GET_FUNCTION, module, "add");

            var name = program.call(DriverFunction.CU_FUNC_GET_NAME, kernel).buffers().getFirst();
            assertThat(new String(name, UTF_8)).isEqualTo("add");
            assertThat(program.ok(DriverFunction.CU_FUNC_GET_MODULE, kernel)).isEqualTo(module);
        }
    }

    /// A T4's multiprocessor has 1024 threads, 16 CTAs and 64 KiB of shared memory.
    @ParameterizedTest(name = "{0} threads, {1} bytes: {2} blocks")
    @CsvSource({
        "32, 0, 16",
        "128, 0, 8",
        "1024, 0, 1",
        "32, 16384, 4",
        "1025, 0, 0",
        "33, 65537, 0"
    })
    void occupancyIsWhatFits(int threads, long shared, int blocks) {
        try (var program = ClientProgram.run().ready()) {
            long kernel = program.kernel(ClientKernels.ADD, "add");

            assertThat(
                            program.ok(
                                    DriverFunction
                                            .CU_OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR,
                                    kernel,
                                    threads,
                                    shared))
                    .isEqualTo(blocks);
        }
    }

    @Test
    void theBestSizeKeepsMostThreadsResident() {
        try (var program = ClientProgram.run().ready()) {
            long kernel = program.kernel(ClientKernels.ADD, "add");

            var any = DriverFunction.CU_OCCUPANCY_MAX_POTENTIAL_BLOCK_SIZE;
            assertThat(program.call(any, kernel, new byte[0], 0, 0).outputs())
                    .containsExactly(40L, 1024L);
            assertThat(program.call(any, kernel, new byte[0], 0, 100).outputs())
                    .containsExactly(40L * 16, 64L);
            assertThat(program.call(any, kernel, new byte[0], 32768, 256).outputs())
                    .containsExactly(40L * 2, 256L);
        }
    }

    @Test
    void sharedMemoryIsDividedAmongBlocks() {
        try (var program = ClientProgram.run().ready()) {
            long kernel = program.kernel(ClientKernels.ADD, "add");
            var available = DriverFunction.CU_OCCUPANCY_AVAILABLE_DYNAMIC_SMEM_PER_BLOCK;

            assertThat(program.ok(available, kernel, 4, 128)).isEqualTo(16384);
            assertThat(program.result(available, kernel, 9, 128))
                    .isEqualTo(DriverResult.INVALID_VALUE);
        }
    }
}
