/* Functions of real numbers, in device code: the kernels are compiled without a library of them. Errors are some units in the
 * last place. */
#ifndef OFFLOAD_TCK_CUDNN_FUNCTIONS_H
#define OFFLOAD_TCK_CUDNN_FUNCTIONS_H

#include "elements.h"

DEVICE float square_root(float value) { return __nvvm_sqrt_rn_f(value); }
DEVICE double square_root(double value) { return __nvvm_sqrt_rn_d(value); }
DEVICE float absolute(float value) { return __nvvm_fabs_f(value); }
DEVICE double absolute(double value) { return __nvvm_fabs_d(value); }
DEVICE float fused(float a, float b, float c) { return __nvvm_fma_rn_f(a, b, c); }
DEVICE double fused(double a, double b, double c) { return __nvvm_fma_rn_d(a, b, c); }
DEVICE float round_down(float value) { return __nvvm_floor_f(value); }
DEVICE double round_down(double value) { return __nvvm_floor_d(value); }

template <class Real> DEVICE bool is_nan(Real value) { return value != value; }
template <class Real> DEVICE Real infinity() { return (Real)__builtin_inff(); }

/* What depends on the precision: the terms of series, and the exponents of normal numbers. log(2) is a high part, which has few
 * enough bits that its multiples are exact, and the rest. */
template <class Real> struct precision;

template <> struct precision<float> {
    static constexpr int terms = 8;
    static constexpr int logarithm_terms = 5;
    static constexpr float high = 0.693145751953125f;
    static constexpr float rest = 1.42860682030941723212e-6f;
    static constexpr float most = 88.72284f;   /* log(2^128) */
    static constexpr float least = -103.97208f; /* log(2^-150) */
    DEVICE float power(int exponent) { return __builtin_bit_cast(float, (exponent + 127) << 23); }
    DEVICE int exponent(float value) { return (int)(__builtin_bit_cast(unsigned, value) >> 23) - 127; }
    static constexpr float subnormal = 8388608; /* 2^23 */
    static constexpr int subnormal_exponent = 23;
    static constexpr float least_normal = 1.17549435e-38f;
};

template <> struct precision<double> {
    static constexpr int terms = 14;
    static constexpr int logarithm_terms = 11;
    static constexpr double high = 0.693147180369123816490;
    static constexpr double rest = 1.90821492927058770002e-10;
    static constexpr double most = 709.782712893384;
    static constexpr double least = -745.1332191019412;
    DEVICE double power(int exponent) { return __builtin_bit_cast(double, (int64_t)(exponent + 1023) << 52); }
    DEVICE int exponent(double value) { return (int)(__builtin_bit_cast(uint64_t, value) >> 52) - 1023; }
    static constexpr double subnormal = 4503599627370496; /* 2^52 */
    static constexpr int subnormal_exponent = 52;
    static constexpr double least_normal = 2.2250738585072014e-308;
};

/* Horner's rule for 1 + x (1 + x / 2 (1 + x / 3 ...)). */
template <class Real> DEVICE Real exponential_series(Real value) {
    Real sum = 1;
#pragma unroll
    for (int term = precision<Real>::terms; term > 0; term--) {
        sum = fused(value * ((Real)1 / term), sum, (Real)1);
    }
    return sum;
}

template <class Real> FUNCTION Real exponential(Real value) {
    typedef precision<Real> precision;
    if (is_nan(value)) {
        return value;
    }
    if (value > precision::most || value < precision::least) {
        return value > 0 ? infinity<Real>() : 0;
    }
    Real count = round_down(fused(value, (Real)1.4426950408889634, (Real)0.5));
    Real rest = fused(-count, precision::rest, fused(-count, precision::high, value));
    int half = (int)count / 2;
    return exponential_series(rest) * precision::power(half) * precision::power((int)count - half);
}

/* The natural logarithm: 2 (s + s^3 / 3 + ...) of s = (m - 1) / (m + 1), with m between the roots of 1/2 and of 2. */
template <class Real> FUNCTION Real logarithm(Real value) {
    typedef precision<Real> precision;
    if (is_nan(value) || value < 0) {
        return value - value + (value < 0 ? __builtin_nanf("") : 0);
    }
    if (value == 0 || value == infinity<Real>()) {
        return value == 0 ? -infinity<Real>() : value;
    }
    bool is_subnormal = value < precision::least_normal;
    value = is_subnormal ? value * precision::subnormal : value;
    int exponent = precision::exponent(value);
    Real mantissa = value * precision::power(-exponent / 2) * precision::power(-exponent + exponent / 2);
    bool is_large = mantissa > (Real)1.4142135623730951;
    mantissa = is_large ? mantissa / 2 : mantissa;
    exponent += is_large - (is_subnormal ? precision::subnormal_exponent : 0);
    Real s = (mantissa - 1) / (mantissa + 1);
    Real sum = 0;
#pragma unroll
    for (int term = precision::logarithm_terms; term > 0; term--) {
        sum = fused(sum, s * s, (Real)1 / (2 * term - 1));
    }
    return fused((Real)exponent, precision::high, fused((Real)exponent, precision::rest, 2 * s * sum));
}

/* The quotient of the series of sinh and cosh near 0, where 1 - 2 / (e^2x + 1) would lose digits. */
template <class Real> FUNCTION Real hyperbolic_tangent(Real value) {
    Real size = absolute(value);
    if (size > (Real)0.5) {
        Real result = 1 - 2 / (exponential(2 * size) + 1);
        return value < 0 ? -result : result;
    }
    Real sinh = 1;
    Real cosh = 1;
#pragma unroll
    for (int term = precision<Real>::terms / 2; term > 0; term--) {
        sinh = fused(value * value * ((Real)1 / (2 * term * (2 * term + 1))), sinh, (Real)1);
        cosh = fused(value * value * ((Real)1 / (2 * term * (2 * term - 1))), cosh, (Real)1);
    }
    return value * sinh / cosh;
}

template <class Real> DEVICE Real sigmoid(Real value) {
    return 1 / (1 + exponential(-value));
}

#endif
