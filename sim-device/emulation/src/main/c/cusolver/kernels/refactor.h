/* LU factors of sparse matrices whose pattern and pivots are known, in device code. One warp computes the rows of a matrix in
 * their order, each in an array with all columns. */
#ifndef OFFLOAD_TCK_CUSOLVER_REFACTOR_H
#define OFFLOAD_TCK_CUSOLVER_REFACTOR_H

#include "collective.h"

/* The matrix of a block. */
struct factor_rows {
    const int32_t *offsets;
    const int32_t *columns;
    const int32_t *diagonals;
    double *values;
    double *line;
};

DEVICE factor_rows rows_of(const refactorisation &of) {
    return {(const int32_t *)of.offsets, (const int32_t *)of.columns, (const int32_t *)of.diagonals,
            (double *)of.values + block_x() * of.count, (double *)of.line + block_x() * of.order};
}

DEVICE double *given_to(const refactorisation &of) {
    return of.has_addresses ? ((double **)of.given)[block_x()] : (double *)of.given;
}

/* M becomes P A Q^T. Elements that A does not have are 0. */
DEVICE void reset_values(const refactorisation &of) {
    factor_rows rows = rows_of(of);
    const double *given = given_to(of);
    for (int64_t at = thread_x(); at < of.count; at += LANES) {
        rows.values[at] = 0;
    }
    barrier();
    for (int64_t at = thread_x(); at < of.given_count; at += LANES) {
        rows.values[((const int32_t *)of.places)[at]] = given[at];
    }
}

/* Subtracts a row of U, times the element of L in the line, from the line. */
DEVICE void subtract_upper(const refactorisation &of, const factor_rows &rows, int64_t upper) {
    int64_t diagonal = rows.diagonals[upper];
    double factor = rows.line[upper];
    factor = of.has_unit_upper ? factor : factor / rows.values[diagonal];
    barrier();
    for (int64_t at = diagonal + 1 + thread_x(); at < rows.offsets[upper + 1]; at += LANES) {
        double *to = rows.line + rows.columns[at];
        *to = *to - factor * rows.values[at];
    }
    if (thread_x() == 0) {
        rows.line[upper] = factor;
    }
    barrier();
}

/* The pivot of a row, which is replaced if it is too small. */
DEVICE double pivot_of(const refactorisation &of, const factor_rows &rows, int64_t row, int64_t *zero) {
    double pivot = rows.line[row];
    bool is_small = !(size(pivot) > of.zero);
    if (is_small && of.boost > 0) {
        pivot = of.boost;
        if (thread_x() == 0) {
            ((int32_t *)of.boosted)[block_x()] = 1;
        }
    }
    if (is_small && !(of.boost > 0) && *zero < 0) {
        *zero = row;
    }
    return pivot;
}

/* Moves the line to a row of M. */
DEVICE void store_line(const refactorisation &of, const factor_rows &rows, int64_t row, double pivot) {
    int64_t diagonal = rows.diagonals[row];
    for (int64_t at = rows.offsets[row] + thread_x(); at < rows.offsets[row + 1]; at += LANES) {
        double value = rows.line[rows.columns[at]];
        rows.values[at] = at == diagonal ? pivot : at > diagonal && of.has_unit_upper ? value / pivot : value;
    }
    barrier();
}

DEVICE void refactor(const refactorisation &of) {
    factor_rows rows = rows_of(of);
    int64_t zero = -1;
    if (thread_x() == 0) {
        ((int32_t *)of.boosted)[block_x()] = 0;
    }
    for (int64_t row = 0; row < of.order; row++) {
        for (int64_t at = rows.offsets[row] + thread_x(); at < rows.offsets[row + 1]; at += LANES) {
            rows.line[rows.columns[at]] = rows.values[at];
        }
        barrier();
        for (int64_t at = rows.offsets[row]; at < rows.diagonals[row]; at++) {
            subtract_upper(of, rows, rows.columns[at]);
        }
        store_line(of, rows, row, pivot_of(of, rows, row, &zero));
    }
    if (thread_x() == 0) {
        ((int32_t *)of.pivots)[block_x()] = (int32_t)zero;
    }
}

/* The sum of the products of elements of a row of M with those of a vector. */
DEVICE double product_of(const factor_rows &rows, int64_t begin, int64_t end, const double *vector) {
    SHARED double sums[LANES];
    double sum = 0;
    for (int64_t at = begin + thread_x(); at < end; at += LANES) {
        sum = sum + rows.values[at] * vector[rows.columns[at]];
    }
    sums[thread_x()] = sum;
    barrier();
    for (int64_t each = 0; each < LANES; each++) {
        sum = each == 0 ? sums[0] : sum + sums[each];
    }
    barrier();
    return sum;
}

/* An element of a solution: without the products with others, and divided by the pivot unless that is 1. */
DEVICE void solve_element(const factor_rows &rows, int64_t row, int64_t begin, int64_t end, bool is_unit, double *vector) {
    double rest = vector[row] - product_of(rows, begin, end, vector);
    if (thread_x() == 0) {
        vector[row] = is_unit ? rest : rest / rows.values[rows.diagonals[row]];
    }
    barrier();
}

/* L U y = P b, x = Q^T y. */
DEVICE void solve_again(const refactorisation &of) {
    factor_rows rows = rows_of(of);
    double *sides = given_to(of);
    double *vector = (double *)of.temporary + block_x() * of.temporary_stride;
    for (int64_t row = thread_x(); row < of.order; row += LANES) {
        vector[row] = sides[((const int32_t *)of.p)[row]];
    }
    barrier();
    for (int64_t row = 0; row < of.order; row++) {
        solve_element(rows, row, rows.offsets[row], rows.diagonals[row], !of.has_unit_upper, vector);
    }
    for (int64_t row = of.order - 1; row >= 0; row--) {
        solve_element(rows, row, rows.diagonals[row] + 1, rows.offsets[row + 1], of.has_unit_upper, vector);
    }
    for (int64_t row = thread_x(); row < of.order; row += LANES) {
        sides[((const int32_t *)of.q)[row]] = vector[row];
    }
}

#endif
