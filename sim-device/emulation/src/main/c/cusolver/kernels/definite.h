/* Systems of equations with sparse Hermitian matrices by Cholesky factors, A = R^H R, in device code. One warp computes the rows of R
 * in their order, and subtracts the products of each from the rows below. */
#ifndef OFFLOAD_TCK_CUSOLVER_DEFINITE_H
#define OFFLOAD_TCK_CUSOLVER_DEFINITE_H

#include "sparse.h"

/* The element of a row of R in a column that it has. */
template <class Number> DEVICE Number *element_of(const line_of_r<Number> &line, int64_t column) {
    int64_t low = 0;
    for (int64_t high = line.count - 1; low < high;) {
        int64_t middle = low + (high - low) / 2;
        bool is_passed = line.columns[middle] < column;
        low = is_passed ? middle + 1 : low;
        high = is_passed ? high : middle;
    }
    return line.values + low;
}

/* The lower triangle of A becomes the upper one of R: each lane moves rows, which are columns of R. */
template <class Number> DEVICE void load_triangle(const sparse_system &of) {
    const int32_t *offsets = (const int32_t *)of.offsets;
    for (int64_t row = thread_x(); row < of.order; row += LANES) {
        for (int64_t at = offsets[row] - of.base; at < offsets[row + 1] - of.base; at++) {
            int64_t column = ((const int32_t *)of.columns)[at] - of.base;
            if (column <= row) {
                Number *to = element_of(line_at<Number>(of, column), row);
                *to = *to + conjugate(((const Number *)of.values)[at]);
            }
        }
    }
    barrier();
}

/* Divides a row of R by the root of its diagonal element. */
template <class Number> DEVICE void divide_row(const line_of_r<Number> &line, double root) {
    for (int64_t each = 1 + thread_x(); each < line.count; each += LANES) {
        line.values[each] = narrowed<Number>(scaled(1 / root, widened(line.values[each])));
    }
    if (thread_x() == 0) {
        line.values[0] = number<Number>::of(root, 0);
    }
    barrier();
}

/* Subtracts the products with a row of R from the rows below. */
template <class Number> DEVICE void subtract_row(const sparse_system &of, const line_of_r<Number> &line) {
    for (int64_t below = 1; below < line.count; below++) {
        int64_t row = line.columns[below];
        Number factor = conjugate(line.values[below]);
        line_of_r<Number> to = line_at<Number>(of, row);
        for (int64_t each = below + thread_x(); each < line.count; each += LANES) {
            Number *element = element_of(to, line.columns[each]);
            *element = *element - factor * line.values[each];
        }
    }
    barrier();
}

/* The first row whose pivot is not greater than the tolerance, or -1. */
template <class Number> DEVICE int64_t factorise_definite(const sparse_system &of) {
    for (int64_t at = 0; at < of.order; at++) {
        line_of_r<Number> line = line_at<Number>(of, at);
        double pivot = real_part(widened(line.values[0]));
        double root = pivot > 0 ? square_root(pivot) : 0;
        barrier();
        if (!(root > of.tolerance)) {
            return at;
        }
        divide_row(line, root);
        subtract_row(of, line);
    }
    return -1;
}

/* R^H c = b. */
template <class Number> DEVICE void substitute_adjoint(const sparse_system &of) {
    Number *c = (Number *)of.c;
    for (int64_t row = thread_x(); row < of.order; row += LANES) {
        c[row] = ((const Number *)of.b)[row];
    }
    barrier();
    for (int64_t at = 0; at < of.order; at++) {
        line_of_r<Number> line = line_at<Number>(of, at);
        Number side = narrowed<Number>(scaled(1 / real_part(widened(line.values[0])), widened(c[at])));
        barrier();
        for (int64_t each = 1 + thread_x(); each < line.count; each += LANES) {
            Number *to = c + line.columns[each];
            *to = *to - conjugate(line.values[each]) * side;
        }
        if (thread_x() == 0) {
            c[at] = side;
        }
        barrier();
    }
}

template <class Number> DEVICE int64_t factorise_triangle(const sparse_system &of) {
    load_triangle<Number>(of);
    int64_t singular = factorise_definite<Number>(of);
    if (thread_x() == 0) {
        *(int32_t *)of.singular = (int32_t)singular;
    }
    return singular;
}

template <class Number> DEVICE void solve_triangle(const sparse_system &of) {
    substitute_adjoint<Number>(of);
    substitute<Number>(of);
}

template <class Number> DEVICE void solve_definite(const sparse_system &of) {
    if (factorise_triangle<Number>(of) < 0) {
        solve_triangle<Number>(of);
    }
}

#endif
