/* Systems of equations with sparse matrices by QR factors: each row of A is rotated into the rows of R (George and Heath,
 * "Solution of sparse linear least squares problems using Givens rotations", 1980), in device code. One warp takes the rows in
 * their order; its lanes rotate the elements. */
#ifndef OFFLOAD_TCK_CUSOLVER_SPARSE_H
#define OFFLOAD_TCK_CUSOLVER_SPARSE_H

#include "collective.h"

/* A row of R. */
template <class Number> struct line_of_r {
    Number *values;
    const int32_t *columns;
    int64_t count;
};

template <class Number> DEVICE line_of_r<Number> line_at(const sparse_system &of, int64_t at) {
    int64_t begin = ((const int64_t *)of.r_offsets)[at];
    int64_t end = ((const int64_t *)of.r_offsets)[at + 1];
    return {(Number *)of.r_values + begin, (const int32_t *)of.r_columns + begin, end - begin};
}

/* Adds the elements of a row of A to the work row, and returns the least column; `order` for a row without elements. */
template <class Number> DEVICE int64_t spread(const sparse_system &of, int64_t row) {
    SHARED int64_t least;
    const int32_t *offsets = (const int32_t *)of.offsets;
    if (thread_x() == 0) {
        least = of.order;
        for (int64_t at = offsets[row] - of.base; at < offsets[row + 1] - of.base; at++) {
            int64_t column = ((const int32_t *)of.columns)[at] - of.base;
            Number *to = (Number *)of.row + column;
            *to = *to + ((const Number *)of.values)[at];
            least = column < least ? column : least;
        }
    }
    barrier();
    int64_t found = least;
    barrier();
    return found;
}

/* The work row becomes a row of R, which has no elements yet. */
template <class Number> DEVICE void store(const sparse_system &of, const line_of_r<Number> &line) {
    for (int64_t each = thread_x(); each < line.count; each += LANES) {
        Number *from = (Number *)of.row + line.columns[each];
        line.values[each] = *from;
        *from = number<Number>::of(0, 0);
    }
}

/* The rotation that clears the first element of the second of two rows. */
template <class Number> struct rotation_of_rows {
    Number c;
    Number s;
    Number minus;
    Number plus;
};

template <class Number> DEVICE rotation_of_rows<Number> rotation_for(Number diagonal, Number head) {
    double scale = size(diagonal) > size(head) ? size(diagonal) : size(head);
    double sum = square(scaled(1 / scale, widened(diagonal))) + square(scaled(1 / scale, widened(head)));
    double inverse = 1 / (scale * square_root(sum));
    Number first = narrowed<Number>(scaled(inverse, widened(diagonal)));
    Number second = narrowed<Number>(scaled(inverse, widened(head)));
    return {conjugate(first), conjugate(second), second, first};
}

template <class Number> DEVICE void rotate_elements(const rotation_of_rows<Number> &by, Number *upper, Number *lower) {
    Number before = *upper;
    *upper = by.c * before + by.s * *lower;
    *lower = by.plus * *lower - by.minus * before;
}

/* Rotates the work row and its right side into a row of R. */
template <class Number> DEVICE void rotate_row(const sparse_system &of, const line_of_r<Number> &line, int64_t at, Number *side) {
    Number *row = (Number *)of.row;
    rotation_of_rows<Number> by = rotation_for(line.values[0], row[at]);
    Number upper = ((const Number *)of.c)[at];
    barrier();
    for (int64_t each = thread_x(); each < line.count; each += LANES) {
        rotate_elements(by, line.values + each, row + line.columns[each]);
    }
    rotate_elements(by, &upper, side);
    if (thread_x() == 0) {
        ((Number *)of.c)[at] = upper;
        row[at] = number<Number>::of(0, 0);
    }
}

/* Clears the work row column by column. The columns that may still have elements are those of the last row of R. */
template <class Number> DEVICE void absorb(const sparse_system &of, int64_t row) {
    Number side = ((const Number *)of.b)[row];
    int64_t at = spread<Number>(of, row);
    while (at < of.order) {
        line_of_r<Number> line = line_at<Number>(of, at);
        bool is_clear = is_zero(((const Number *)of.row)[at]);
        bool is_first = is_zero(line.values[0]);
        barrier();
        if (!is_clear && is_first) {
            store(of, line);
            if (thread_x() == 0) {
                ((Number *)of.c)[at] = side;
            }
            barrier();
            return;
        }
        if (!is_clear) {
            rotate_row(of, line, at, &side);
            barrier();
        }
        at = line.count > 1 ? line.columns[1] : of.order;
    }
}

/* The first row of R whose diagonal is not greater than the tolerance, or -1. */
template <class Number> DEVICE int64_t find_singular(const sparse_system &of) {
    SHARED int64_t rows[LANES];
    int64_t found = of.order;
    for (int64_t at = thread_x(); at < of.order && found == of.order; at += LANES) {
        line_of_r<Number> line = line_at<Number>(of, at);
        double diagonal = line.count == 0 ? 0 : square_root(square(line.values[0]));
        found = diagonal > of.tolerance ? found : at;
    }
    rows[thread_x()] = found;
    barrier();
    for (int64_t each = 0; each < LANES; each++) {
        found = rows[each] < found ? rows[each] : found;
    }
    barrier();
    return found == of.order ? -1 : found;
}

/* R x = c, from the last row on. */
template <class Number> DEVICE void substitute(const sparse_system &of) {
    SHARED wide_of<Number> sums[LANES];
    Number *x = (Number *)of.x;
    for (int64_t at = of.order - 1; at >= 0; at--) {
        line_of_r<Number> line = line_at<Number>(of, at);
        wide_of<Number> sum = number<wide_of<Number>>::of(0, 0);
        for (int64_t each = 1 + thread_x(); each < line.count; each += LANES) {
            sum = sum + widened(line.values[each]) * widened(x[line.columns[each]]);
        }
        sums[thread_x()] = sum;
        barrier();
        if (thread_x() == 0) {
            wide_of<Number> rest = widened(((const Number *)of.c)[at]);
            for (int64_t each = 0; each < LANES; each++) {
                rest = rest - sums[each];
            }
            x[at] = narrowed<Number>(rest / widened(line.values[0]));
        }
        barrier();
    }
}

template <class Number> DEVICE void solve_sparse(const sparse_system &of) {
    for (int64_t row = 0; row < of.order; row++) {
        absorb<Number>(of, row);
    }
    int64_t singular = find_singular<Number>(of);
    if (thread_x() == 0) {
        *(int32_t *)of.singular = (int32_t)singular;
    }
    if (singular < 0) {
        substitute<Number>(of);
    }
}

#endif
