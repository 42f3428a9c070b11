/* Elements of tensors, in device code. */
#ifndef OFFLOAD_TCK_CUDNN_ELEMENTS_H
#define OFFLOAD_TCK_CUDNN_ELEMENTS_H

#include "../../mathematics/narrow.h"
#include "../parameters.h"

/* Reads an element of any type. */
template <class Number> FUNCTION Number fetch(const view &view, int64_t offset) {
    switch (view.type) {
    case CUDNN_DATA_DOUBLE:
        return (Number)((const double *)view.data)[offset];
    case CUDNN_DATA_HALF:
        return (Number)widen(((const half *)view.data)[offset]);
    case CUDNN_DATA_BFLOAT16:
        return (Number)widen(((const bfloat16 *)view.data)[offset]);
    case CUDNN_DATA_INT8:
        return (Number)((const int8_t *)view.data)[offset];
    case CUDNN_DATA_UINT8:
    case CUDNN_DATA_BOOLEAN:
        return (Number)((const uint8_t *)view.data)[offset];
    case CUDNN_DATA_INT32:
        return (Number)((const int32_t *)view.data)[offset];
    case CUDNN_DATA_INT64:
        return (Number)((const int64_t *)view.data)[offset];
    default:
        return (Number)((const float *)view.data)[offset];
    }
}

/* The nearest integer, ties to even, in a range. */
template <class Number> DEVICE int64_t nearest(Number value, double least, double most) {
    double limited = value < least ? least : value > most ? most : (double)value;
    return __nvvm_d2ll_rn(limited);
}

/* Writes an element of any type. Integers are rounded, and limited to the range of their type. */
template <class Number> FUNCTION void store(const view &view, int64_t offset, Number value) {
    switch (view.type) {
    case CUDNN_DATA_DOUBLE:
        ((double *)view.data)[offset] = (double)value;
        break;
    case CUDNN_DATA_HALF:
        ((half *)view.data)[offset] = narrow<half>::of((float)value);
        break;
    case CUDNN_DATA_BFLOAT16:
        ((bfloat16 *)view.data)[offset] = narrow<bfloat16>::of((float)value);
        break;
    case CUDNN_DATA_INT8:
        ((int8_t *)view.data)[offset] = (int8_t)nearest(value, -128, 127);
        break;
    case CUDNN_DATA_UINT8:
        ((uint8_t *)view.data)[offset] = (uint8_t)nearest(value, 0, 255);
        break;
    case CUDNN_DATA_BOOLEAN:
        ((uint8_t *)view.data)[offset] = value != 0;
        break;
    case CUDNN_DATA_INT32:
        ((int32_t *)view.data)[offset] = (int32_t)nearest(value, -2147483648.0, 2147483647.0);
        break;
    case CUDNN_DATA_INT64:
        ((int64_t *)view.data)[offset] = nearest(value, -9223372036854775808.0, 9223372036854774784.0);
        break;
    default:
        ((float *)view.data)[offset] = (float)value;
    }
}

/* The indices of an element, whose number counts the last dimension first. */
struct indices {
    int64_t of[DIMENSIONS];
};

DEVICE indices split(const view &view, int64_t element) {
    indices at;
#pragma unroll 1
    for (int each = DIMENSIONS - 1; each >= 0; each--) {
        at.of[each] = element % view.sizes[each];
        element /= view.sizes[each];
    }
    return at;
}

DEVICE int64_t offset(const view &view, const indices &at) {
    int64_t sum = 0;
#pragma unroll 1
    for (int each = 0; each < view.rank; each++) {
        sum += at.of[each] * view.steps[each];
    }
    return sum;
}

/* The offset of an element of a tensor by its number. */
FUNCTION int64_t place(const view &view, int64_t element) {
    int64_t sum = 0;
#pragma unroll 1
    for (int each = view.rank - 1; each >= 0; each--) {
        sum += element % view.sizes[each] * view.steps[each];
        element /= view.sizes[each];
    }
    return sum;
}

DEVICE int64_t count(const view &view) {
    int64_t product = 1;
#pragma unroll 1
    for (int each = 0; each < view.rank; each++) {
        product *= view.sizes[each];
    }
    return product;
}

/* A result scaled by alpha, and what was there by beta. That is not read if beta is 0, so that it need not be set. */
template <class Number> DEVICE void blend(const view &to, int64_t offset, Number alpha, Number beta, Number value) {
    Number scaled = alpha * value;
    store(to, offset, beta == 0 ? scaled : scaled + beta * fetch<Number>(to, offset));
}

#endif
