/* Products of matrices, in device code. */
#ifndef OFFLOAD_TCK_CUBLAS_PRODUCT_H
#define OFFLOAD_TCK_CUBLAS_PRODUCT_H

#include "../../mathematics/tiles.h"
#include "elements.h"

template <class Sum> DEVICE Sum with_bias(const product &, int64_t, Sum sum) {
    return sum;
}

template <> __attribute__((device)) inline float with_bias(const product &product, int64_t row, float sum) {
    switch (product.bias_type) {
    case CUDA_R_16F:
        return sum + widen(((const half *)product.bias)[row]);
    case CUDA_R_16BF:
        return sum + widen(((const bfloat16 *)product.bias)[row]);
    default:
        return sum + ((const float *)product.bias)[row];
    }
}

template <> __attribute__((device)) inline double with_bias(const product &product, int64_t row, double sum) {
    return sum + ((const double *)product.bias)[row];
}

template <class Sum> DEVICE Sum activated(const product &, Sum sum) {
    return sum;
}

/* x / (1 + e^-2y) is x (1 + tanh y) / 2, the approximation of GELU with a hyperbolic tangent. */
template <> __attribute__((device)) inline float activated(const product &product, float sum) {
    if (product.epilogue & EPILOGUE_GELU) {
        float inner = 0.7978845608f * (sum + 0.044715f * sum * sum * sum);
        return sum / (1 + __nvvm_ex2_approx_f(-2.885390082f * inner));
    }
    return (product.epilogue & EPILOGUE_RELU) && sum < 0 ? 0 : sum;
}

template <> __attribute__((device)) inline double activated(const product &product, double sum) {
    return (product.epilogue & EPILOGUE_RELU) && sum < 0 ? 0 : sum;
}

DEVICE bool is_written(const product &product, int64_t row, int64_t column) {
    bool is_inside = row < product.rows && column < product.columns;
    bool is_in_region = product.region == WHOLE || (product.region == LOWER ? row >= column : row <= column);
    return is_inside && is_in_region;
}

/* Writes an element of the result. C is not read if its factor is 0, so that it need not be set. */
template <class Sum, class To>
FUNCTION void finish(const product &product, int64_t batch, int64_t row, int64_t column, Sum sum) {
    if (!is_written(product, row, column)) {
        return;
    }
    Sum alpha = value<Sum>(product.alpha);
    Sum beta = value<Sum>(product.beta);
    Sum result = is_zero(alpha) ? number<Sum>::of(0, 0) : alpha * sum;
    if (!is_zero(beta)) {
        result = result + beta * element<Sum>(matrix<To>(product.c, batch), product.c, row, column);
    }
    if (product.bias != 0) {
        result = with_bias(product, row, result);
    }
    result = activated(product, result);
    if (product.is_hermitian && row == column) {
        result = real(result);
    }
    matrix<To>(product.to, batch)[find(product.to, row, column).offset] = narrow<To>::of(result);
}

template <class Sum, class A, class B>
DEVICE void load_tiles(const product &product, int64_t batch, int64_t depth, Sum (*a)[TILE], Sum (*b)[TILE]) {
    const A *left = matrix<A>(product.a, batch);
    const B *right = matrix<B>(product.b, batch);
#pragma unroll 1
    for (unsigned each = thread_x(); each < TILE * DEPTH; each += TILE_THREADS) {
        int64_t row = (int64_t)block_x() * TILE + each % TILE;
        int64_t column = (int64_t)block_y() * TILE + each % TILE;
        int64_t at = depth + each / TILE;
        Sum zero = number<Sum>::of(0, 0);
        a[each / TILE][each % TILE] = row < product.rows && at < product.depth
                                          ? element<Sum>(left, product.a, row, at) : zero;
        b[each / TILE][each % TILE] = column < product.columns && at < product.depth
                                          ? element<Sum>(right, product.b, at, column) : zero;
    }
}

template <class A, class B, class Sum, class To> DEVICE void tiles(const product &product) {
    SHARED Sum a[DEPTH][TILE];
    SHARED Sum b[DEPTH][TILE];
    bool has_product = !is_zero(value<Sum>(product.alpha));
    for (int64_t batch = block_z(); batch < product.batches; batch += blocks_z()) {
        Sum sums[EACH][EACH] = {};
#pragma unroll 1
        for (int64_t depth = 0; has_product && depth < product.depth; depth += DEPTH) {
            load_tiles<Sum, A, B>(product, batch, depth, a, b);
            barrier();
            multiply_tiles(sums, a, b);
            barrier();
        }
#pragma unroll
        for (unsigned each = 0; each < EACH * EACH; each++) {
            finish<Sum, To>(product, batch, (int64_t)block_x() * TILE + thread_x() % SIDE + SIDE * (each / EACH),
                            (int64_t)block_y() * TILE + thread_x() / SIDE + SIDE * (each % EACH),
                            sums[each / EACH][each % EACH]);
        }
    }
}

/* For results with few rows or columns: a thread for each element. */
template <class A, class B, class Sum, class To> DEVICE void elements(const product &product) {
    bool has_product = !is_zero(value<Sum>(product.alpha));
    for (int64_t batch = block_z(); batch < product.batches; batch += blocks_z()) {
        const A *left = matrix<A>(product.a, batch);
        const B *right = matrix<B>(product.b, batch);
        for (int64_t each = thread(); each < product.rows * product.columns; each += threads()) {
            int64_t row = each % product.rows;
            int64_t column = each / product.rows;
            Sum sum = number<Sum>::of(0, 0);
            for (int64_t at = 0; has_product && at < product.depth && is_written(product, row, column); at++) {
                sum = sum + element<Sum>(left, product.a, row, at) * element<Sum>(right, product.b, at, column);
            }
            finish<Sum, To>(product, batch, row, column, sum);
        }
    }
}

#endif
