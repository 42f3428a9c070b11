package org.offloadtck.engine.texture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.engine.fixture.TexelObjects;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.texture.TexelFormat.Kind;
import org.offloadtck.engine.texture.TextureSampling.AddressMode;
import org.offloadtck.engine.texture.TextureSampling.FilterMode;
import org.offloadtck.engine.texture.TextureSampling.Mipmap;
import org.offloadtck.engine.texture.TextureSampling.Result;

/// What `tex` and `tld4` return, compared with a sum over all texels whose weights are computed
/// from the distance alone.
final class TextureFetchTest {

    private static final TexelFormat SINGLE = TexelObjects.SINGLE;

    /// The texel that an index outside of a line selects, found step by step; -1 for the border.
    private static int reached(AddressMode mode, int index, int size) {
        int at = index;
        while (at < 0 || at >= size) {
            switch (mode) {
                case CLAMP -> at = at < 0 ? 0 : size - 1;
                case WRAP -> at += at < 0 ? size : -size;
                case MIRROR -> at = at < 0 ? -1 - at : 2 * size - 1 - at;
                case BORDER -> {
                    return -1;
                }
            }
        }
        return at;
    }

    /// The sum of a line's texels, each by its distance from a position in 1/256 of a texel.
    private static double line(
            AddressMode mode, int size, double position, IntToDoubleFunction texel) {
        double steps = Math.rint(position * 256 - 128);
        double sum = 0;
        for (int i = -3 * size; i < 4 * size; i++) {
            double weight = Math.max(0, 256 - Math.abs(steps - 256 * i)) / 256;
            int at = reached(mode, i, size);
            sum +=
                    weight == 0
                            ? 0
                            : weight * (at < 0 ? TextureKernel.BORDER : texel.applyAsDouble(at));
        }
        return sum;
    }

    private static double nearest(
            AddressMode mode, int size, double position, IntToDoubleFunction texel) {
        int at = reached(mode, (int) Math.floor(position), size);
        return at < 0 ? TextureKernel.BORDER : texel.applyAsDouble(at);
    }

    /// Coordinates in texels, from the middle of the texture to one and a half sizes outside, that
    /// are no ties of rounding.
    private static float coordinate(Random random, int size) {
        return (random.nextInt(3 * 64 * size) - 64 * size + 0.25f) / 64;
    }

    @ParameterizedTest
    @EnumSource(AddressMode.class)
    void aLinearFilterBlendsTheTexelsAround(AddressMode mode) {
        var random = new Random(1);
        var texture = new TextureKernel.Builder(SINGLE, 8, 4, 2).mode(mode).normalized().linear();
        float[] texels = texture.fill(random);
        for (int round = 0; round < 20; round++) {
            float x = coordinate(random, 8);
            float y = coordinate(random, 4);
            float z = coordinate(random, 2);

            float got =
                    texture.fetch("tex.3d.v4.f32.f32 R, [H, {X, Y, Z, Z}]", x / 8, y / 4, z / 2)[0];

            double wanted =
                    line(
                            mode,
                            2,
                            z,
                            k ->
                                    line(
                                            mode,
                                            4,
                                            y,
                                            j ->
                                                    line(
                                                            mode,
                                                            8,
                                                            x,
                                                            i -> texels[(k * 4 + j) * 8 + i])));
            assertThat((double) got).isCloseTo(wanted, within(1e-5));
        }
    }

    @ParameterizedTest
    @EnumSource(AddressMode.class)
    void withoutAFilterTheTexelAtThePositionIsReturned(AddressMode mode) {
        var random = new Random(2);
        var texture = new TextureKernel.Builder(SINGLE, 8, 4, 1).mode(mode).normalized();
        float[] texels = texture.fill(random);
        for (int round = 0; round < 20; round++) {
            float x = coordinate(random, 8);
            float y = coordinate(random, 4);

            float got = texture.fetch("tex.2d.v4.f32.f32 R, [H, {X, Y}]", x / 8, y / 4, 0)[0];

            double wanted = nearest(mode, 4, y, j -> nearest(mode, 8, x, i -> texels[j * 8 + i]));
            assertThat((double) got).isEqualTo(wanted);
        }
    }

