/* QR factors of sparse matrices whose rotations are kept, for right sides that are known later, in device code. A row is rotated
 * with the rows of R that the host has found. */
#ifndef OFFLOAD_TCK_CUSOLVER_ROTATED_H
#define OFFLOAD_TCK_CUSOLVER_ROTATED_H

#include "sparse.h"

template <class Number> struct kept_rotation {
    Number c;
    Number s;
};

/* The rotation of the work row with a row of R, which the work row replaces if that has no element yet. */
template <class Number>
DEVICE kept_rotation<Number> rotate_with(const sparse_system &of, const line_of_r<Number> &line, int64_t at, bool is_first) {
    Number *row = (Number *)of.row;
    Number one = number<Number>::of(1, 0);
    Number zero = number<Number>::of(0, 0);
    if (is_first) {
        store(of, line);
        return {zero, one};
    }
    if (is_zero(row[at])) {
        return {one, zero};
    }
    rotation_of_rows<Number> by = rotation_for(line.values[0], row[at]);
    barrier();
    for (int64_t each = thread_x(); each < line.count; each += LANES) {
        rotate_elements(by, line.values + each, row + line.columns[each]);
    }
    if (thread_x() == 0) {
        row[at] = zero;
    }
    return {by.c, by.s};
}

template <class Number> DEVICE void factorise_rotated(const sparse_system &of) {
    const int64_t *ends = (const int64_t *)of.step_ends;
    for (int64_t row = 0; row < of.rows; row++) {
        spread<Number>(of, row);
        for (int64_t each = ends[row]; each < ends[row + 1]; each++) {
            int32_t step = ((const int32_t *)of.steps)[each];
            int64_t at = step < 0 ? ~step : step;
            kept_rotation<Number> by = rotate_with(of, line_at<Number>(of, at), at, step < 0);
            if (thread_x() == 0) {
                ((kept_rotation<Number> *)of.rotations)[each] = by;
            }
            barrier();
        }
    }
    if (thread_x() == 0) {
        *(int32_t *)of.singular = -1;
    }
}

/* c = Q^H b. An element of b that no rotation has moved to c is a residual. */
template <class Number> DEVICE void rotate_sides(const sparse_system &of) {
    const int64_t *ends = (const int64_t *)of.step_ends;
    Number *c = (Number *)of.c;
    for (int64_t row = 0; row < of.rows; row++) {
        Number side = ((const Number *)of.b)[row];
        for (int64_t each = ends[row]; each < ends[row + 1]; each++) {
            int32_t step = ((const int32_t *)of.steps)[each];
            kept_rotation<Number> by = ((const kept_rotation<Number> *)of.rotations)[each];
            Number *upper = c + (step < 0 ? ~step : step);
            Number before = *upper;
            *upper = by.c * before + by.s * side;
            side = conjugate(by.c) * side - conjugate(by.s) * before;
        }
    }
}

template <class Number> DEVICE void solve_rotated(const sparse_system &of) {
    for (int64_t row = thread_x(); row < of.order; row += LANES) {
        ((Number *)of.c)[row] = number<Number>::of(0, 0);
    }
    barrier();
    if (thread_x() == 0) {
        rotate_sides<Number>(of);
    }
    barrier();
    substitute<Number>(of);
}

#endif
