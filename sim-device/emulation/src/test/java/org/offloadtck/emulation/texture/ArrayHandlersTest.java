package org.offloadtck.emulation.texture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.emulation.ClientProgram;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverResult;

class ArrayHandlersTest {

    private static final int UNSIGNED_INT8 = 0x01;
    private static final int UNSIGNED_INT32 = 0x03;
    private static final int FLOAT = 0x20;

    @Test
    void anArrayHasItsDescriptor() {
        try (var program = ClientProgram.run().ready()) {
            long plane = program.ok(DriverFunction.CU_ARRAY_CREATE, 5, 3, FLOAT, 2);
            long cubes = volume(program, 4, 4, 12, UNSIGNED_INT8, 4, 0x5);

            assertThat(program.call(DriverFunction.CU_ARRAY_GET_DESCRIPTOR, plane).outputs())
                    .containsExactly(5L, 3L, (long) FLOAT, 2L);
            assertThat(program.call(DriverFunction.CU_ARRAY_3D_GET_DESCRIPTOR, plane).outputs())
                    .containsExactly(5L, 3L, 0L, (long) FLOAT, 2L, 0L);
            assertThat(program.call(DriverFunction.CU_ARRAY_3D_GET_DESCRIPTOR, cubes).outputs())
                    .containsExactly(4L, 4L, 12L, (long) UNSIGNED_INT8, 4L, 5L);
        }
    }

    /// Limits are those of `device-attributes.csv`.
    @ParameterizedTest
    @CsvSource({
        "131072, 0, 0, 1, 1, 0, SUCCESS",
        "131073, 0, 0, 1, 1, 0, INVALID_VALUE",
        "32769, 0, 0, 1, 1, 2, INVALID_VALUE",
        "2, 65536, 0, 1, 1, 0, SUCCESS",
        "2, 65537, 0, 1, 1, 0, INVALID_VALUE",
        "2, 32769, 0, 1, 1, 8, INVALID_VALUE",
        "2, 2, 16384, 1, 1, 0, SUCCESS",
        "2, 2, 16385, 1, 1, 0, INVALID_VALUE",
        "2, 0, 2048, 1, 1, 1, SUCCESS",
        "2, 0, 2049, 1, 1, 1, INVALID_VALUE",
        "2, 2, 2049, 1, 1, 1, INVALID_VALUE",
        "2, 2, 2048, 1, 1, 3, SUCCESS",
        "2, 2, 6, 1, 1, 4, SUCCESS",
        "2, 3, 6, 1, 1, 4, INVALID_VALUE",
        "2, 2, 12, 1, 1, 4, INVALID_VALUE",
        "2, 2, 12, 1, 1, 5, SUCCESS",
        "2, 2, 7, 1, 1, 5, INVALID_VALUE",
        "2, 2, 0, 1, 1, 5, INVALID_VALUE",
        "2, 2, 2052, 1, 1, 5, INVALID_VALUE",
        "0, 2, 0, 1, 1, 0, INVALID_VALUE",
        "-1, 2, 0, 1, 1, 0, INVALID_VALUE",
        "2, -1, 0, 1, 1, 0, INVALID_VALUE",
        "2, 0, 2, 1, 1, 0, INVALID_VALUE",
        "2, 2, 0, 1, 1, 1, INVALID_VALUE",
        "2, 2, 0, 4, 1, 0, INVALID_VALUE",
        "2, 2, 0, 1, 3, 0, INVALID_VALUE",
        "2, 0, 0, 1, 1, 8, INVALID_VALUE",
        "2, 2, 2, 1, 1, 8, INVALID_VALUE",
        "2, 2, 0, 1, 1, 8, SUCCESS",
        "2, 2, 0, 1, 1, 64, NOT_SUPPORTED",
        "2, 2, 0, 1, 1, 512, INVALID_VALUE",
    })
    void extentsFormatAndFlagsAreChecked(
            long width,
            long height,
            long depth,
            int format,
            int channels,
            int flags,
            DriverResult result) {
        try (var program = ClientProgram.run("--device", "t4").ready()) {
            assertThat(
                            program.result(
                                    DriverFunction.CU_ARRAY_3D_CREATE,
                                    width,
                                    height,
                                    depth,
                                    format,
                                    channels,
                                    flags))
                    .isEqualTo(result);
        }
    }

