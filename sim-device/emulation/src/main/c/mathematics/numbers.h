/* Threads and complex numbers, in device code. */
#ifndef OFFLOAD_TCK_MATHEMATICS_NUMBERS_H
#define OFFLOAD_TCK_MATHEMATICS_NUMBERS_H

#include <stdint.h>

#define KERNEL extern "C" __attribute__((global)) void
#define SHARED static __attribute__((shared))
#define DEVICE __attribute__((device)) static inline

/* A function of its own, so that kernels stay small. */
#define FUNCTION __attribute__((device, noinline))

DEVICE unsigned thread_x() { return __nvvm_read_ptx_sreg_tid_x(); }
DEVICE unsigned block_x() { return __nvvm_read_ptx_sreg_ctaid_x(); }
DEVICE unsigned block_y() { return __nvvm_read_ptx_sreg_ctaid_y(); }
DEVICE unsigned block_z() { return __nvvm_read_ptx_sreg_ctaid_z(); }
DEVICE unsigned blocks_z() { return __nvvm_read_ptx_sreg_nctaid_z(); }

/* The number of this thread, and of all threads, in a layer of blocks in one dimension. */
DEVICE int64_t thread() { return (int64_t)block_x() * __nvvm_read_ptx_sreg_ntid_x() + thread_x(); }
DEVICE int64_t threads() { return (int64_t)__nvvm_read_ptx_sreg_nctaid_x() * __nvvm_read_ptx_sreg_ntid_x(); }

DEVICE void barrier() { __nvvm_bar_sync(0); }

template <class Real> struct complex {
    Real re;
    Real im;
};

DEVICE float conjugate(float value) { return value; }
DEVICE double conjugate(double value) { return value; }
template <class Real> DEVICE complex<Real> conjugate(complex<Real> value) { return {value.re, -value.im}; }

template <class Real> DEVICE complex<Real> operator+(complex<Real> a, complex<Real> b) {
    return {a.re + b.re, a.im + b.im};
}

template <class Real> DEVICE complex<Real> operator-(complex<Real> a, complex<Real> b) {
    return {a.re - b.re, a.im - b.im};
}

template <class Real> DEVICE complex<Real> operator*(complex<Real> a, complex<Real> b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

/* Scales by the larger part of the divisor, so that its square does not overflow. */
template <class Real> DEVICE complex<Real> operator/(complex<Real> a, complex<Real> b) {
    Real re = b.re < 0 ? -b.re : b.re;
    Real im = b.im < 0 ? -b.im : b.im;
    if (re >= im) {
        Real ratio = b.im / b.re;
        Real divisor = b.re + b.im * ratio;
        return {(a.re + a.im * ratio) / divisor, (a.im - a.re * ratio) / divisor};
    }
    Real ratio = b.re / b.im;
    Real divisor = b.im + b.re * ratio;
    return {(a.re * ratio + a.im) / divisor, (a.im * ratio - a.re) / divisor};
}

DEVICE bool is_zero(float value) { return value == 0; }
DEVICE bool is_zero(double value) { return value == 0; }
template <class Real> DEVICE bool is_zero(complex<Real> value) { return value.re == 0 && value.im == 0; }

/* A number of that type with a real and an imaginary part. */
template <class Number> struct number {
    DEVICE Number of(double re, double) { return (Number)re; }
};

template <class Real> struct number<complex<Real>> {
    DEVICE complex<Real> of(double re, double im) { return {(Real)re, (Real)im}; }
};

#endif
