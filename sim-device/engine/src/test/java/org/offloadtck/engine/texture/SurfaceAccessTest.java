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
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.thread.LaunchShape;

/// `suld` and `sust` on a surface of two slices of four rows of eight words, which hold their
/// indices.
final class SurfaceAccessTest {

    private static final int WORDS = 64;

    private final TestDevice device = TestDevice.running("");
    private final Allocation texels = device.allocate("texels", 4 * WORDS);
    private final long handle =
            device.image()
                    .memory()
                    .textures()
                    .add(
                            new Surface(
                                    new TexelGrid(
                                            texels.address(),
                                            32,
                                            128,
                                            8,
                                            4,
                                            2,
                                            TexelObjects.WORD)));

    SurfaceAccessTest() {
        for (int i = 0; i < WORDS; i++) {
            device.at(texels).putInt(4 * i, i);
        }
    }

    private int[] run(String body) {
        return run(body, handle);
    }

    private int[] run(String body, long surface) {
        var program =
                device.load(
                        "surface.ptx",
                        """
                        .version 7.1
                        .target sm_75
                        .address_size 64
                        .visible .entry k(.param .u64 out, .param .u64 h)
                        {
                        .reg .pred %%p<2>;
                        .reg .b16 %%h<8>;
                        .reg .b32 %%r<8>;
                        .reg .b64 %%rd<8>;
                        ld.param.u64 %%rd0, [out];
                        ld.param.u64 %%rd1, [h];
                        mov.b32 %%r1, 77;
                        mov.b32 %%r2, 88;
                        %s
                        st.global.v2.b32 [%%rd0], {%%r1, %%r2};
                        ret;
                        }
                        """
                                .formatted(body));
        var out = device.allocate("out", 8);
        device.launch(
                program, program.kernel("k").orElseThrow(), LaunchShape.of(1, 1), out, surface);
        return device.ints(out);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "suld.b.1d.b32.trap {%r1}, [%rd1, {12}]; | 3 | 88",
                "suld.b.2d.b32.trap {%r1}, [%rd1, {12, 2}]; | 19 | 88",
                "suld.b.2d.v2.b32.trap {%r1, %r2}, [%rd1, {8, 1}]; | 10 | 11",
                "suld.b.3d.b32.trap {%r1}, [%rd1, {4, 3, 1, 9}]; | 57 | 88",
                "suld.b.a1d.b32.trap {%r1}, [%rd1, {1, 8}]; | 34 | 88",
                "suld.b.a2d.b32.trap {%r1}, [%rd1, {1, 8, 1, 1}]; | 42 | 88",
                "suld.b.2d.b32.zero {%r1}, [%rd1, {32, 0}]; | 0 | 88",
                "suld.b.2d.v2.b32.zero {%r1, %r2}, [%rd1, {-8, 0}]; | 0 | 0",
                "suld.b.2d.b32.zero {%r1}, [%rd1, {0, 4}]; | 0 | 88",
                "suld.b.3d.b32.zero {%r1}, [%rd1, {0, 0, -1, 0}]; | 0 | 88",
                "suld.b.2d.b32.clamp {%r1}, [%rd1, {32, 9}]; | 31 | 88",
                "suld.b.2d.v2.b32.clamp {%r1, %r2}, [%rd1, {32, 0}]; | 6 | 7",
                "suld.b.3d.b32.clamp {%r1}, [%rd1, {-4, -1, 7, 0}]; | 32 | 88",
                "suld.b.2d.b8.trap {%h1}, [%rd1, {4, 1}]; cvt.u32.u16 %r1, %h1; | 9 | 88",
            })
    void aLoadReadsTheElementAtAByte(String instruction, int first, int second) {
        assertThat(run(instruction)).containsExactly(first, second);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sust.b.2d.b32.trap [%rd1, {4, 1}], {%r1}; | 9",
                "sust.b.a2d.b32.trap [%rd1, {1, 0, 3, 3}], {%r1}; | 56",
                "sust.b.3d.b32.clamp [%rd1, {99996, 99, 99, 0}], {%r1}; | 63",
                "sust.b.2d.b32.zero [%rd1, {0, -1}], {%r1}; | -1",
            })
    void aStoreWritesTheElementAtAByte(String instruction, int changed) {
        run(instruction);

        assertThat(device.ints(texels))
                .containsExactly(
                        IntStream.range(0, WORDS).map(i -> i == changed ? 77 : i).toArray());
    }

    @Test
    void sixteenBytesAreMovedAtOnce() {
        run(
                "mov.u64 %rd2, 5; mov.u64 %rd3, 6;"
                        + "sust.b.2d.v2.b64.trap [%rd1, {16, 0}], {%rd2, %rd3};");

        assertThat(device.ints(texels)).startsWith(0, 1, 2, 3, 5, 0, 6, 0, 8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "suld.b.2d.b32.trap {%r1}, [%rd1, {32, 0}]; | OUT_OF_BOUNDS"
                        + " | access of 4 bytes at byte 32, row 0, slice 0 is outside of a surface"
                        + " of 32 bytes by 4 by 2",
                "sust.b.2d.b32.trap [%rd1, {0, -1}], {%r1}; | OUT_OF_BOUNDS"
                        + " | access of 4 bytes at byte 0, row -1, slice 0 is outside of a surface"
                        + " of 32 bytes by 4 by 2",
                "suld.b.a2d.b32.trap {%r1}, [%rd1, {2, 0, 0, 0}]; | OUT_OF_BOUNDS"
                        + " | access of 4 bytes at byte 0, row 0, slice 2 is outside of a surface"
                        + " of 32 bytes by 4 by 2",
                "suld.b.2d.b32.zero {%r1}, [%rd1, {2, 0}]; | MISALIGNED"
                        + " | access of 4 bytes at byte 2 of a row is not at a multiple of 4",
            })
    void anAccessOutsideOrMisalignedIsAFault(String instruction, FaultKind kind, String reason) {
        assertThatExceptionOfType(KernelFaultException.class)
                .isThrownBy(() -> run(instruction))
                .satisfies(fault -> assertThat(fault.kind()).isEqualTo(kind))
                .withMessageEndingWith(reason);
    }

    @Test
    void aTextureIsNoSurface() {
        var grid = TexelObjects.grid(texels, TexelObjects.WORD, 8);
        long texture = device.image().memory().textures().add(TexelObjects.texture(grid));

        assertThatExceptionOfType(KernelFaultException.class)
                .isThrownBy(() -> run("suld.b.1d.b32.trap {%r1}, [%rd1, {0}];", texture))
                .withMessageEndingWith("is a texture object when it should be a surface object");
    }

    /// Lanes of a warp may be inside and outside, and a guard may hold for some.
    @Test
    void eachLaneHasItsOwnElement() {
        var program =
                device.load(
                        "lanes.ptx",
                        """
                        .version 7.1
                        .target sm_75
                        .address_size 64
                        .visible .entry k(.param .u64 out, .param .u64 h)
                        {
                        .reg .pred %p<2>;
                        .reg .b32 %r<8>;
                        .reg .b64 %rd<8>;
                        ld.param.u64 %rd0, [out];
                        ld.param.u64 %rd1, [h];
                        mov.u32 %r0, %tid.x;
                        mad.wide.u32 %rd0, %r0, 4, %rd0;
                        shl.b32 %r1, %r0, 2;
                        setp.ne.u32 %p1, %r0, 5;
                        mov.u32 %r2, 99;
                        @%p1 suld.b.2d.b32.zero {%r2}, [%rd1, {%r1, 1}];
                        st.global.b32 [%rd0], %r2;
                        ret;
                        }
                        """);
        var out = device.allocate("out", 64);

        device.launch(
                program, program.kernel("k").orElseThrow(), LaunchShape.of(1, 16), out, handle);

        assertThat(device.ints(out))
                .containsExactly(
                        IntStream.range(0, 16).map(i -> i == 5 ? 99 : i < 8 ? 8 + i : 0).toArray());
    }
}