    @Test
    void aDeviceWithAlternateExtentsHasDeepVolumes() {
        try (var program = ClientProgram.run("--device", "h100").ready()) {
            volume(program, 2, 2, 32768, UNSIGNED_INT8, 1, 0);
            assertThat(
                            program.result(
                                    DriverFunction.CU_ARRAY_3D_CREATE,
                                    8193,
                                    2,
                                    32768,
                                    UNSIGNED_INT8,
                                    1,
                                    0))
                    .isEqualTo(DriverResult.INVALID_VALUE);
        }
    }

    @Test
    void theMessageNamesWhatIsWrong() {
        try (var program = ClientProgram.run("--api-trace").ready()) {
            assertThat(
                            program.call(DriverFunction.CU_ARRAY_CREATE, 2, 70000, FLOAT, 1)
                                    .diagnostics())
                    .contains(
                            "(Width=2 x 70000 x 0 is more than the device supports in a 2D array)");
            assertThat(
                            program.call(DriverFunction.CU_ARRAY_3D_CREATE, 2, 3, 6, FLOAT, 1, 4)
                                    .diagnostics())
                    .contains("(Height=3 should be the width of the cube map)");
        }
    }

    @Test
    void anArrayTakesMemoryUntilItIsDestroyed() {
        try (var program = ClientProgram.run().ready()) {
            long free = program.ok(DriverFunction.CU_MEM_GET_INFO);
            long array = program.ok(DriverFunction.CU_ARRAY_CREATE, 100, 10, UNSIGNED_INT8, 1);

            assertThat(program.ok(DriverFunction.CU_MEM_GET_INFO)).isEqualTo(free - 128 * 10);
            program.ok(DriverFunction.CU_ARRAY_DESTROY, array);
            assertThat(program.ok(DriverFunction.CU_MEM_GET_INFO)).isEqualTo(free);
            assertThat(program.result(DriverFunction.CU_ARRAY_DESTROY, array))
                    .isEqualTo(DriverResult.INVALID_HANDLE);
            assertThat(program.result(DriverFunction.CU_ARRAY_GET_DESCRIPTOR, array))
                    .isEqualTo(DriverResult.INVALID_HANDLE);
        }
    }

    @Test
    void moreThanTheMemoryOfTheDeviceIsRefused() {
        try (var program = ClientProgram.run().ready()) {
            assertThat(
                            program.result(
                                    DriverFunction.CU_ARRAY_3D_CREATE,
                                    16384,
                                    16384,
                                    16384,
                                    FLOAT,
                                    4,
                                    0))
                    .isEqualTo(DriverResult.OUT_OF_MEMORY);
        }
    }

    @Test
    void anArrayThatIsNotDestroyedIsALeak() {
        try (var program = ClientProgram.run("--check", "leakcheck").ready()) {
            program.ok(DriverFunction.CU_ARRAY_CREATE, 100, 10, UNSIGNED_INT8, 1);
            mipmapped(program, 4, 4, 0, 2);

            var report = program.finish().report();

            assertThat(report).contains("cuArrayCreate_v2").contains("cuMipmappedArrayCreate");
        }
    }

