/* The numbers that matrices consist of, in device code. */
#ifndef OFFLOAD_TCK_CUBLAS_NUMBERS_H
#define OFFLOAD_TCK_CUBLAS_NUMBERS_H

#include "../../mathematics/numbers.h"
#include "../../mathematics/types.h"
#include "../parameters.h"

struct half {
    unsigned short bits;
};

struct bfloat16 {
    unsigned short bits;
};

DEVICE float as_float(unsigned bits) {
    return __builtin_bit_cast(float, bits);
}

DEVICE float widen(float value) { return value; }
DEVICE double widen(double value) { return value; }
DEVICE int widen(signed char value) { return value; }
DEVICE int widen(int value) { return value; }
DEVICE float widen(bfloat16 value) { return as_float((unsigned)value.bits << 16); }
template <class Real> DEVICE complex<Real> widen(complex<Real> value) { return value; }

DEVICE float widen(half value) {
    float wide;
    __asm__("cvt.f32.f16 %0, %1;" : "=f"(wide) : "h"(value.bits));
    return wide;
}

/* Conversions to the type of a result round to the nearest value, ties to even. */
template <class To> struct narrow;

template <> struct narrow<float> {
    DEVICE float of(float value) { return value; }
    DEVICE float of(int value) { return (float)value; }
};

template <> struct narrow<double> {
    DEVICE double of(double value) { return value; }
};

template <> struct narrow<int> {
    DEVICE int of(int value) { return value; }
};

template <> struct narrow<half> {
    DEVICE half of(float value) {
        half result;
        __asm__("cvt.rn.f16.f32 %0, %1;" : "=h"(result.bits) : "f"(value));
        return result;
    }
};

template <> struct narrow<bfloat16> {
    DEVICE bfloat16 of(float value) {
        unsigned bits = __builtin_bit_cast(unsigned, value);
        if ((bits & 0x7fffffff) > 0x7f800000) {
            return bfloat16{0x7fff};
        }
        return bfloat16{(unsigned short)((bits + 0x7fff + (bits >> 16 & 1)) >> 16)};
    }
};

template <class Real> struct narrow<complex<Real>> {
    DEVICE complex<Real> of(complex<Real> value) { return value; }
};

DEVICE int conjugate(int value) { return value; }

DEVICE float real(float value) { return value; }
DEVICE double real(double value) { return value; }
DEVICE int real(int value) { return value; }
template <class Real> DEVICE complex<Real> real(complex<Real> value) { return {value.re, 0}; }

DEVICE bool is_zero(int value) { return value == 0; }

template <class Number> FUNCTION Number read(const scalar &factor) {
    if (factor.device == 0) {
        return number<Number>::of(factor.re, factor.im);
    }
    switch (factor.type) {
    case CUDA_R_64F:
        return number<Number>::of(*(const double *)factor.device, 0);
    case CUDA_R_16F:
        return number<Number>::of(widen(*(const half *)factor.device), 0);
    case CUDA_R_16BF:
        return number<Number>::of(widen(*(const bfloat16 *)factor.device), 0);
    case CUDA_R_32I:
        return number<Number>::of(*(const int *)factor.device, 0);
    case CUDA_C_32F: {
        auto found = *(const complex<float> *)factor.device;
        return number<Number>::of(found.re, found.im);
    }
    case CUDA_C_64F: {
        auto found = *(const complex<double> *)factor.device;
        return number<Number>::of(found.re, found.im);
    }
    default:
        return number<Number>::of(*(const float *)factor.device, 0);
    }
}

template <class Number> DEVICE Number value(const scalar &factor) {
    Number found = read<Number>(factor);
    return factor.is_conjugate ? conjugate(found) : found;
}

#endif
