/* Numbers of 8 bits, in device code: 1 bit of sign, then exponent and mantissa (OCP 8-bit Floating Point Specification 1.0,
 * Table 1). */
#ifndef OFFLOAD_TCK_NCCL_FLOAT8_H
#define OFFLOAD_TCK_NCCL_FLOAT8_H

#include "../../mathematics/narrow.h"

struct e4m3 {
    unsigned char bits;
    enum { MANTISSA = 3, BIAS = 7, LARGEST = 0x7e, HAS_INFINITY = 0 };
};

struct e5m2 {
    unsigned char bits;
    enum { MANTISSA = 2, BIAS = 15, LARGEST = 0x7b, HAS_INFINITY = 1 };
};

/* The distance of biased exponents, and of mantissas, between a format and single precision. */
template <class Format> struct layout {
    enum { EXPONENTS = 127 - Format::BIAS, SHIFT = 23 - Format::MANTISSA };
};

template <class Format> DEVICE float widen_8(Format value) {
    typedef layout<Format> in;
    unsigned magnitude = value.bits & 0x7f;
    unsigned sign = (unsigned)(value.bits & 0x80) << 24;
    if (magnitude > Format::LARGEST) {
        bool is_infinite = Format::HAS_INFINITY && magnitude == Format::LARGEST + 1;
        return as_float(sign | (is_infinite ? 0x7f800000 : 0x7fffffff));
    }
    unsigned exponent = magnitude >> Format::MANTISSA;
    if (exponent > 0) {
        return as_float(sign | ((magnitude << in::SHIFT) + ((unsigned)in::EXPONENTS << 23)));
    }
    float step = as_float((unsigned)(in::EXPONENTS + 1 - Format::MANTISSA) << 23);
    return (sign == 0 ? step : -step) * (float)magnitude;
}

DEVICE float widen(e4m3 value) { return widen_8(value); }
DEVICE float widen(e5m2 value) { return widen_8(value); }

/* Rounds to the nearest value, ties to even; a value beyond the largest becomes the largest, as with
 * __NV_SATFINITE (CUDA Math API, "FP8 Conversion and Data Movement"). */
template <class Format> DEVICE unsigned char narrow_8(float value) {
    typedef layout<Format> in;
    unsigned bits = __builtin_bit_cast(unsigned, value);
    unsigned sign = bits >> 24 & 0x80;
    unsigned magnitude = bits & 0x7fffffff;
    if (magnitude > 0x7f800000) {
        return 0x7f;
    }
    unsigned smallest = (unsigned)(in::EXPONENTS + 1) << 23;
    if (magnitude < smallest) {
        /* Adding 1.5 * 2^23 steps rounds to a whole number of steps. */
        float steps = as_float(magnitude) * as_float((unsigned)(127 + 126 - in::EXPONENTS + Format::MANTISSA) << 23);
        return (unsigned char)(sign | (__builtin_bit_cast(unsigned, steps + 12582912.0f) & 0x3f));
    }
    unsigned rounded = magnitude + ((1u << (in::SHIFT - 1)) - 1) + (magnitude >> in::SHIFT & 1);
    unsigned narrow = (rounded - ((unsigned)in::EXPONENTS << 23)) >> in::SHIFT;
    return (unsigned char)(sign | (narrow < Format::LARGEST ? narrow : Format::LARGEST));
}

template <> struct narrow<e4m3> {
    DEVICE e4m3 of(float value) { return e4m3{narrow_8<e4m3>(value)}; }
};

template <> struct narrow<e5m2> {
    DEVICE e5m2 of(float value) { return e5m2{narrow_8<e5m2>(value)}; }
};

#endif
