/* Numbers of 16 bits, and conversions between types, in device code. */
#ifndef OFFLOAD_TCK_MATHEMATICS_NARROW_H
#define OFFLOAD_TCK_MATHEMATICS_NARROW_H

#include "numbers.h"

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

#endif
