package org.offloadtck.ptx.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.object.ptx.PtxSyntaxException;
import org.offloadtck.ptx.ir.Variable.Value;
import org.offloadtck.ptx.ir.modifier.PtxType;

/// Constant expressions have the values that `ptxas` of CUDA 13.0 writes into a cubin.
class ConstantExpressionTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            textBlock =
                    """
                    1<<4; 16
                    5*3; 15
                    7-9; -2
                    (5); 5
                    3|4; 7
                    !0; 1
                    !5; 0
                    !!5; 1
                    1?2:3; 2
                    0?2:3; 3
                    (.s64)5; 5
                    ((.u64)5); 5
                    (.s64)(.u64)5; 5
                    WARP_SZ-1; 31
                    -WARP_SZ; -32
                    ~5U; -6
                    - -5; 5
                    -~5; 6
                    5--3; 8
                    1|2^3&4; 3
                    1+2*3; 7
                    (1+2)*3; 9
                    1<<2+1; 8
                    1<2==1; 1
                    1==2<3; 1
                    4&2==2; 0
                    10-4-3; 3
                    100/10/5; 2
                    1?2:0?3:4; 2
                    1?0?3:4:5; 4
                    1||0&&0; 1
                    2&&3; 1
                    0||7; 1
                    1<=1; 1
                    1>=2; 0
                    1!=1; 0
                    3>2>0; 1
                    -7/2; -3
                    7 % 2; 1
                    1<<64; 1
                    1<<-1; -9223372036854775808
                    9223372036854775807*2; -2
                    1.5<2.5; 1
                    (1.5==1.5)+3; 4
                    """)
    void anOperatorHasItsPrecedenceAndValue(String expression, long value) {
        assertThat(value(expression)).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            textBlock =
                    """
                    -7/2U; 9223372036854775804
                    7U/-2; 0
                    -8>>1; -4
                    -8U>>1; 9223372036854775804
                    -8>>1U; -4
                    (.u64)-8>>1; 9223372036854775804
                    (.s64)0xffffffffffffffff/2; 0
                    0x8000000000000000>>1; 4611686018427387904
                    -9223372036854775808/-1; 0
                    -1<1U; 0
                    -1>0U; 1
                    1U-2<0; 0
                    WARP_SZ-33<0; 1
                    ~0<0; 0
                    (-1|0)<0; 1
                    (-1|0U)<0; 0
                    (-1&-1U)<0; 0
                    (-1U^0)<0; 0
                    -7 % 2; 1
                    (-2 % (-1))<0; 0
                    (1U<2U)-2<0; 1
                    (1U&&2U)-2<0; 1
                    !(1U)-2<0; 1
                    (1?-1:1U)/2; 0
                    (0?-2:1U)-5<0; 0
                    """)
    void aResultIsSignedOrUnsigned(String expression, long value) {
        assertThat(value(expression)).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({
        "1.0+2.0, 3.0",
        "1.5-0.25, 1.25",
        "-(1.5), -1.5",
        "1.0/3.0, 0.3333333333333333",
        "7.0*0d4000000000000000, 14.0",
        "1.0e308*10.0, Infinity",
    })
    void floatingPointNumbersHaveTheFourOperators(String expression, double value) {
        assertThat(initial(".f64", expression))
                .isInstanceOfSatisfying(
                        Value.Constant.class,
                        constant ->
                                assertThat(
                                                Double.longBitsToDouble(
                                                        constant.immediate().bits(PtxType.F64)))
                                        .isEqualTo(value));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            textBlock =
                    """
                    mov.u32 %r1, (5*3)|16; mov.u32 %r1, 31;
                    mov.u32 %r1, WARP_SZ-1; mov.u32 %r1, 31;
                    mov.u32 %r1, !0; mov.u32 %r1, 1;
                    mov.u32 %r1, -(3)*2; mov.u32 %r1, -6;
                    mov.f32 %f1, 1.5+2.5; mov.f32 %f1, 0d4010000000000000;
                    ld.global.u32 %r1, [g+4*2]; ld.global.u32 %r1, [g+8];
                    ld.global.u32 %r1, [g-4*2]; ld.global.u32 %r1, [g-8];
                    ld.local.u32 %r1, [(16)]; ld.local.u32 %r1, [16];
                    mov.u64 %rd1, g+(8); mov.u64 %rd1, g+8;
                    st.global.v2.u32 [g], {1+2,3*4}; st.global.v2.u32 [g], {3, 12};
                    add.u32 %r1, %r2+4*2, 1; add.u32 %sum, %r2, 8;
                    setp.eq.u32 %p1|%p2, %r1, 3|4; setp.eq.u32 %p1|%p2, %r1, 7;
                    setp.eq.and.u32 %p1, %r1, 3, !%p2; setp.eq.and.u32 %p1, %r1, 3, !%p2;
                    """)
    void anOperandOrOffsetMayBeAnExpression(String instruction, String printed) {
        var module = PtxSamples.parse(PtxSamples.kernel(instruction + ";"));

        assertThat(PtxPrinter.print(module)).contains(printed);
    }

    @Test
    void anAddressInAnInitialiserHasAnExpressionAsOffset() {
        assertThat(initial(".u64", "generic(a)+4*2"))
                .isEqualTo(new Value.Address("a", 8, Value.Addressing.GENERIC, -1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            textBlock =
                    """
                    1/0; 4:19; the divisor of '/' is 0 when it should be another number
                    0&&1/0; 4:22; the divisor of '/' is 0 when it should be another number
                    1 % 0; 4:20; the divisor of '%' is 0 when it should be another number
                    1.0/0.0; 4:21; the divisor of '/' is 0 when it should be another number
                    (-9223372036854775807-1)/-1; 4:42; the quotient is 2^63 when 2^63 - 1 is the most
                    1.0e400; 4:18; '1.0e400' is not a decimal fraction in the range of .f64
                    1+1.5; 4:19; operands of '+' are an integer and an .f64 number when they should be two integers or two .f64 numbers
                    1.5<<1; 4:21; operands of '<<' are an .f64 number and an integer when they should be two integers
                    0f3F800000+1.0; 4:28; operands of '+' are an .f32 number and an .f64 number when they should be two integers or two .f64 numbers
                    !1.5; 4:18; an operand of '!' is an .f64 number when it should be an integer
                    1?1.5:2.5; 4:19; an operand of '?' is an .f64 number when it should be an integer
                    (.s32)5; 4:19; expected '.s64' or '.u64', found '.s32'
                    (.u64)1.5; 4:18; an operand of '(' is an .f64 number when it should be an integer
                    1 < < 4; 4:22; expected a number, found '<'
                    1?2; 4:21; `expected ':', found ';'`
                    (5; 4:20; `expected ')', found ';'`
                    a+1.5; 4:20; the offset is an .f64 number when it should be an integer
                    """)
    void anExpressionWithoutValueIsRejected(String expression, String position, String problem) {
        assertThatExceptionOfType(PtxSyntaxException.class)
                .isThrownBy(() -> initial(".u64", expression))
                .satisfies(e ->
                        assertThat(e.span() + ": " + e.problem())
                                .isEqualTo(position + ": " + problem));
    }

    @ParameterizedTest
    @ValueSource(strings = {"(", "1?", "(.s64)", "1?2:"})
    void nestingIsLimited(String opening) {
        assertThatExceptionOfType(PtxSyntaxException.class)
                .isThrownBy(() -> initial(".u64", opening.repeat(100_000)))
                .withMessageContaining("the constant expression nests deeper than 100");
    }

    @Test
    void chainsOfOperatorsAreUnlimited() {
        assertThat(value("1" + "+1".repeat(99_999))).isEqualTo(100_000);
        assertThat(value("-~".repeat(100_000) + "0")).isEqualTo(100_000);
    }

    @Test
    void aDamagedExpressionIsParsedOrRejected() {
        String intact = "((.s64)-7/2U>=3)?~WARP_SZ<<4 % 3:!0&&1.5*-2.0!=0d3FF0000000000000||1^2";
        for (int i = 0; i < intact.length(); i++) {
            parseOrReject(intact.substring(0, i));
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                var damaged = new StringBuilder(intact);
                damaged.setCharAt(i, (char) (intact.charAt(i) ^ (1 << bit)));
                parseOrReject(damaged.toString());
            }
        }
    }

    private static void parseOrReject(String expression) {
        try {
            initial(".u64", expression);
        } catch (PtxSyntaxException expected) {
            assertThat(expected.problem()).isNotEmpty();
        } catch (RuntimeException unexpected) {
            fail(expression, unexpected);
        }
    }

    private static long value(String expression) {
        return initial(".u64", expression) instanceof Value.Constant(var immediate)
                ? immediate.bits(PtxType.U64)
                : fail("not a constant");
    }

    private static Value initial(String type, String expression) {
        var text = PtxSamples.HEADER + ".global %s a = %s;".formatted(type, expression);
        return PtxSamples.parse(text).variables().getFirst().initial().getFirst().value();
    }
}
