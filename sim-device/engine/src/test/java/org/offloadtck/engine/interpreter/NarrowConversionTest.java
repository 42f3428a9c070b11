package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.engine.fixture.TestDevice;

/// `cvt` to and from formats of 16, 19 and 8 bits, and pairs of them (PTX ISA §9.7.9.21).
class NarrowConversionTest {

    /// What an instruction makes of numbers in `%f1`, `%f2`, as the bits of `%r1`.
    private static String of(float a, float b, String instructions) {
        var machine =
                TestDevice.running(
                        """
                        mov.f32 %%f1, 0f%08X;
                        mov.f32 %%f2, 0f%08X;
                        mov.u32 %%r1, 0;
                        %s
                        st.global.u32 [%%rd0], %%r1;
                        """
                                .formatted(
                                        Float.floatToRawIntBits(a),
                                        Float.floatToRawIntBits(b),
                                        instructions));
        return Integer.toHexString(machine.words(1)[0]);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    1     | 2      | cvt.rn.f16x2.f32 %r1, %f1, %f2;              | 3c004000
                    -1    | 2      | cvt.rn.relu.f16x2.f32 %r1, %f1, %f2;         | 4000
                    1e9   | -1e9   | cvt.rn.satfinite.f16x2.f32 %r1, %f1, %f2;    | 7bfffbff
                    1e9   | -1e9   | cvt.rz.f16x2.f32 %r1, %f1, %f2;              | 7bfffbff
                    1     | -2     | cvt.rn.bf16x2.f32 %r1, %f1, %f2;             | 3f80c000
                    1.999 | NaN    | cvt.rz.bf16x2.f32 %r1, %f1, %f2;             | 3fff7fff
                    1     | 448    | cvt.rn.satfinite.e4m3x2.f32 %h1, %f1, %f2; cvt.u32.u16 %r1, %h1; | 387e
                    -1    | 1e9    | cvt.rn.satfinite.relu.e5m2x2.f32 %h1, %f1, %f2; cvt.u32.u16 %r1, %h1; | 7b
                    1     | 2      | cvt.rn.bf16.f32 %h1, %f1; cvt.f32.bf16 %f3, %h1; mov.b32 %r1, %f3; | 3f800000
                    1.001 | 2      | cvt.rp.bf16.f32 %h1, %f1; cvt.u32.u16 %r1, %h1; | 3f81
                    1.001 | 2      | cvt.rna.tf32.f32 %r1, %f1;                   | 3f802000
                    -3.5  | 2      | cvt.rn.relu.tf32.f32 %r1, %f1;               | 0
                    NaN   | 2      | cvt.rn.tf32.f32 %r1, %f1;                    | 7fffe000
                    1e39  | 2      | cvt.rna.satfinite.tf32.f32 %r1, %f1;         | 7f7fe000
                    0.3   | 2      | cvt.sat.rn.f16.f32 %h1, %f2; cvt.u32.u16 %r1, %h1; | 3c00
                    2.5   | 2      | cvt.rn.f16.f32 %h1, %f1; cvt.rni.f16.f16 %h1, %h1; cvt.u32.u16 %r1, %h1; | 4000
                    1     | 2      | mov.u64 %rd1, 0xff80000000000001; cvt.rn.bf16.u64 %h1, %rd1; cvt.u32.u16 %r1, %h1; | 5f80
                    1     | 2      | mov.u64 %rd1, 0xff80000000000001; cvt.rz.bf16.u64 %h1, %rd1; cvt.u32.u16 %r1, %h1; | 5f7f
                    1     | 2      | mov.u64 %rd1, -0x4040000000000001; cvt.rn.bf16.s64 %h1, %rd1; cvt.u32.u16 %r1, %h1; | de81
                    1     | 2      | mov.u16 %h1, 0x4049; cvt.rni.s32.bf16 %r1, %h1; | 3
                    """)
    void aNumberIsRoundedOnceAndLimited(float a, float b, String instructions, String expected) {
        assertThat(of(a, b, instructions)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "e4m3x2, 0x387e, 3c005f00",
        "e4m3x2, 0xff81, 7fff9800",
        "e5m2x2, 0x7c3c, 7c003c00",
        "e5m2x2, 0x7dfb, 7ffffb00"
    })
    void twoNumbersOf8BitsBecomeTwoOf16AndComeBack(String type, String bits, String expected) {
        String widen = "mov.u16 %%h1, %s; cvt.rn.f16x2.%s %%r1, %%h1;".formatted(bits, type);

        assertThat(of(0, 0, widen)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"e4m3x2, 0x387e", "e4m3x2, 0x0781", "e5m2x2, 0x013c", "e5m2x2, 0xfb7b"})
    void what8BitsHold16BitsGiveBack(String type, String bits) {
        String both =
                "mov.u16 %%h1, %1$s; cvt.rn.f16x2.%2$s %%r1, %%h1;".formatted(bits, type)
                        + " cvt.rn.satfinite.%s.f16x2 %%h2, %%r1; cvt.u32.u16 %%r1, %%h2;"
                                .formatted(type);

        assertThat("0x%4s".formatted(of(0, 0, both)).replace(' ', '0')).isEqualTo(bits);
    }
}