    /// Without normalized coordinates, `WRAP` and `MIRROR` are as `CLAMP`.
    @ParameterizedTest
    @CsvSource({"WRAP, 7", "MIRROR, 7", "CLAMP, 7", "BORDER, 0.5"})
    void coordinatesInTexelsDoNotWrap(AddressMode mode, float wanted) {
        var texture = new TextureKernel.Builder(SINGLE, 8, 1, 1).mode(mode);
        texture.put(IntStream.range(0, 8).mapToObj(i -> (float) i).toList());

        assertThat(texture.fetch("tex.1d.v4.f32.f32 R, [H, {X}]", 9.5f, 0, 0)[0]).isEqualTo(wanted);
        assertThat(texture.fetch("tex.1d.v4.f32.f32 R, [H, {X}]", 3.75f, 0, 0)[0]).isEqualTo(3);
    }

    @Test
    void anIntegerCoordinateIsATexelAndHasNoFilter() {
        var texture = new TextureKernel.Builder(SINGLE, 8, 1, 1).mode(AddressMode.BORDER).linear();
        texture.put(IntStream.range(0, 8).mapToObj(i -> (float) i).toList());

        assertThat(texture.fetch("tex.1d.v4.f32.s32 R, [H, {3}]", 0, 0, 0)[0]).isEqualTo(3);
        assertThat(texture.fetch("tex.1d.v4.f32.s32 R, [H, {8}]", 0, 0, 0)[0])
                .isEqualTo(TextureKernel.BORDER);
        assertThat(texture.fetch("tex.1d.v4.f32.s32 R, [H, {-1}]", 0, 0, 0)[0])
                .isEqualTo(TextureKernel.BORDER);
    }

    @ParameterizedTest
    @CsvSource({
        "UNSIGNED, 1, INTEGER, 200, 200",
        "SIGNED, 1, INTEGER, 200, 0xffffffc8",
        "UNSIGNED, 2, INTEGER, 60000, 60000",
        "SIGNED, 2, INTEGER, 0x8001, 0xffff8001",
        "SIGNED, 4, INTEGER, 0x80000001, 0x80000001",
        "SIGNED, 4, NORMALIZED, 0x80000001, 0x80000001",
        // 51/255 = 0.2, 13107/65535 = 0.2, 64/127 and -128/127
        "UNSIGNED, 1, NORMALIZED, 51, 0x3e4ccccd",
        "UNSIGNED, 2, NORMALIZED, 13107, 0x3e4ccccd",
        "SIGNED, 1, NORMALIZED, 127, 0x3f800000",
        "SIGNED, 1, NORMALIZED, 128, 0xbf800000",
        "SIGNED, 2, NORMALIZED, 0x8000, 0xbf800000",
        // (0.2 + 0.055) / 1.055 to the power of 2.4
        "UNSIGNED, 1, NORMALIZED_SRGB, 51, 0x3d0798dd",
        "UNSIGNED, 1, NORMALIZED_SRGB, 5, 0x3ac6eb61",
        // 1.5 of 16 bits
        "FLOAT, 2, INTEGER, 0x3e00, 0x3fc00000",
    })
    void aChannelIsExtendedOrNormalized(
            Kind kind, int bytes, Result result, String stored, String wanted) {
        var texture =
                new TextureKernel.Builder(new TexelFormat(kind, bytes, 1), 1, 1, 1).result(result);
        texture.putBits(0, bytes, Long.decode(stored));

        int got = texture.bits("tex.1d.v4.s32.s32 R, [H, {0}]", 0, 0, 0)[0];

        assertThat(got).isEqualTo((int) (long) Long.decode(wanted));
    }

    @Test
    void missingChannelsAreZeroAndOthersInOrder() {
        var texture = new TextureKernel.Builder(new TexelFormat(Kind.UNSIGNED, 1, 4), 2, 1, 1);
        texture.putBits(4, 4, 0x04030201);
        var two = new TextureKernel.Builder(new TexelFormat(Kind.UNSIGNED, 2, 2), 1, 1, 1);
        two.putBits(0, 4, 0x00050006);

        assertThat(texture.bits("tex.1d.v4.u32.s32 R, [H, {1}]", 0, 0, 0))
                .containsExactly(1, 2, 3, 4);
        assertThat(two.bits("tex.1d.v4.u32.s32 R, [H, {0}]", 0, 0, 0)).containsExactly(6, 5, 0, 0);
    }

