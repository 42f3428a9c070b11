package org.offloadtck.engine.texture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.fixture.TexelObjects;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.load.LoadedModule;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.texture.TextureSampling.FilterMode;
import org.offloadtck.engine.thread.LaunchShape;

/// Instructions that name a `.texref` or `.surfref` variable, on texels that hold their indices.
final class TextureReferenceTest {

    private static final int TEXELS = 32;
    private static final int ROW = 8;

    private final TestDevice device = TestDevice.running("");
    private final Allocation out = device.allocate("out", 4);

    private LoadedModule program(String instruction) {
        return device.load(
                "reference.ptx",
                """
                .version 7.1
                .target sm_75
                .address_size 64
                .global .texref picture;
                .global .surfref canvas;
                .global .samplerref sampler;
                .global .u64 number;
                .visible .entry k(.param .u64 out)
                {
                .reg .b32 %%r<8>;
                .reg .f32 %%f<8>;
                .reg .b64 %%rd<2>;
                ld.param.u64 %%rd0, [out];
                mov.b32 %%r1, 77;
                mov.f32 %%f1, 0f40500000; // 3.25
                mov.f32 %%f2, 0f40000000; // 2
                %s
                st.global.b32 [%%rd0], %%r1;
                ret;
                }
                """
                        .formatted(instruction));
    }

    private void bind(LoadedModule program, String variable, TextureObject object) {
        var place = program.variable(variable).orElseThrow();
        assertThat(place.size()).isEqualTo(Long.BYTES);
        device.at(place).putLong(0, device.image().memory().textures().add(object));
    }

    private int run(LoadedModule program) {
        device.launch(program, program.kernel("k").orElseThrow(), LaunchShape.of(1, 1), out);
        return device.ints(out)[0];
    }

    private Allocation words() {
        var texels = device.allocate("texels", 4 * TEXELS);
        IntStream.range(0, TEXELS).forEach(i -> device.at(texels).putInt(4 * i, i));
        return texels;
    }

    private Allocation floats() {
        var texels = device.allocate("texels", 4 * TEXELS);
        IntStream.range(0, TEXELS).forEach(i -> device.at(texels).putFloat(4 * i, i));
        return texels;
    }

    @Test
    void aFetchReadsTheTextureOfTheVariable() {
        var program =
                program(
                        "mov.b32 %r2, 5; tex.1d.v4.s32.s32 {%r1, %r3, %r4, %r5}, [picture, {%r2}];");

        bind(
                program,
                "picture",
                TexelObjects.texture(TexelObjects.grid(words(), TexelObjects.WORD, TEXELS)));
        assertThat(run(program)).isEqualTo(5);

        bind(
                program,
                "picture",
                TexelObjects.texture(TexelObjects.grid(words(), TexelObjects.WORD, 4)));
        assertThat(run(program)).as("the last texel of a row of four").isEqualTo(3);
    }

    /// At (3.25, 2) the weights are 1/4 and 3/4 of columns 2 and 3, and 1/2 of rows 1 and 2.
    @Test
    void aFilterAppliesAsForAnObject() {
        var program =
                program(
                        "tex.2d.v4.f32.f32 {%f3, %f4, %f5, %f6}, [picture, {%f1, %f2}];"
                                + " mov.b32 %r1, %f3;");
        bind(
                program,
                "picture",
                TexelObjects.texture(
                        TexelObjects.grid(floats(), TexelObjects.SINGLE, ROW), FilterMode.LINEAR));

        assertThat(Float.intBitsToFloat(run(program))).isEqualTo(1.5f * ROW + 2.75f);
    }

    @Test
    void aGatherReadsTheTextureOfTheVariable() {
        var program =
                program(
                        "tld4.r.2d.v4.f32.f32 {%f3, %f4, %f5, %f6}, [picture, {%f1, %f2}];"
                                + " mov.b32 %r1, %f3;");
        bind(
                program,
                "picture",
                TexelObjects.texture(TexelObjects.grid(floats(), TexelObjects.SINGLE, ROW)));

        assertThat(Float.intBitsToFloat(run(program))).isEqualTo(2 * ROW + 2);
    }

    @Test
    void aSurfaceIsLoadedFromAndStoredToByItsVariable() {
        var texels = words();
        var program =
                program(
                        "sust.b.2d.b32.trap [canvas, {4, 1}], {%r1};"
                                + " suld.b.2d.b32.trap {%r1}, [canvas, {8, 2}];");
        bind(program, "canvas", new Surface(TexelObjects.grid(texels, TexelObjects.WORD, ROW)));

        assertThat(run(program)).isEqualTo(2 * ROW + 2);
        assertThat(device.ints(texels)[ROW + 1]).isEqualTo(77);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tex.1d.v4.s32.s32 {%r1, %r3, %r4, %r5}, [picture, {%r1}];"
                        + " | texture reference 'picture' is not bound to memory or an array",
                "suld.b.1d.b32.trap {%r1}, [canvas, {4}];"
                        + " | surface reference 'canvas' is not bound to an array",
            })
    void anInstructionOnAnUnboundReferenceIsAFault(String instruction, String reason) {
        var program = program(instruction);

        assertThatExceptionOfType(KernelFaultException.class)
                .isThrownBy(() -> run(program))
                .withMessageEndingWith(reason);
    }

    @Test
    void aDestroyedTextureIsAFault() {
        var program = program("tex.1d.v4.s32.s32 {%r1, %r3, %r4, %r5}, [picture, {%r1}];");
        var grid = TexelObjects.grid(words(), TexelObjects.WORD, TEXELS);
        bind(program, "picture", TexelObjects.texture(grid));
        device.image().memory().textures().remove(1);

        assertThatExceptionOfType(KernelFaultException.class)
                .isThrownBy(() -> run(program))
                .withMessageEndingWith("is a destroyed object when it should be a texture object");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tex.1d.v4.s32.s32 {%r1, %r3, %r4, %r5}, [canvas, {%r1}];"
                        + " | names 'canvas' when it should name a .global .texref variable",
                "tex.1d.v4.s32.s32 {%r1, %r3, %r4, %r5}, [number, {%r1}];"
                        + " | names 'number' when it should name a .global .texref variable",
                "suld.b.1d.b32.trap {%r1}, [picture, {4}];"
                        + " | names 'picture' when it should name a .global .surfref variable",
                "tex.1d.v4.s32.s32 {%r1, %r3, %r4, %r5}, [picture, sampler, {%r1}];"
                        + " | names a texture and a sampler when it should name a .texref variable",
            })
    void anOtherNameIsNotSimulated(String instruction, String reason) {
        var program = program(instruction);

        assertThatExceptionOfType(KernelFaultException.class)
                .isThrownBy(() -> run(program))
                .satisfies(fault -> assertThat(fault.kind()).isEqualTo(FaultKind.UNSUPPORTED))
                .withMessageContaining(reason);
    }
}
