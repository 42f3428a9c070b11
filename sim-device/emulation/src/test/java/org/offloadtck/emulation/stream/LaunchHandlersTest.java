package org.offloadtck.emulation.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.emulation.ClientKernels;
import org.offloadtck.emulation.ClientProgram;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.session.EmulatedThread;

class LaunchHandlersTest {

    private static final int COOPERATIVE = 2;
    private static final int CLUSTER_DIMENSION = 4;

    @Test
    void aKernelRunsOnWhatWasCopied() {
        try (var program = ClientProgram.run().ready()) {
            long data = program.allocate(16);
            program.write(data, 10, 20, 30, 40);

            program.launch(program.kernel(ClientKernels.ADD, "add"), 1, 4, data);

            assertThat(program.read(data, 4)).containsExactly(11, 22, 33, 44);
            program.ok(DriverFunction.CU_MEM_FREE, data);
        }
    }

    @Test
    void launchesFollowEachOther() {
        try (var program = ClientProgram.run().ready()) {
            long data = program.allocate(4);
            long kernel = program.kernel(ClientKernels.ADD, "add");
            program.write(data, 0);

            for (int i = 0; i < 100; i++) {
                program.launch(kernel, 1, 1, data);
            }

            assertThat(program.read(data, 1)).containsExactly(100);
        }
    }

    @ParameterizedTest(name = "grid {0} {1} {2}, block {3} {4} {5}, {6} bytes: {7}")
    @CsvSource({
        "1, 1, 1, 1, 1, 1, 0, SUCCESS",
        "0, 1, 1, 1, 1, 1, 0, INVALID_VALUE",
        "1, 65536, 1, 1, 1, 1, 0, INVALID_VALUE",
        "1, 1, -1, 1, 1, 1, 0, INVALID_VALUE",
        "1, 1, 0, 1, 1, 1, 0, INVALID_VALUE",
        "1, 1, 65536, 1, 1, 1, 0, INVALID_VALUE",
        "65536, 1, 1, 1, 1, 1, 0, SUCCESS",
        "1, 1, 1, 1, 1024, 1, 0, SUCCESS",
        "1, 1, 1, 1, 1, 64, 0, SUCCESS",
        "1, 1, 1, 1025, 1, 1, 0, INVALID_VALUE",
        "1, 1, 1, 1, 1, 65, 0, INVALID_VALUE",
        "1, 1, 1, 32, 32, 2, 0, INVALID_VALUE",
        "1, 1, 1, 1, 1, 1, 49152, SUCCESS",
        "1, 1, 1, 1, 1, 1, 49153, INVALID_VALUE",
        "1, 1, 1, 1, 1, 1, -1, INVALID_VALUE",
    })
    void shapesAreChecked(
            int gx, int gy, int gz, int bx, int by, int bz, int shared, DriverResult result) {
        try (var program = ClientProgram.run().ready()) {
            long kernel = program.kernel(ClientKernels.kernel(""), "k");

            assertThat(
                            program.result(
                                    DriverFunction.CU_LAUNCH_KERNEL,
                                    kernel,
                                    gx,
                                    gy,
                                    gz,
                                    bx,
                                    by,
                                    bz,
                                    shared,
                                    0,
                                    new byte[8]))
                    .isEqualTo(result);
        }
    }

    @Test
    void parametersMustBeAllThere() {
        try (var program = ClientProgram.run().ready()) {
            long kernel = program.kernel(ClientKernels.ADD, "add");

            assertThat(program.launch(kernel, 1, 1).result()).isEqualTo(DriverResult.INVALID_VALUE);
        }
    }

    @Test
    void parametersMayBeShortButNotLong() {
        var two =
                ClientKernels.kernel("")
                        .replace(".param .u64 data", ".param .u64 data, .param .u32 n");
        try (var program = ClientProgram.run().ready()) {
            long kernel = program.kernel(two, "k");

            assertThat(parameters(program, kernel, 8)).isEqualTo(DriverResult.SUCCESS);
            assertThat(parameters(program, kernel, 16)).isEqualTo(DriverResult.SUCCESS);
            assertThat(parameters(program, kernel, 17))
                    .isEqualTo(DriverResult.LAUNCH_OUT_OF_RESOURCES);
            long one = program.kernel(ClientKernels.kernel(""), "k");
            assertThat(parameters(program, one, 16)).isEqualTo(DriverResult.SUCCESS);
            assertThat(parameters(program, one, 17))
                    .isEqualTo(DriverResult.LAUNCH_OUT_OF_RESOURCES);
        }
    }

    @Test
    void theRestOfShortParametersIsZero() {
        var two =
                ClientKernels.kernel("ld.param.u32 %r1, [n]; st.global.u32 [%rd0], %r1;")
                        .replace(".param .u64 data", ".param .u64 data, .param .u32 n");
        try (var program = ClientProgram.run().ready()) {
            long data = program.allocate(4);
            program.write(data, 7);

            program.launch(program.kernel(two, "k"), 1, 1, data);

            assertThat(program.read(data, 1)).containsExactly(0);
        }
    }

