/* The numbers that matrices consist of, in device code. */
#ifndef OFFLOAD_TCK_CUBLAS_NUMBERS_H
#define OFFLOAD_TCK_CUBLAS_NUMBERS_H

#include "../../mathematics/narrow.h"
#include "../../mathematics/types.h"
#include "../parameters.h"

template <class Real> DEVICE complex<Real> widen(complex<Real> value) { return value; }

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
