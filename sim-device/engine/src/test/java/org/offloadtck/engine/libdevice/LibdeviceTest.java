package org.offloadtck.engine.libdevice;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.engine.load.BuiltinLibrary;

class LibdeviceTest {

    /// They read text through their pointer.
    private static final List<String> NOT_SUPPLIED = List.of("__nv_nan", "__nv_nanf");

    /// The functions of `libdevice.10.bc` of CUDA 13.0.
    static Stream<String> functions() {
        try (var stream =
                Objects.requireNonNull(LibdeviceTest.class.getResourceAsStream("functions.txt"))) {
            return new String(stream.readAllBytes(), UTF_8).lines();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("functions")
    void everyFunctionIsSuppliedButThoseThatReadText(String symbol) {
        assertThat(BuiltinLibrary.provides(symbol)).isNotEqualTo(NOT_SUPPLIED.contains(symbol));
    }

    @ParameterizedTest
    @CsvSource({
        "__nv_nothing",
        "__nv_",
        "__nv_f",
        "__nv__rn",
        "__nv_fmaff",
        "__nv_double2double_rn",
        "__nv_int2ll_rn",
        "__nv_int2double_rz",
        "__nv_dadd_rx",
        "__nv_isnan",
        "sin"
    })
    void noOtherFunctionIs(String symbol) {
        assertThat(BuiltinLibrary.provides(symbol)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    abs       | -5i         | 5i
                    abs       | -2147483648i| -2147483648i
                    brev      | 1i          | -2147483648i
                    brevll    | 1l          | -9223372036854775808l
                    byte_perm | 287454020i 1432778632i 29750i | 1434980710i
                    clz       | 1i          | 31i
                    clzll     | 0l          | 64i
                    ffs       | 8i          | 4i
                    ffs       | 0i          | 0i
                    ffsll     | -9223372036854775808l | 64i
                    hadd      | -3i 2i      | -1i
                    rhadd     | -3i 2i      | 0i
                    uhadd     | -1i -3i     | -2i
                    urhadd    | -1i -2i     | -1i
                    llabs     | -5l         | 5l
                    llmax     | -5l 3l      | 3l
                    llmin     | -5l 3l      | -5l
                    max       | -5i 3i      | 3i
                    min       | -5i 3i      | -5i
                    umax      | -5i 3i      | -5i
                    umin      | -5i 3i      | 3i
                    ullmax    | -5l 3l      | -5l
                    ullmin    | -5l 3l      | 3l
                    mul24     | 8388608i 2i | -16777216i
                    umul24    | 8388608i 2i | 16777216i
                    mulhi     | -1i 2i      | -1i
                    umulhi    | -1i 2i      | 1i
                    mul64hi   | -1l 2l      | -1l
                    umul64hi  | -1l 2l      | 1l
                    popc      | -1i         | 32i
                    popcll    | -1l         | 64i
                    sad       | -5i 3i 10i  | 18i
                    usad      | 3i -5i 10i  | 2i
                    """)
    void anIntegerFunctionIsExact(String name, String arguments, String value) {
        assertThat(FunctionTableNotation.apply(name, arguments))
                .isEqualTo(FunctionTableNotation.bits(value));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    dadd_rz   | 1.0 -1e-30  | 0.9999999999999999
                    dsub_ru   | 1.0 -1e-30  | 1.0000000000000002
                    dmul_rd   | 0.1 3.0     | 0.3
                    ddiv_ru   | 1.0 3.0     | 0.33333333333333337
                    drcp_rn   | 3.0         | 0.3333333333333333
                    dsqrt_rd  | 2.0         | 1.414213562373095
                    fma_rz    | 1.0 1.0 -1e-30 | 0.9999999999999999
                    fadd_ru   | 1.0f 1e-30f | 1.0000001f
                    fsub_rd   | 1.0f 1e-30f | 0.99999994f
                    fmul_rz   | 3.0f 0.1f   | 0.29999998f
                    fdiv_ru   | 1.0f 3.0f   | 0.33333334f
                    frcp_rd   | 3.0f        | 0.3333333f
                    fsqrt_ru  | 2.0f        | 1.4142137f
                    fmaf_rd   | 1.0f 1.0f 1e-30f | 1.0f
                    fmaf_ieee_ru | 1.0f 1.0f 1e-30f | 1.0000001f
                    double2float_ru | 1.00000001 | 1.0000001f
                    double2int_rn | 2.5     | 2i
                    double2int_rz | -2.7    | -2i
                    double2int_rd | -2.1    | -3i
                    double2int_ru | 1e20    | 2147483647i
                    double2uint_rz | -1.0   | 0i
                    double2ll_rn  | NaN     | -9223372036854775808l
                    double2ull_ru | 1e19    | -8446744073709551616l
                    float2int_ru  | 2.1f    | 3i
                    float2int_rz  | NaNf    | 0i
                    float2ll_rd   | -2.5f   | -3l
                    float2uint_rn | 3.5f    | 4i
                    float2ull_rz  | 2.9f    | 2l
                    int2double_rn | -7i     | -7.0
                    int2float_rz  | 16777217i | 16777216.0f
                    int2float_ru  | -16777217i | -16777216.0f
                    uint2double_rn | -1i    | 4294967295.0
                    uint2float_ru | -1i     | 4294967296.0f
                    ll2double_rd  | 9007199254740993l | 9007199254740992.0
                    ll2float_rn   | -1l     | -1.0f
                    ull2double_ru | -1l     | 18446744073709551616.0
                    ull2float_rz  | -1l     | 18446742974197923840.0f
                    """)
    void aFunctionThatNamesItsRoundingRoundsSo(String name, String arguments, String value) {
        assertThat(FunctionTableNotation.apply(name, arguments))
                .isEqualTo(FunctionTableNotation.bits(value));
    }

    @Test
    void halvesAreConvertedToNearest() {
        assertThat(FunctionTableNotation.apply("float2half_rn", "1.0004883f")).isEqualTo(0x3c00);
        assertThat(FunctionTableNotation.apply("half2float", "15361i"))
                .isEqualTo(FunctionTableNotation.bits("1.0009766f"));
    }

    @Test
    void theReciprocalRootIsRoundedCorrectly() {
        for (float a = 1; a < 4; a += 0x1p-12f) {
            double exact = 1 / Math.sqrt(a);
            float found =
                    Float.intBitsToFloat((int) FunctionTableNotation.apply("frsqrt_rn", a + "f"));
            assertThat(Math.abs(found - exact)).isLessThanOrEqualTo(Math.ulp(found) * 0.5000001);
        }
    }
}
