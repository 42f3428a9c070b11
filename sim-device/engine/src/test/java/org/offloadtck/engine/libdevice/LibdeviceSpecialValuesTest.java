package org.offloadtck.engine.libdevice;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Special values are those of C17 §F.10 and of the *CUDA C++ Programming Guide* 13.0 §17.
class LibdeviceSpecialValuesTest {

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
    void aSpecialValueIsThatOfTheStandard(String name, String arguments, String value) {
        assertThat(FunctionTableNotation.apply(name, arguments))
                .isEqualTo(FunctionTableNotation.bits(value));
    }
}