    @Test
    void levelsHaveHalfTheExtents() {
        try (var program = ClientProgram.run().ready()) {
            long all = mipmapped(program, 9, 5, 0, 9);

            assertThat(extents(program, level(program, all, 0))).containsExactly(9L, 5L, 0L);
            assertThat(extents(program, level(program, all, 1))).containsExactly(4L, 2L, 0L);
            assertThat(extents(program, level(program, all, 3))).containsExactly(1L, 1L, 0L);
            assertThat(level(program, all, 1)).isEqualTo(level(program, all, 1));
            assertThat(program.result(DriverFunction.CU_MIPMAPPED_ARRAY_GET_LEVEL, all, 4))
                    .isEqualTo(DriverResult.INVALID_VALUE);
        }
    }

    @Test
    void layersAreAsManyInEachLevelAndPlanesAreNot() {
        try (var program = ClientProgram.run().ready()) {
            long layers =
                    program.ok(
                            DriverFunction.CU_MIPMAPPED_ARRAY_CREATE,
                            4,
                            4,
                            3,
                            UNSIGNED_INT32,
                            1,
                            1,
                            3);
            long planes = mipmapped(program, 4, 4, 8, 4);

            assertThat(extents(program, level(program, layers, 2))).containsExactly(1L, 1L, 3L);
            assertThat(extents(program, level(program, planes, 2))).containsExactly(1L, 1L, 2L);
            assertThat(extents(program, level(program, planes, 3))).containsExactly(1L, 1L, 1L);
        }
    }

    @Test
    void aLevelEndsWithItsMipmappedArray() {
        try (var program = ClientProgram.run().ready()) {
            long free = program.ok(DriverFunction.CU_MEM_GET_INFO);
            long all = mipmapped(program, 4, 4, 0, 2);
            long level = level(program, all, 1);

            assertThat(program.result(DriverFunction.CU_ARRAY_DESTROY, level))
                    .isEqualTo(DriverResult.INVALID_HANDLE);
            program.ok(DriverFunction.CU_MIPMAPPED_ARRAY_DESTROY, all);
            assertThat(program.result(DriverFunction.CU_ARRAY_GET_DESCRIPTOR, level))
                    .isEqualTo(DriverResult.INVALID_HANDLE);
            assertThat(program.result(DriverFunction.CU_MIPMAPPED_ARRAY_GET_LEVEL, all, 0))
                    .isEqualTo(DriverResult.INVALID_HANDLE);
            assertThat(program.ok(DriverFunction.CU_MEM_GET_INFO)).isEqualTo(free);
        }
    }

    @Test
    void arraysEndWithTheirContext() {
        try (var program = ClientProgram.run().ready()) {
            long free = program.ok(DriverFunction.CU_MEM_GET_INFO);
            long context = program.ok(DriverFunction.CU_CTX_CREATE, 0, 0);
            long array = program.ok(DriverFunction.CU_ARRAY_CREATE, 4, 4, FLOAT, 1);

            program.ok(DriverFunction.CU_CTX_DESTROY, context);

            assertThat(program.ok(DriverFunction.CU_MEM_GET_INFO)).isEqualTo(free);
            assertThat(program.result(DriverFunction.CU_ARRAY_DESTROY, array))
                    .isEqualTo(DriverResult.INVALID_HANDLE);
        }
    }

    private static long volume(ClientProgram program, Object... shape) {
        return program.ok(DriverFunction.CU_ARRAY_3D_CREATE, shape);
    }

    private static long mipmapped(
            ClientProgram program, int width, int height, int depth, int levels) {
        return program.ok(
                DriverFunction.CU_MIPMAPPED_ARRAY_CREATE,
                width,
                height,
                depth,
                UNSIGNED_INT32,
                1,
                0,
                levels);
    }

    private static long level(ClientProgram program, long array, int level) {
        return program.ok(DriverFunction.CU_MIPMAPPED_ARRAY_GET_LEVEL, array, level);
    }

    private static List<Long> extents(ClientProgram program, long array) {
        var all = program.call(DriverFunction.CU_ARRAY_3D_GET_DESCRIPTOR, array).outputs();
        return new ArrayList<>(all.subList(0, 3));
    }
}