    @Test
    void aLayerIsASliceAndDoesNotBlend() {
        var texture = new TextureKernel.Builder(SINGLE, 2, 2, 3).linear();
        texture.put(IntStream.range(0, 12).mapToObj(i -> (float) i).toList());

        assertThat(texture.fetch("tex.a2d.v4.f32.f32 R, [H, {1, X, Y, Y}]", 1, 1, 0)[0])
                .isEqualTo(5.5f);
        assertThat(texture.fetch("tex.a2d.v4.f32.f32 R, [H, {7, X, Y, Y}]", 1, 1, 0)[0])
                .isEqualTo(9.5f);
        assertThat(texture.fetch("tex.a1d.v4.f32.f32 R, [H, {1, X}]", 1, 0, 0)[0]).isEqualTo(4.5f);
    }

    static Stream<List<Number>> directions() {
        return Stream.of(
                List.of(0, 1, 0.5, -0.5),
                List.of(1, -1, 0.5, -0.5),
                List.of(2, 0.5, 1, 0.5),
                List.of(3, 0.5, -1, 0.5),
                List.of(4, 0.5, -0.5, 1),
                List.of(5, 0.5, -0.5, -1),
                List.of(4, 1, 1, 1),
                List.of(2, 1, 1, 0.5));
    }

    /// Each face has its number in every texel.
    @ParameterizedTest
    @MethodSource("directions")
    void aDirectionSelectsAFaceOfACube(List<Number> direction) {
        var texture = new TextureKernel.Builder(SINGLE, 2, 2, 12).linear();
        texture.put(IntStream.range(0, 48).mapToObj(i -> (float) Math.floor(i / 4.0)).toList());
        float x = direction.get(1).floatValue();
        float y = direction.get(2).floatValue();
        float z = direction.get(3).floatValue();

        assertThat(texture.fetch("tex.cube.v4.f32.f32 R, [H, {X, Y, Z, Z}]", x, y, z)[0])
                .isEqualTo(direction.getFirst().floatValue());
        assertThat(texture.fetch("tex.acube.v4.f32.f32 R, [H, {1, X, Y, Z}]", x, y, z)[0])
                .isEqualTo(direction.getFirst().floatValue() + 6);
    }

