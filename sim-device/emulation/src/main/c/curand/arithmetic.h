/* Functions of double precision, for the host and for kernels, with an error of a few units in the last place: a host
 * generator has the numbers of one of a device, and neither has a library of mathematics. */
#ifndef OFFLOAD_TCK_CURAND_ARITHMETIC_H
#define OFFLOAD_TCK_CURAND_ARITHMETIC_H

#include <stdint.h>

#ifdef __CUDA__
#define BOTH __attribute__((device)) static inline
#else
#define BOTH static inline
#endif

BOTH double of_bits(uint64_t bits) {
    double value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

BOTH uint64_t to_bits(double value) {
    uint64_t bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    return bits;
}

BOTH double square_root(double value) {
#ifdef __CUDA__
    return __nvvm_sqrt_rn_d(value);
#else
    return __builtin_sqrt(value);
#endif
}

/* The logarithm of 2, and its parts: products of the first with exponents are exact. */
#define LN_2 0.69314718055994530942
#define LN_2_HIGH 6.93147180369123816490e-01
#define LN_2_LOW 1.90821492927058770002e-10
#define PI 3.14159265358979323846

enum { MANTISSA_BITS = 52, EXPONENT_BIAS = 1023 };

/* The natural logarithm of a positive normal number: that of its mantissa m between the roots of 1/2 and 2 is
 * 2 artanh((m - 1) / (m + 1)). */
BOTH double logarithm(double value) {
    uint64_t bits = to_bits(value);
    int exponent = (int)(bits >> MANTISSA_BITS) - EXPONENT_BIAS;
    double mantissa = of_bits((bits & ((1ull << MANTISSA_BITS) - 1)) | (uint64_t)EXPONENT_BIAS << MANTISSA_BITS);
    if (mantissa > 1.41421356237309505) {
        mantissa /= 2;
        exponent++;
    }
    double ratio = (mantissa - 1) / (mantissa + 1);
    double square = ratio * ratio;
    double sum = 0;
    for (int odd = 23; odd >= 3; odd -= 2) {
        sum = (sum + 1.0 / odd) * square;
    }
    return exponent * LN_2_HIGH + (exponent * LN_2_LOW + 2 * (ratio + ratio * sum));
}

/* e to a power; 0 or infinity beyond the range of normal numbers. */
BOTH double exponential(double power) {
    if (power < -708) {
        return 0;
    }
    if (power > 709.78) {
        return of_bits(0x7ffull << MANTISSA_BITS);
    }
    double scaled = power / LN_2;
    int exponent = (int)(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
    double rest = power - exponent * LN_2_HIGH - exponent * LN_2_LOW;
    double sum = 1;
    for (int term = 14; term >= 1; term--) {
        sum = 1 + sum * rest / term;
    }
    return sum * of_bits((uint64_t)(exponent - 1 + EXPONENT_BIAS) << MANTISSA_BITS) * 2;
}

/* The sine and the cosine of a positive angle in units of pi, by their series about the nearest quarter turn. */
BOTH void sine_and_cosine(double angle, double *sine, double *cosine) {
    int quarter = (int)(2 * angle + 0.5);
    double rest = (angle - quarter / 2.0) * PI;
    double square = rest * rest;
    double odd = 1;
    double even = 1;
    for (int term = 18; term >= 2; term -= 2) {
        odd = 1 - odd * square / (term * (term + 1));
        even = 1 - even * square / (term * (term - 1));
    }
    odd *= rest;
    double first = quarter & 1 ? even : odd;
    double second = quarter & 1 ? odd : even;
    *sine = quarter & 2 ? -first : first;
    *cosine = (quarter + 1) & 2 ? -second : second;
}

#define HORNER(x, a, b, c, d, e, f, g, h) \
    (((((((((h) * (x) + (g)) * (x) + (f)) * (x) + (e)) * (x) + (d)) * (x) + (c)) * (x) + (b)) * (x)) + (a))

/* The number below which a normally distributed one is with that probability (M. J. Wichura, Algorithm AS 241, Applied
 * Statistics 37, 1988, PPND16). */
BOTH double normal_quantile(double probability) {
    double offset = probability - 0.5;
    if (offset >= -0.425 && offset <= 0.425) {
        double r = 0.180625 - offset * offset;
        return offset *
               HORNER(r, 3.3871328727963666080e0, 1.3314166789178437745e+2, 1.9715909503065514427e+3,
                      1.3731693765509461125e+4, 4.5921953931549871457e+4, 6.7265770927008700853e+4,
                      3.3430575583588128105e+4, 2.5090809287301226727e+3) /
               HORNER(r, 1, 4.2313330701600911252e+1, 6.8718700749205790830e+2, 5.3941960214247511077e+3,
                      2.1213794301586595867e+4, 3.9307895800092710610e+4, 2.8729085735721942674e+4,
                      5.2264952788528545610e+3);
    }
    double r = square_root(-logarithm(offset < 0 ? probability : 1 - probability));
    double size;
    if (r <= 5) {
        r -= 1.6;
        size = HORNER(r, 1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0,
                      3.64784832476320460504e0, 1.27045825245236838258e0, 2.41780725177450611770e-1,
                      2.27238449892691845833e-2, 7.74545014278341407640e-4) /
               HORNER(r, 1, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1,
                      1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4,
                      1.05075007164441684324e-9);
    } else {
        r -= 5;
        size = HORNER(r, 6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0,
                      2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                      2.71155556874348757815e-5, 2.01033439929228813265e-7) /
               HORNER(r, 1, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
                      7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7,
                      2.04426310338993978564e-15);
    }
    return offset < 0 ? -size : size;
}

#endif
