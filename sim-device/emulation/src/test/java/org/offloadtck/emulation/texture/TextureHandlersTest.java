package org.offloadtck.emulation.texture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.emulation.ClientProgram;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;

class TextureHandlersTest {

    private static final int UNSIGNED_INT8 = 0x01;
    private static final int UNSIGNED_INT32 = 0x03;
    private static final int FLOAT = 0x20;

    private static final int WRAP = 0;
    private static final int BORDER = 3;
    private static final int POINT = 0;
    private static final int LINEAR = 1;
    private static final int READ_AS_INTEGER = 0x01;
    private static final int NORMALIZED = 0x02;
    private static final int SEAMLESS = 0x40;

    private static final Object[] NO_VIEW = {0, 0, 0, 0, 0, 0, 0, 0, 0};

    private final ClientProgram program =
            ClientProgram.run("--device", "h100", "--api-trace").ready();

    @AfterEach
    void close() {
        program.close();
    }

    private long array(int format, int flags) {
        return program.ok(DriverFunction.CU_ARRAY_3D_CREATE, 8, 4, 0, format, 1, flags);
    }

    private static Object[] resource(int type, long array, long mipmap, Object... memory) {
        var fields = new ArrayList<Object>(List.of(type, array, mipmap));
        fields.addAll(memory.length == 0 ? List.of(0, 0, 0, 0, 0, 0, 0) : List.of(memory));
        fields.add(0);
        return fields.toArray();
    }

    private static Object[] ofArray(long array) {
        return resource(0, array, 0);
    }

    private static Object[] linear(long address, int format, int channels, long bytes) {
        return resource(2, 0, 0, address, format, channels, bytes, 0, 0, 0);
    }

    private static Object[] pitched(long address, long width, long height, long pitch) {
        return resource(3, 0, 0, address, FLOAT, 1, 0, width, height, pitch);
    }