    @Test
    void aKernelMayHaveNoParameters() {
        var none = ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry k() { ret; }";
        try (var program = ClientProgram.run().ready()) {
            assertThat(parameters(program, program.kernel(none, "k"), 0))
                    .isEqualTo(DriverResult.SUCCESS);
        }
    }

    @Test
    void aKernelLimitsItsThreads() {
        var limited = ClientKernels.kernel("").replace("data)", "data) .maxntid 64");
        try (var program = ClientProgram.run().ready()) {
            long kernel = program.kernel(limited, "k");

            assertThat(block(program, kernel, 64, 1)).isEqualTo(DriverResult.SUCCESS);
            assertThat(block(program, kernel, 13, 5)).isEqualTo(DriverResult.INVALID_VALUE);
        }
    }

    /// A multiprocessor has 64 KiB of shared memory.
    @ParameterizedTest
    @CsvSource({
        "40000, 0, 40, SUCCESS",
        "40000, 0, 41, COOPERATIVE_LAUNCH_TOO_LARGE",
        "4, 40000, 41, COOPERATIVE_LAUNCH_TOO_LARGE",
        "4, 0, 41, SUCCESS"
    })
    void sharedMemoryLimitsACooperativeGrid(
            int declared, int dynamic, int ctas, DriverResult result) {
        var shared =
                ClientKernels.kernel(
                        ".shared .b8 s[" + declared + "]; mov.u32 %r1, s; st.shared.u32 [%r1], 0;");
        try (var program = ClientProgram.run().ready()) {
            long kernel = program.kernel(shared, "k");

            assertThat(
                            program.result(
                                    DriverFunction.CU_LAUNCH_COOPERATIVE_KERNEL,
                                    kernel,
                                    ctas,
                                    1,
                                    1,
                                    32,
                                    1,
                                    1,
                                    dynamic,
                                    0,
                                    new byte[8]))
                    .isEqualTo(result);
        }
    }

    private static DriverResult parameters(ClientProgram program, long kernel, int bytes) {
        return program.result(
                DriverFunction.CU_LAUNCH_KERNEL, kernel, 1, 1, 1, 1, 1, 1, 0, 0, new byte[bytes]);
    }

    @Test
    void aRequiredBlockIsRequiredInEachDimension() {
        var exact = ClientKernels.kernel("").replace("data)", "data) .reqntid 32, 2");
        try (var program = ClientProgram.run().ready()) {
            long kernel = program.kernel(exact, "k");

            assertThat(block(program, kernel, 32, 2)).isEqualTo(DriverResult.SUCCESS);
            assertThat(block(program, kernel, 64, 1)).isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(block(program, kernel, 32, 1)).isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(block(program, kernel, 32, 2, 2)).isEqualTo(DriverResult.INVALID_VALUE);
        }
    }

    private static DriverResult block(ClientProgram program, long kernel, int x, int y) {
        return block(program, kernel, x, y, 1);
    }

    private static DriverResult block(ClientProgram program, long kernel, int x, int y, int z) {
        return program.result(
                DriverFunction.CU_LAUNCH_KERNEL, kernel, 1, 1, 1, x, y, z, 0, 0, new byte[8]);
    }

    @Test
    void aCooperativeGridMustBeResident() {
        try (var program = ClientProgram.run().ready()) {
            long kernel = program.kernel(ClientKernels.kernel(""), "k");

            assertThat(cooperative(program, kernel, 40)).isEqualTo(DriverResult.SUCCESS);
            assertThat(cooperative(program, kernel, 41))
                    .isEqualTo(DriverResult.COOPERATIVE_LAUNCH_TOO_LARGE);
            assertThat(extended(program, kernel, 41, attribute(COOPERATIVE, 1)))
                    .isEqualTo(DriverResult.COOPERATIVE_LAUNCH_TOO_LARGE);
            assertThat(extended(program, kernel, 41, attribute(COOPERATIVE, 0)))
                    .isEqualTo(DriverResult.SUCCESS);
        }
    }

    @Test
    void attributesAreThoseOfTheRelease() {
        try (var program = ClientProgram.run().ready()) {
            long kernel = program.kernel(ClientKernels.kernel(""), "k");

            assertThat(extended(program, kernel, 4, attribute(CLUSTER_DIMENSION, 1, 1, 1)))
                    .isEqualTo(DriverResult.SUCCESS);
            assertThat(extended(program, kernel, 4, attribute(99)))
                    .isEqualTo(DriverResult.INVALID_VALUE);
        }
    }

    private static DriverResult cooperative(ClientProgram program, long kernel, int ctas) {
        return program.result(
                DriverFunction.CU_LAUNCH_COOPERATIVE_KERNEL,
                kernel,
                ctas,
                1,
                1,
                1024,
                1,
                1,
                0,
                0,
                new byte[8]);
    }