    /// Texels of face +x have their column plus ten times their row.
    @Test
    void onAFaceTheFirstCoordinateIsTheColumn() {
        var texture = new TextureKernel.Builder(SINGLE, 4, 4, 6);
        texture.put(
                IntStream.range(0, 96).mapToObj(i -> (float) (i % 4 + 10 * (i / 4 % 4))).toList());

        // s = (-z / x + 1) / 2 = 0.875, t = (-y / x + 1) / 2 = 0.125
        assertThat(texture.fetch("tex.cube.v4.f32.f32 R, [H, {X, Y, Z, Z}]", 1, 0.75f, -0.75f)[0])
                .isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({"r, 0", "g, 1", "b, 2", "a, 3"})
    void aGatherReturnsOneChannelOfFourTexels(String component, int channel) {
        var texture = new TextureKernel.Builder(new TexelFormat(Kind.UNSIGNED, 1, 4), 2, 2, 1);
        for (int i = 0; i < 4; i++) {
            for (int c = 0; c < 4; c++) {
                texture.putBits(4 * i + c, 1, 10 * i + c);
            }
        }

        int[] got = texture.bits("tld4." + component + ".2d.v4.u32.f32 R, [H, {X, Y}]", 1, 1, 0);

        assertThat(got).containsExactly(20 + channel, 30 + channel, 10 + channel, channel);
    }

    @ParameterizedTest
    @CsvSource({
        "POINT, 0, 0, 0", "POINT, 0.4, 0, 0", "POINT, 0.6, 0, 1", "POINT, 9, 0, 2",
        "LINEAR, 0.25, 0, 0.25", "LINEAR, 1.5, 0, 1.5", "LINEAR, 9, 0, 2", "LINEAR, 0.25, 1, 1.25",
    })
    void aLevelOfDetailSelectsOrBlendsGrids(
            FilterMode filter, float level, float bias, float wanted) {
        var texture = new TextureKernel.Builder(SINGLE, 4, 4, 1).levels(3);
        texture.mipmap(new Mipmap(filter, bias, 0, 5));

        assertThat(texture.fetch("tex.level.2d.v4.f32.f32 R, [H, {X, Y}], Z", 0, 0, level)[0])
                .isEqualTo(wanted);
    }

    @Test
    void derivativesSelectTheLevelWhoseTexelsAreAsFarApart() {
        var texture = new TextureKernel.Builder(SINGLE, 4, 4, 1).levels(3).normalized();
        texture.mipmap(new Mipmap(FilterMode.LINEAR, 0, 0, 5));
        String form = "tex.grad.2d.v4.f32.f32 R, [H, {X, X}], {Y, X}, {X, Z}";

        // steps of 2 texels, of 3, and of half a texel
        assertThat(texture.fetch(form, 0, 0.5f, 0)[0]).isEqualTo(1);
        assertThat(texture.fetch(form, 0, 0.25f, 0.75f)[0])
                .isCloseTo((float) (Math.log(3) / Math.log(2)), within(1 / 256f));
        assertThat(texture.fetch(form, 0, 0.125f, 0.125f)[0]).isEqualTo(0);
    }

    @Test
    void theMostDetailedLevelIsReadWithoutALevel() {
        var texture = new TextureKernel.Builder(SINGLE, 4, 4, 1).levels(3);
        texture.mipmap(new Mipmap(FilterMode.POINT, 0, 0, 5));

        assertThat(texture.fetch("tex.2d.v4.f32.f32 R, [H, {X, X}]", 0, 0, 0)[0]).isEqualTo(0);
        assertThat(texture.fetch("tex.base.2d.v4.f32.f32 R, [H, {X, X}]", 0, 0, 0)[0]).isEqualTo(0);
    }

    @Test
    void residentTexelsSetThePredicate() {
        var texture = new TextureKernel.Builder(SINGLE, 1, 1, 1);
        texture.put(List.of(5f));

        assertThat(
                        texture.fetch(
                                        "tex.1d.v4.f32.f32 R|%p1, [H, {X}]; @!%p1 mov.f32 %f4, X",
                                        0, 0, 0)[0])
                .isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource({
        "0, OUT_OF_BOUNDS, handle 0x0 is no texture or surface object when it should be a texture object",
        "9, OUT_OF_BOUNDS, handle 0x9 is no texture or surface object when it should be a texture object",
        "1, USE_AFTER_FREE, handle 0x1 is a destroyed object when it should be a texture object",
        "3, OUT_OF_BOUNDS, handle 0x3 is a surface object when it should be a texture object",
    })
    void aHandleOfNoTextureIsAFault(long handle, FaultKind kind, String reason) {
        var texture = new TextureKernel.Builder(SINGLE, 1, 1, 1);
        texture.objects().remove(texture.objects().add(new Surface(texture.grid())));
        texture.handle();
        texture.objects().add(new Surface(texture.grid()));

        assertThatExceptionOfType(KernelFaultException.class)
                .isThrownBy(() -> texture.bits(handle, "tex.1d.v4.f32.f32 R, [H, {X}]", 0, 0, 0))
                .satisfies(fault -> assertThat(fault.kind()).isEqualTo(kind))
                .withMessageEndingWith(reason);
    }

    @Test
    void aTexelOutsideOfItsMemoryIsAFault() {
        var texture = new TextureKernel.Builder(SINGLE, 8, 1, 1);
        var grid = texture.grid();
        var wide = new TexelGrid(grid.address(), 0, 0, 1000, 1, 1, SINGLE);
        long handle = texture.objects().add(TexelObjects.texture(wide));

        assertThatExceptionOfType(KernelFaultException.class)
                .isThrownBy(() -> texture.bits(handle, "tex.1d.v4.f32.s32 R, [H, {10}]", 0, 0, 0))
                .satisfies(fault -> assertThat(fault.kind()).isEqualTo(FaultKind.OUT_OF_BOUNDS))
                .withMessageContaining("8 bytes past the end of 'texels'");
    }
}