    private static Object[] sampling(int address, int filter, int flags) {
        return new Object[] {address, 1, 1, filter, flags, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    }

    private DriverReply create(Object[] resource, Object[] sampling, Object... view) {
        var all = new ArrayList<>(Arrays.asList(resource));
        all.addAll(Arrays.asList(sampling));
        all.addAll(Arrays.asList(view));
        return program.call(DriverFunction.CU_TEX_OBJECT_CREATE, all.toArray());
    }

    private static Object[] view(int format, int depth, int level, int lastLevel, int... layers) {
        return new Object[] {1, format, 8, 4, depth, level, lastLevel, layers[0], layers[1]};
    }

    @Test
    void aTextureReturnsItsDescriptions() {
        var resource = ofArray(array(FLOAT, 0));
        var sampling = sampling(BORDER, LINEAR, NORMALIZED);
        long texture = create(resource, sampling, view(0x16, 0, 0, 0, 0, 0)).outputs().getFirst();

        assertThat(numbers(DriverFunction.CU_TEX_OBJECT_GET_RESOURCE_DESC, texture))
                .isEqualTo(numbers(resource));
        assertThat(numbers(DriverFunction.CU_TEX_OBJECT_GET_TEXTURE_DESC, texture))
                .isEqualTo(numbers(sampling));
        assertThat(numbers(DriverFunction.CU_TEX_OBJECT_GET_RESOURCE_VIEW_DESC, texture))
                .containsExactly(0x16L, 8L, 4L, 0L, 0L, 0L, 0L, 0L);
        program.ok(DriverFunction.CU_TEX_OBJECT_DESTROY, texture);
        assertThat(program.call(DriverFunction.CU_TEX_OBJECT_GET_TEXTURE_DESC, texture))
                .satisfies(reply -> isRefused(reply, "is a destroyed object when it should be"));
    }

    @Test
    void aTextureWithoutAViewHasNone() {
        var texture =
                create(ofArray(array(FLOAT, 0)), sampling(WRAP, POINT, 0), NO_VIEW)
                        .outputs()
                        .getFirst();

        isRefused(
                program.call(DriverFunction.CU_TEX_OBJECT_GET_RESOURCE_VIEW_DESC, texture),
                "was created without a resource view");
    }

    @Test
    void aSurfaceNeedsAnArrayForSurfaces() {
        var good = ofArray(array(FLOAT, 2));
        long surface = program.ok(DriverFunction.CU_SURF_OBJECT_CREATE, good);

        assertThat(numbers(DriverFunction.CU_SURF_OBJECT_GET_RESOURCE_DESC, surface))
                .isEqualTo(numbers(good));
        isRefused(
                program.call(DriverFunction.CU_TEX_OBJECT_DESTROY, surface),
                "is a surface object when it should be a texture object");
        isRefused(
                program.call(DriverFunction.CU_SURF_OBJECT_CREATE, ofArray(array(FLOAT, 0))),
                "was created without CUDA_ARRAY3D_SURFACE_LDST");
        isRefused(
                program.call(
                        DriverFunction.CU_SURF_OBJECT_CREATE,
                        linear(program.allocate(64), FLOAT, 1, 64)),
                "resType=2 should be CU_RESOURCE_TYPE_ARRAY");
        program.ok(DriverFunction.CU_SURF_OBJECT_DESTROY, surface);
        isRefused(
                program.call(DriverFunction.CU_SURF_OBJECT_DESTROY, surface),
                "is a destroyed object");
    }

    @Test
    void linearMemoryIsChecked() {
        long memory = program.allocate(4096);
        var sampling = sampling(WRAP, POINT, 0);

        assertThat(create(linear(memory, FLOAT, 4, 4096), sampling, NO_VIEW).result())
                .isEqualTo(DriverResult.SUCCESS);
        isRefused(
                create(linear(memory + 4, FLOAT, 1, 64), sampling, NO_VIEW),
                "should be a multiple of 256 bytes");
        isRefused(create(linear(memory, 0x30, 1, 64), sampling, NO_VIEW), "format=48 should be");
        isRefused(
                create(linear(memory, FLOAT, 3, 64), sampling, NO_VIEW),
                "numChannels=3 should be 1, 2 or 4");
        isRefused(
                create(linear(memory, FLOAT, 4, 15), sampling, NO_VIEW),
                "sizeInBytes=15 is less than one element");
        isRefused(
                create(linear(memory, UNSIGNED_INT8, 1, 268435457L), sampling, NO_VIEW),
                "is more than 268435456 elements");
        program.allocate(300);
        assertThat(create(linear(program.allocate(64), FLOAT, 1, 64), sampling, NO_VIEW).result())
                .isEqualTo(DriverResult.SUCCESS);
        program.ok(DriverFunction.CU_MEM_FREE, memory);
        isRefused(
                create(linear(memory, FLOAT, 1, 64), sampling, NO_VIEW),
                "is no memory of the device: it is ");
    }

    @Test
    void pitchedMemoryIsChecked() {
        long memory = program.allocate(4096);
        var sampling = sampling(BORDER, LINEAR, 0);

        assertThat(create(pitched(memory, 8, 16, 64), sampling, NO_VIEW).result())
                .isEqualTo(DriverResult.SUCCESS);
        isRefused(create(pitched(memory, 0, 1, 64), sampling, NO_VIEW), "width=0 should be");
        isRefused(create(pitched(memory, 1, 0, 64), sampling, NO_VIEW), "height=0 should be");
        isRefused(
                create(pitched(memory, 8, 65001, 64), sampling, NO_VIEW),
                "height=65001 is more than 65000");
        isRefused(
                create(pitched(memory, 8, 2, 48), sampling, NO_VIEW),
                "pitchInBytes=48 should be a multiple of 32 bytes");
        isRefused(
                create(pitched(memory, 17, 2, 64), sampling, NO_VIEW),
                "pitchInBytes=64 is less than a row takes: 68 bytes");
        isRefused(
                create(pitched(memory, 8, 2, 2097152), sampling, NO_VIEW),
                "is more than 2097120 bytes");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, 2, 32, SUCCESS",
        "4, 0, 0, 32, INVALID_VALUE",
        "0, 2, 0, 32, INVALID_VALUE",
        "0, 0, 4, 32, INVALID_VALUE",
        "0, 1, 0, 1, SUCCESS",
        "0, 1, 1, 1, SUCCESS",
        "0, 1, 0, 3, SUCCESS",
        "0, 0, 1, 3, SUCCESS",
        "0, 1, 1, 16, SUCCESS",
        "0, 0, 64, 32, INVALID_VALUE",
    })
    void samplingIsChecked(int address, int filter, int flags, int format, DriverResult result) {
        var reply = create(ofArray(array(format, 0)), sampling(address, filter, flags), NO_VIEW);

        assertThat(reply.result()).as(reply.diagnostics()).isEqualTo(result);
    }

    @Test
    void seamlessCubesAreReadAtPointsOnly() {
        long cube = program.ok(DriverFunction.CU_ARRAY_3D_CREATE, 4, 4, 6, FLOAT, 1, 4);

        assertThat(create(ofArray(cube), sampling(1, POINT, SEAMLESS), NO_VIEW).result())
                .isEqualTo(DriverResult.SUCCESS);
        assertThat(create(ofArray(cube), sampling(1, LINEAR, SEAMLESS), NO_VIEW).result())
                .isEqualTo(DriverResult.NOT_SUPPORTED);
    }