    private static DriverResult extended(
            ClientProgram program, long kernel, int ctas, byte[] attributes) {
        return program.result(
                DriverFunction.CU_LAUNCH_KERNEL_EX,
                ctas,
                1,
                1,
                1024,
                1,
                1,
                0,
                0,
                attributes,
                1,
                kernel,
                new byte[8]);
    }

    /// A `CUlaunchAttribute`.
    private static byte[] attribute(int id, int... values) {
        var bytes = ByteBuffer.allocate(72).order(ByteOrder.LITTLE_ENDIAN).putInt(id).putInt(0);
        for (int value : values) {
            bytes.putInt(value);
        }
        return bytes.array();
    }

    @Test
    void aCreatedStreamCarriesItsContext() {
        try (var program = ClientProgram.run().ready()) {
            long kernel = program.kernel(ClientKernels.kernel(""), "k");
            long stream = program.ok(DriverFunction.CU_STREAM_CREATE, 0);
            program.ok(DriverFunction.CU_CTX_SET_CURRENT, 0);

            assertThat(launch(program, kernel, stream)).isEqualTo(DriverResult.SUCCESS);
            assertThat(launch(program, kernel, 0)).isEqualTo(DriverResult.INVALID_CONTEXT);
            assertThat(launch(program, 0, 0)).isEqualTo(DriverResult.INVALID_CONTEXT);
            assertThat(launch(program, 0, stream)).isEqualTo(DriverResult.INVALID_HANDLE);
            assertThat(launch(program, kernel, EmulatedThread.PER_THREAD_STREAM))
                    .isEqualTo(DriverResult.INVALID_CONTEXT);
        }
    }

    @Test
    void aKernelOfALibraryIsThatOfTheContextOfTheStream() {
        try (var program = ClientProgram.run().ready()) {
            long stream = program.ok(DriverFunction.CU_STREAM_CREATE, 0);
            var library =
                    program.call(
                            DriverFunction.CU_LIBRARY_LOAD_DATA,
                            "",
                            ClientKernels.kernel(""),
                            new byte[0],
                            new byte[0]);
            long kernel =
                    program.ok(
                            DriverFunction.CU_LIBRARY_GET_KERNEL,
                            library.outputs().getFirst(),
                            "k");
            program.ok(DriverFunction.CU_CTX_SET_CURRENT, 0);

            assertThat(launch(program, kernel, stream)).isEqualTo(DriverResult.SUCCESS);
        }
    }

    private static DriverResult launch(ClientProgram program, long kernel, long stream) {
        return program.result(
                DriverFunction.CU_LAUNCH_KERNEL, kernel, 1, 1, 1, 1, 1, 1, 0, stream, new byte[8]);
    }

    @Test
    void anotherContextsKernelOrStreamIsRefused() {
        try (var program = ClientProgram.run("--devices", "2").ready()) {
            long kernel = program.kernel(ClientKernels.kernel(""), "k");
            long own = program.ok(DriverFunction.CU_CTX_GET_CURRENT);
            long other = program.ok(DriverFunction.CU_DEVICE_PRIMARY_CTX_RETAIN, 1);
            program.ok(DriverFunction.CU_CTX_SET_CURRENT, other);
            long stream = program.ok(DriverFunction.CU_STREAM_CREATE, 0);

            assertThat(program.launch(kernel, 1, 1, 0).result())
                    .isEqualTo(DriverResult.INVALID_CONTEXT);
            program.ok(DriverFunction.CU_CTX_SET_CURRENT, own);
            assertThat(launch(program, kernel, stream)).isEqualTo(DriverResult.INVALID_HANDLE);
        }
    }

    @Test
    void whatAKernelPrintsComesWithTheNextWait() {
        try (var program = ClientProgram.run().ready()) {
            long kernel = program.kernel(ClientKernels.PRINT, "hi");

            assertThat(program.launch(kernel, 2, 1).output()).isEmpty();
            assertThat(program.call(DriverFunction.CU_CTX_SYNCHRONIZE).output())
                    .isEqualTo("hi\nhi\n");
            assertThat(program.call(DriverFunction.CU_CTX_SYNCHRONIZE).output()).isEmpty();
        }
    }

    @Test
    void whatAKernelPrintsComesWithAQueryOfAnIdleStream() {
        try (var program = ClientProgram.run().ready()) {
            long kernel = program.kernel(ClientKernels.PRINT, "hi");

            program.launch(kernel, 2, 1);
            DriverReply query;
            do {
                query = program.call(DriverFunction.CU_STREAM_QUERY, 0);
                assertThat(query.output().isEmpty())
                        .isEqualTo(query.result() == DriverResult.NOT_READY);
            } while (query.result() == DriverResult.NOT_READY);
            assertThat(query.output()).isEqualTo("hi\nhi\n");
        }
    }
}
