package org.offloadtck.engine.interpreter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.engine.fixture.TestDevice;

/// `min` and `max` with what newer devices add to them, and `testp`.
class MinMaxInstructionsTest {

    private static String of(String a, String b, String c, String instructions) {
        var machine =
                TestDevice.running(
                        """
                        mov.b32 %%r1, %s; mov.b32 %%r2, %s; mov.b32 %%r3, %s;
                        mov.b32 %%f1, %%r1; mov.b32 %%f2, %%r2; mov.b32 %%f3, %%r3;
                        %s
                        st.global.u32 [%%rd0], %%r4;
                        """
                                .formatted(a, b, c, instructions));
        return Integer.toHexString(machine.words(1)[0]);
    }

    /// Operands are bits of `.f32`: 3f800000 is 1, 40000000 is 2, 40400000 is 3.
    @ParameterizedTest
    @CsvSource({
        "min.f32, 0x3f800000, 0x40000000, 0xc0400000, c0400000",
        "max.f32, 0x3f800000, 0x40400000, 0x40000000, 40400000",
        "min.abs.f32, 0xbf800000, 0x40000000, 0x40400000, 3f800000",
        "max.f32, 0x7fc00000, 0x3f800000, 0x7fc00000, 3f800000",
        "max.f32, 0x7fc00000, 0xffc00001, 0x7fc00000, 7fffffff",
        "max.NaN.f32, 0x3f800000, 0x40000000, 0x7fc00000, 7fffffff",
        "max.NaN.f32, 0x7fc00000, 0x40000000, 0x3f800000, 7fffffff",
        "min.ftz.f32, 0x00000001, 0x80000001, 0x3f800000, 80000000"
    })
    void theLeastOrGreatestOfThree(String name, String a, String b, String c, String expected) {
        String instruction = name + " %f4, %f1, %f2, %f3; mov.b32 %r4, %f4;";

        assertThat(of(a, b, c, instruction)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "min.xorsign.abs.f32, 0x40a00000, 0x40400000, 40400000",
        "min.xorsign.abs.f32, 0x40a00000, 0xc0400000, c0400000",
        "min.xorsign.abs.f32, 0xc0a00000, 0x40400000, c0400000",
        "min.xorsign.abs.f32, 0xc0a00000, 0xc0400000, 40400000",
        "max.xorsign.abs.f32, 0xc0a00000, 0x40400000, c0a00000",
        "max.xorsign.abs.f32, 0x80000000, 0x00000000, 80000000",
        "max.xorsign.abs.f32, 0xbf800000, 0x7fc00000, bf800000",
        "max.NaN.xorsign.abs.f32, 0xbf800000, 0x7fc00000, 7fffffff"
    })
    void magnitudesAreComparedAndSignsCombined(String name, String a, String b, String expected) {
        String instruction = name + " %f4, %f1, %f2; mov.b32 %r4, %f4;";

        assertThat(of(a, b, "0", instruction)).isEqualTo(expected);
    }

    /// Operands are two numbers of 16 bits.
    @ParameterizedTest
    @CsvSource({
        "min.xorsign.abs.f16x2, 0xc5003c00, 0x42004000, c2003c00",
        "max.xorsign.abs.bf16x2, 0xbf803f80, 0x40004000, c0004000",
        "add.u16x2, 0x0001ffff, 0x00020001, 30000",
        "add.s16x2, 0x80007fff, 0xffff0001, 7fff8000",
        "min.s16x2, 0xffff0005, 0x00010003, ffff0003",
        "max.u16x2, 0xffff0005, 0x00010003, ffff0005",
        "min.u16x2, 0xffff0005, 0x00010003, 10003",
        "max.relu.s16x2, 0x80000005, 0xffff0003, 5",
        "min.relu.s16x2, 0x80000005, 0x00010003, 3"
    })
    void halvesOfARegisterAreComputedApart(String name, String a, String b, String expected) {
        assertThat(of(a, b, "0", name + " %r4, %r1, %r2;")).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "min.f16x2, 0x3c00c000, 0x40003c00, 0xbc004000, bc00c000",
        "max.NaN.bf16x2, 0x3f803f80, 0x40004000, 0x7fc03f80, 7fff4000"
    })
    void halvesOfThreeRegisters(String name, String a, String b, String c, String expected) {
        assertThat(of(a, b, c, name + " %r4, %r1, %r2, %r3;")).isEqualTo(expected);
    }

    /// The classes are finite, infinite, number, notanumber, normal, subnormal, a bit each.
    @ParameterizedTest
    @CsvSource({
        "0x00000000, 21",
        "0x80000000, 21",
        "0x3f800000, 21",
        "0x00800000, 21",
        "0x007fffff, 37",
        "0x80000001, 37",
        "0x7f800000, 6",
        "0xff800000, 6",
        "0x7fc00000, 8",
        "0xff800001, 8"
    })
    void aNumberIsInItsClasses(String bits, int expected) {
        var tests = new StringBuilder("mov.u32 %r4, 0;");
        var classes =
                new String[] {"finite", "infinite", "number", "notanumber", "normal", "subnormal"};
        for (int i = 0; i < classes.length; i++) {
            tests.append(
                    "testp.%s.f32 %%p1, %%f1; @%%p1 or.b32 %%r4, %%r4, %d;\n"
                            .formatted(classes[i], 1 << i));
        }

        assertThat(of(bits, "0", "0", tests.toString())).isEqualTo(Integer.toHexString(expected));
    }

    @ParameterizedTest
    @CsvSource({
        "subnormal, 0x000fffffffffffff, 1",
        "subnormal, 0x0010000000000000, 0",
        "normal, 0x0010000000000000, 1",
        "infinite, 0xfff0000000000000, 1",
        "notanumber, 0x7ff8000000000000, 1"
    })
    void numbersOf64BitsHaveClassesToo(String name, String bits, int expected) {
        String test =
                "mov.b64 %%d1, %s; testp.%s.f64 %%p1, %%d1; selp.u32 %%r4, 1, 0, %%p1;"
                        .formatted(bits, name);

        assertThat(of("0", "0", "0", test)).isEqualTo(Integer.toHexString(expected));
    }
}