    @Test
    void aMipmappedTextureHasNormalizedCoordinates() {
        long levels = program.ok(DriverFunction.CU_MIPMAPPED_ARRAY_CREATE, 8, 4, 0, FLOAT, 1, 0, 3);
        var resource = resource(1, 0, levels);

        isRefused(
                create(resource, sampling(1, LINEAR, 0), NO_VIEW),
                "should have CU_TRSF_NORMALIZED_COORDINATES");
        assertThat(create(resource, sampling(1, LINEAR, NORMALIZED), NO_VIEW).result())
                .isEqualTo(DriverResult.SUCCESS);
        assertThat(
                        create(resource, sampling(1, LINEAR, NORMALIZED), view(0, 0, 1, 2, 0, 0))
                                .result())
                .isEqualTo(DriverResult.SUCCESS);
        isRefused(
                create(resource, sampling(1, LINEAR, NORMALIZED), view(0, 0, 2, 1, 0, 0)),
                "lastMipmapLevel=1 should be from 2 to 2");
    }

    @Test
    void viewsAreChecked() {
        long layers = program.ok(DriverFunction.CU_ARRAY_3D_CREATE, 8, 4, 3, FLOAT, 1, 1);
        var sampling = sampling(1, POINT, READ_AS_INTEGER);
        var resource = ofArray(layers);

        assertThat(create(resource, sampling, view(0x03, 3, 0, 0, 1, 2)).result())
                .isEqualTo(DriverResult.SUCCESS);
        isRefused(
                create(resource, sampling, view(0x02, 3, 0, 0, 0, 0)),
                "format=2 has 2 bytes when an element of the array has 4");
        assertThat(create(resource, sampling, view(0x19, 3, 0, 0, 0, 0)).result())
                .isEqualTo(DriverResult.NOT_SUPPORTED);
        isRefused(create(resource, sampling, view(0x23, 3, 0, 0, 0, 0)), "should be from 0 to 34");
        isRefused(
                create(resource, sampling, view(0, 2, 0, 0, 0, 0)),
                "depth=2 should be 3, as that of the array");
        isRefused(
                create(resource, sampling, view(0, 3, 1, 1, 0, 0)),
                "firstMipmapLevel=1 should be from 0 to 0");
        isRefused(
                create(resource, sampling, view(0, 3, 0, 0, 1, 3)),
                "lastLayer=3 should be from 1 to 2");
        isRefused(
                create(
                        linear(program.allocate(64), UNSIGNED_INT32, 1, 64),
                        sampling,
                        view(0, 0, 0, 0, 0, 0)),
                "pResViewDesc is given when only arrays have views");
    }

    @Test
    void resourcesAreChecked() {
        var sampling = sampling(1, POINT, 0);

        isRefused(create(resource(4, 0, 0), sampling, NO_VIEW), "resType=4 should be from 0 to 3");
        isRefused(create(ofArray(7), sampling, NO_VIEW), "hArray=0x7 is not an array");
        isRefused(create(resource(1, 0, array(FLOAT, 0)), sampling, NO_VIEW), "is an array");
        var flagged = ofArray(array(FLOAT, 0));
        flagged[10] = 1;
        isRefused(create(flagged, sampling, NO_VIEW), "flags=0x1 has bits that are not of 0x0");
    }

    @Test
    void texturesEndWithTheirContextAndAreNoLeaks() {
        long context = program.ok(DriverFunction.CU_CTX_CREATE, 0, 0);
        long array = array(FLOAT, 0);
        long texture = create(ofArray(array), sampling(1, POINT, 0), NO_VIEW).outputs().getFirst();
        program.ok(DriverFunction.CU_ARRAY_DESTROY, array);

        program.ok(DriverFunction.CU_CTX_DESTROY, context);

        isRefused(
                program.call(DriverFunction.CU_TEX_OBJECT_DESTROY, texture),
                "is a destroyed object");
        assertThat(program.finish().report()).doesNotContain("leak");
    }

    private static void isRefused(DriverReply reply, String reason) {
        assertThat(reply.result()).as(reply.diagnostics()).isEqualTo(DriverResult.INVALID_VALUE);
        assertThat(reply.diagnostics()).contains(reason);
    }

    private List<Long> numbers(DriverFunction function, long handle) {
        return program.call(function, handle).outputs();
    }

    private static List<Long> numbers(Object... fields) {
        return Arrays.stream(fields).map(field -> ((Number) field).longValue()).toList();
    }
}
