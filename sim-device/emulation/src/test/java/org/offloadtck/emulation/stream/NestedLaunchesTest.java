package org.offloadtck.emulation.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.emulation.ClientProgram;
import org.offloadtck.emulation.DeviceRuntimeUnit;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverResult;

/// Kernels that launch kernels: `objects/device_launches.cu` as `nvcc` compiles it.
///
/// Requirement: ER-29.
class NestedLaunchesTest {

    private static final String PTX =
            new String(Corpus.bytes("objects/device_launches.ptx"), UTF_8);

    private static ClientProgram checked(String... options) {
        var words = new ArrayList<>(List.of("--device", "t4", "--check", "all"));
        words.addAll(List.of(options));
        return ClientProgram.run(words.toArray(String[]::new)).ready();
    }

    private static long kernel(ClientProgram program, String name) {
        var file = DeviceRuntimeUnit.program(PTX, DeviceRuntimeUnit.library());
        long module = program.ok(DriverFunction.CU_MODULE_LOAD_FAT_BINARY, (Object) file);
        return program.ok(DriverFunction.CU_MODULE_GET_FUNCTION, module, name);
    }

    @Test
    void workRunsInTheOrderOfItsStreams() {
        try (var program = checked()) {
            long log = program.allocate(64);
            long count = program.allocate(4);
            program.write(count, 0);

            program.launch(kernel(program, "order"), 1, 1, log, count);

            assertThat(program.read(count, 1)).containsExactly(12);
            assertThat(program.read(log, 12))
                    .containsExactly(0, 1, 11, 12, 2, 21, 22, 90, 91, 911, 912, 92);
            program.ok(DriverFunction.CU_MEM_FREE, log);
            program.ok(DriverFunction.CU_MEM_FREE, count);
            assertThat(program.finish().report())
                    .contains("12 launches of 3 kernels", ", 0 findings")
                    .containsPattern("8 +1 x 1 .* leaf");
        }
    }

    @Test
    void aGridHasStreamsEventsCopiesAndQueries() {
        try (var program = checked()) {
            long values = program.allocate(128);
            long results = program.allocate(20);

            program.launch(kernel(program, "streams"), 1, 64, values, results);

            program.ok(DriverFunction.CU_MEMCPY_DTOH, 0x7000, results, 20);
            assertThat(program.read(values, 32)).containsOnly(3 * 0x01010101);
            assertThat(program.read(results, 5)).containsExactly(0, 40, 2048, 4, 3 * 0x01010101);
            program.ok(DriverFunction.CU_MEM_FREE, values);
            program.ok(DriverFunction.CU_MEM_FREE, results);
            assertThat(program.finish().report()).contains(", 0 findings");
        }
    }

    @Test
    void storesOfTheParentBeforeTheLaunchDoNotRace() {
        try (var program = checked()) {
            long values = program.allocate(256);

            program.launch(kernel(program, "before_and_after"), 1, 64, values);

            assertThat(program.read(values, 4)).containsExactly(0, 2, 4, 6);
            program.ok(DriverFunction.CU_MEM_FREE, values);
            assertThat(program.finish().report()).contains(", 0 findings");
        }
    }

    /// The store is past the parameter buffers, which lie behind the allocation.
    @Test
    void aFaultOfAChildIsTheChilds() {
        try (var program = checked()) {
            long values = program.allocate(16);
            program.launch(kernel(program, "launch_store"), 1, 1, values, 1 << 18);

            assertThat(program.result(DriverFunction.CU_CTX_SYNCHRONIZE))
                    .isEqualTo(DriverResult.ILLEGAL_ADDRESS);
            assertThat(program.finish().report())
                    .contains("out of bounds: store of 4 bytes")
                    .containsPattern("kernel +store\n");
        }
    }

    @Test
    void noWorkRunsAfterAFault() {
        try (var program = checked()) {
            long values = program.allocate(16);
            program.launch(kernel(program, "launch_failing"), 1, 1, values);

            assertThat(program.result(DriverFunction.CU_CTX_SYNCHRONIZE))
                    .isEqualTo(DriverResult.LAUNCH_FAILED);
            assertThat(program.finish().report())
                    .contains("2 launches of 2 kernels")
                    .containsPattern("kernel +failing\n");
        }
    }

    @Test
    void aPointerToLocalMemoryIsReportedAtTheLaunch() {
        try (var program = checked()) {
            program.launch(kernel(program, "launch_with_local"), 1, 1, 1L);

            program.result(DriverFunction.CU_CTX_SYNCHRONIZE);
            assertThat(program.finish().report())
                    .contains("device api error: argument 0 of the launch of kernel store")
                    .contains("which is in local memory of the thread")
                    .containsPattern("kernel +launch_with_local\n");
        }
    }

    /// Each grid is timed alone, and the device's clock adds the times up.
    @Test
    void childrenAreTimed() {
        assertThat(timed()).containsPattern("4 +1 x 1 +[0-9,]+ .* middle").isEqualTo(timed());
    }

    private static String timed() {
        try (var program = ClientProgram.run("--device", "t4", "--timing").ready()) {
            long log = program.allocate(64);
            long count = program.allocate(4);
            program.write(count, 0);
            program.launch(kernel(program, "order"), 1, 1, log, count);
            program.launch(kernel(program, "middle"), 1, 1, log, count, 0);
            program.ok(DriverFunction.CU_CTX_SYNCHRONIZE);
            return program.finish().report();
        }
    }
}
