/* Numbers, indices and threads, in device code. */
#ifndef OFFLOAD_TCK_CUSPARSE_NUMBERS_H
#define OFFLOAD_TCK_CUSPARSE_NUMBERS_H

#include "../parameters.h"

#define DEVICE __attribute__((device)) static inline

/* A function of its own, so that kernels stay small. */
#define FUNCTION __attribute__((device, noinline))

#define SHARED static __attribute__((shared))

/* The threads of a block of which all wait for each other. */
enum { BLOCK = 256 };

template <class Real> struct complex {
    Real re;
    Real im;
};

DEVICE unsigned thread_x() { return __nvvm_read_ptx_sreg_tid_x(); }
DEVICE int64_t layer() { return __nvvm_read_ptx_sreg_ctaid_z(); }
DEVICE int64_t layers() { return __nvvm_read_ptx_sreg_nctaid_z(); }
DEVICE void barrier() { __nvvm_bar_sync(0); }

/* The number of this thread, and of all threads of a layer. */
DEVICE int64_t thread() { return (int64_t)__nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + thread_x(); }
DEVICE int64_t threads() { return (int64_t)__nvvm_read_ptx_sreg_nctaid_x() * __nvvm_read_ptx_sreg_ntid_x(); }

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

template <class Number> DEVICE Number value(const scalar &factor) {
    return factor.device == 0 ? number<Number>::of(factor.re, factor.im) : *(const Number *)factor.device;
}

/* alpha sum + beta earlier. With a beta of 0, the earlier value is not read (cuSPARSE Library, "cusparseSpMV()"). */
template <class Number> DEVICE Number combined(const scalar &alpha, Number sum, const scalar &beta, const Number *earlier) {
    Number factor = value<Number>(beta);
    Number scaled = value<Number>(alpha) * sum;
    return is_zero(factor) ? scaled : scaled + factor * *earlier;
}

template <class Number> DEVICE Number *place(const dense &matrix, int64_t batch, int64_t row, int64_t column) {
    return (Number *)matrix.data + batch * matrix.batch + row * matrix.row + column * matrix.column;
}

template <class Number> DEVICE Number element(const dense &matrix, int64_t batch, int64_t row, int64_t column) {
    Number found = *place<Number>(matrix, batch, row, column);
    return matrix.is_conjugate ? conjugate(found) : found;
}

/* An index, from 0 on. */
DEVICE int64_t read(const indices &array, int64_t batch, int64_t at) {
    int64_t element = batch * array.batch + at;
    int64_t found = array.is_wide ? ((const int64_t *)array.data)[element] : ((const int *)array.data)[element];
    return found - array.base;
}

DEVICE void write(const indices &array, int64_t batch, int64_t at, int64_t index) {
    int64_t element = batch * array.batch + at;
    if (array.is_wide) {
        ((int64_t *)array.data)[element] = index + array.base;
    } else {
        ((int *)array.data)[element] = (int)(index + array.base);
    }
}

/* The last line that begins at an element or before it. */
DEVICE int64_t line(const entries &entries, int64_t batch, int64_t element) {
    if (entries.offsets.data == 0) {
        return read(entries.lines, batch, element);
    }
    int64_t found = 0;
    for (int64_t end = entries.line_count; end - found > 1;) {
        int64_t middle = found + (end - found) / 2;
        if (read(entries.offsets, batch, middle) <= element) {
            found = middle;
        } else {
            end = middle;
        }
    }
    return found;
}

struct position {
    int64_t row;
    int64_t column;
};

DEVICE position position_of(const entries &entries, int64_t batch, int64_t element) {
    int64_t along = line(entries, batch, element);
    int64_t other = read(entries.others, batch, element);
    return entries.is_by_columns ? position{other, along} : position{along, other};
}

/* The element at a place of a matrix that is read by rows. */
DEVICE int64_t element_at(const sparse &matrix, int64_t batch, int64_t at) {
    return matrix.order == 0 ? at : ((const int64_t *)matrix.order)[batch * matrix.order_batch + at];
}

template <class Number> DEVICE Number value_of(const sparse &matrix, int64_t batch, int64_t element) {
    Number found = ((const Number *)matrix.values)[batch * matrix.batch + element];
    return matrix.is_conjugate ? conjugate(found) : found;
}

#endif
