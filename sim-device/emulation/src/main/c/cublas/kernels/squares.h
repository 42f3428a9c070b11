/* QR factors and least squares of the matrices of a batch, each of which has a block, in device code. */
#ifndef OFFLOAD_TCK_CUBLAS_SQUARES_H
#define OFFLOAD_TCK_CUBLAS_SQUARES_H

#include "../../cusolver/kernels/reflections.h"

template <class Number> DEVICE void factorise_reflections(const least_squares &of) {
    Number *taus = ((Number **)of.taus)[block_z()];
    factorise_columns(matrix<Number>(of.a, block_z()), of.a.column, of.rows, of.columns, taus);
}

/* The first column of R whose diagonal element is 0, from 1 on; 0 if there is none. */
template <class Number> DEVICE int first_dependent(const Number *a, const least_squares &of) {
    int64_t at = 0;
    while (at < of.columns && !is_zero(a[at + at * of.a.column])) {
        at++;
    }
    return at == of.columns ? 0 : (int)at + 1;
}

/* A thread solves R x = c for a column of the right sides. */
template <class Number> DEVICE void substitute_back(const Number *a, Number *c, const least_squares &of) {
    for (int64_t side = thread_x(); side < of.sides; side += threads()) {
        Number *x = c + side * of.c.column;
        for (int64_t row = of.columns - 1; row >= 0; row--) {
            for (int64_t other = row + 1; other < of.columns; other++) {
                x[row] = x[row] - a[row + other * of.a.column] * x[other];
            }
            x[row] = x[row] / a[row + row * of.a.column];
        }
    }
}

/* The x of least |A x - c|. Right sides of a matrix without full rank become Q^H c. */
template <class Number> DEVICE void solve_squares(const least_squares &of) {
    Number *a = matrix<Number>(of.a, block_z());
    Number *c = matrix<Number>(of.c, block_z());
    for (int64_t at = 0; at < of.columns; at++) {
        Number tau = eliminate_column(a, of.a.column, of.rows, of.columns, at);
        lines<Number> sides = {c + at, 1, of.c.column, of.sides, false};
        reflect(a + at + at * of.a.column, of.rows - at, conjugate(tau), sides);
    }
    int dependent = first_dependent(a, of);
    if (of.info != 0 && thread_x() == 0) {
        ((int *)of.info)[block_z()] = dependent;
    }
    if (dependent == 0) {
        substitute_back(a, c, of);
    }
}

#endif
