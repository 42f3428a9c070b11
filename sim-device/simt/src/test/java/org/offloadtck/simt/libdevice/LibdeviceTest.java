package org.offloadtck.simt.libdevice;

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
import org.offloadtck.simt.image.SuppliedFunction;
import org.offloadtck.simt.semantics.Floats;

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
    void every_function_is_supplied_but_those_that_read_text(String symbol) {
        assertThat(SuppliedFunction.exists(symbol)).isNotEqualTo(NOT_SUPPLIED.contains(symbol));
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
    void no_other_function_is(String symbol) {
        assertThat(SuppliedFunction.exists(symbol)).isFalse();
    }

    /// Special values are those of C17 §F.10 and of the *CUDA C++ Programming Guide*; integers end
    /// in `i` or `l`, 32-bit numbers in `f`.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    acosh     | 0.5         | NaN
                    acosh     | 1.0         | 0.0
                    acosh     | -1e10       | NaN
                    acosh     | Infinity    | Infinity
                    asinh     | -0.0        | -0.0
                    asinh     | -Infinity   | -Infinity
                    asinhf    | 1e-30f      | 1e-30f
                    atanh     | 1.0         | Infinity
                    atanh     | -0.0        | -0.0
                    atanh     | 2.0         | NaN
                    cospi     | 0.5         | 0.0
                    cospi     | 1.0         | -1.0
                    cospi     | 1e300       | 1.0
                    cospi     | Infinity    | NaN
                    sinpi     | -3.0        | -0.0
                    sinpi     | 2.5         | 1.0
                    sinpi     | NaN         | NaN
                    exp2      | -1074.0     | 4.9e-324
                    exp10     | 3.0         | 1000.0
                    exp10f    | 39.0f       | Infinityf
                    log2      | 8.0         | 3.0
                    log2      | 0x1p-987    | -987.0
                    log2      | 0.0         | -Infinity
                    log2      | -1.0        | NaN
                    log2      | 4.9e-324    | -1074.0
                    log2f     | 0.125f      | -3.0f
                    logb      | -0.0        | -Infinity
                    logb      | 1e-320      | -1064.0
                    logb      | -Infinity   | Infinity
                    logbf     | 1e-45f      | -149.0f
                    rcbrt     | -8.0        | -0.5
                    rsqrt     | -0.0        | -Infinity
                    rsqrt     | Infinity    | 0.0
                    rsqrtf    | -1.0f       | NaNf
                    erf       | -Infinity   | -1.0
                    erf       | -0.0        | -0.0
                    erf       | NaN         | NaN
                    erfc      | -Infinity   | 2.0
                    erfc      | Infinity    | 0.0
                    erfc      | 27.3        | 0.0
                    erfcf     | 0.0f        | 1.0f
                    erfcx     | -30.0       | Infinity
                    erfcx     | Infinity    | 0.0
                    erfcx     | 0.0         | 1.0
                    erfcx     | 1.7976931348623157e308 | 3.138408733985445e-309
                    erfinv    | 1.0         | Infinity
                    erfinv    | 1.5         | NaN
                    erfinv    | -0.0        | -0.0
                    erfcinv   | 0.0         | Infinity
                    erfcinv   | 2.0         | -Infinity
                    erfcinv   | 1.0         | 0.0
                    erfcinv   | -1.0        | NaN
                    normcdf   | -Infinity   | 0.0
                    normcdf   | 0.0         | 0.5
                    normcdf   | 50.0        | 1.0
                    normcdfinv| 0.5         | 0.0
                    normcdfinv| 1.0         | Infinity
                    normcdfinv| 1.1         | NaN
                    tgamma    | 5.0         | 24.0
                    tgamma    | 23.0        | 1124000727777607680000.0
                    tgamma    | -0.0        | -Infinity
                    tgamma    | -1.0        | NaN
                    tgamma    | 172.0       | Infinity
                    tgamma    | -1000.5     | -0.0
                    tgamma    | -Infinity   | NaN
                    lgamma    | 1.0         | 0.0
                    lgamma    | 2.0         | 0.0
                    lgamma    | -3.0        | Infinity
                    lgamma    | -Infinity   | Infinity
                    lgamma    | 1e306       | Infinity
                    j0        | 0.0         | 1.0
                    j0        | -Infinity   | 0.0
                    j1        | -1e-310     | -5e-311
                    y0        | 0.0         | -Infinity
                    y1        | -1.0        | NaN
                    y0        | 4.9e-324    | -473.9990734230043
                    y1        | Infinity    | 0.0
                    jn        | 3i 0.0      | 0.0
                    jn        | -1i 2.0     | NaN
                    jn        | 3i -Infinity | 0.0
                    jn        | 5000i 1.0   | 0.0
                    yn        | 3i 0.0      | -Infinity
                    yn        | 700i 1.0    | -Infinity
                    yn        | -1i 1.0     | NaN
                    cyl_bessel_i0 | 0.0     | 1.0
                    cyl_bessel_i0 | 800.0   | Infinity
                    cyl_bessel_i1 | -800.0  | -Infinity
                    cyl_bessel_i1 | -0.0    | -0.0
                    atan2     | -0.0 -1.0   | -3.141592653589793
                    fdim      | 3.0 5.0     | 0.0
                    fdim      | 5.0 3.0     | 2.0
                    fdim      | NaN 1.0     | NaN
                    fmaxf     | NaNf 2.0f   | 2.0f
                    fmin      | -0.0 0.0    | -0.0
                    fmod      | -5.5 2.0    | -1.5
                    fmod      | 1.0 0.0     | NaN
                    hypot     | Infinity NaN| Infinity
                    hypotf    | 3e38f 0.0f  | 3e38f
                    rhypot    | Infinity NaN| 0.0
                    rhypot    | 0.0 0.0     | Infinity
                    rhypot    | 0x1p1023 0x1p1023 | 0x0.5a827999fcef3p-1022
                    pow       | 1.0 NaN     | 1.0
                    pow       | -1.0 Infinity | 1.0
                    pow       | -2.0 3.0    | -8.0
                    pow       | 0.0 -1.0    | Infinity
                    powf      | -2.0f 0.5f  | NaNf
                    powi      | -2.0 -3i    | -0.125
                    powif     | 2.0f 10i    | 1024.0f
                    remainder | 5.0 2.0     | 1.0
                    remainder | 7.0 2.0     | -1.0
                    remainder | 1.0 0.0     | NaN
                    norm3d    | 2.0 3.0 6.0 | 7.0
                    norm3d    | NaN Infinity 1.0 | Infinity
                    norm3d    | 0.0 0.0 -0.0 | 0.0
                    rnorm3df  | 2.0f 3.0f 6.0f | 0.14285715f
                    round     | 2.5         | 3.0
                    round     | -0.3        | -0.0
                    round     | 0.49999999999999994 | 0.0
                    rint      | 2.5         | 2.0
                    trunc     | -2.7        | -2.0
                    fma       | 3.0 5.0 1.0 | 16.0
                    fmaf      | 3.0f 5.0f 1.0f | 16.0f
                    frsqrt_rn | 4.0f        | 0.5f
                    frsqrt_rn | -0.0f       | -Infinityf
                    ilogb     | 0.0         | -2147483648i
                    ilogb     | NaN         | -2147483648i
                    ilogb     | Infinity    | 2147483647i
                    ilogbf    | -10.0f      | 3i
                    scalbn    | 2.0 3i      | 16.0
                    ldexpf    | 1.0f -149i  | 1e-45f
                    llrint    | 2.5         | 2l
                    llroundf  | -2.5f       | -3l
                    llrint    | 1e30        | 9223372036854775807l
                    nextafter | 0.0 -1.0    | -4.9e-324
                    nextafterf| 1.0f 2.0f   | 1.0000001f
                    saturatef | NaNf        | 0.0f
                    saturatef | 3.0f        | 1.0f
                    isnand    | NaN         | 1i
                    isinff    | -Infinityf  | 1i
                    isfinited | 1.0         | 1i
                    finitef   | NaNf        | 0i
                    signbitd  | -0.0        | 1i
                    signbitf  | 1.0f        | 0i
                    fast_powf | -2.0f 2.0f  | NaNf
                    fast_fdividef | 1.0f 4.0f | 0.25f
                    fast_expf | 0.0f        | 1.0f
                    double2hiint | -2.0     | -1073741824i
                    hiloint2double | 1072693248i 0i | 1.0
                    float_as_int | -2.0f    | -1073741824i
                    longlong_as_double | 1l | 4.9e-324
                    """)
    void a_special_value_is_that_of_the_standard(String name, String arguments, String value) {
        assertThat(apply(name, arguments)).isEqualTo(bits(value));
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
    void an_integer_function_is_exact(String name, String arguments, String value) {
        assertThat(apply(name, arguments)).isEqualTo(bits(value));
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
    void a_function_that_names_its_rounding_rounds_so(String name, String arguments, String value) {
        assertThat(apply(name, arguments)).isEqualTo(bits(value));
    }

    @Test
    void halves_are_converted_to_nearest() {
        assertThat(apply("float2half_rn", "1.0004883f")).isEqualTo(0x3c00);
        assertThat(apply("half2float", "15361i")).isEqualTo(bits("1.0009766f"));
    }

    @Test
    void the_reciprocal_root_is_rounded_correctly() {
        for (float a = 1; a < 4; a += 0x1p-12f) {
            double exact = 1 / Math.sqrt(a);
            float found = Float.intBitsToFloat((int) apply("frsqrt_rn", a + "f"));
            assertThat(Math.abs(found - exact)).isLessThanOrEqualTo(Math.ulp(found) * 0.5000001);
        }
    }

    private static long apply(String name, String arguments) {
        var list = arguments.split(" ", -1);
        return Libdevice.function("__nv_" + name)
                .orElseThrow()
                .apply(
                        bits(list[0]),
                        list.length > 1 ? bits(list[1]) : 0,
                        list.length > 2 ? bits(list[2]) : 0);
    }

    private static long bits(String text) {
        String number = text.substring(0, text.length() - 1);
        return switch (text.charAt(text.length() - 1)) {
            case 'f' -> Floats.bits(Float.parseFloat(number));
            case 'i' -> Long.parseLong(number) & 0xffff_ffffL;
            case 'l' -> Long.parseLong(number);
            default -> Floats.bits(Double.parseDouble(text), bitsOfNan(text), 0, 0);
        };
    }

    /// A NaN that is given is passed on as it is.
    private static long bitsOfNan(String text) {
        return text.equals("NaN") ? Floats.NAN64 : 0;
    }
}
