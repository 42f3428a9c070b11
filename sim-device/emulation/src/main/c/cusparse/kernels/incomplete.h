/* Incomplete factors, which have the elements of their matrix only (Saad, "Iterative Methods for Sparse Linear Systems", 10.3), in
 * device code. One warp computes the rows in their order; its lanes change the elements of a row. */
#ifndef OFFLOAD_TCK_CUSPARSE_INCOMPLETE_H
#define OFFLOAD_TCK_CUSPARSE_INCOMPLETE_H

#include "numbers.h"

/* The threads of a warp. */
enum { LANES = 32 };

DEVICE double magnitude(double value) { return value < 0 ? -value : value; }
template <class Real> DEVICE double magnitude(complex<Real> value) {
    double re = value.re, im = value.im;
    return __nvvm_sqrt_rn_d(re * re + im * im);
}

DEVICE double real_part(double value) { return value; }
template <class Real> DEVICE double real_part(complex<Real> value) { return value.re; }

/* The place of a column in a part of a row, which is in order; -1 if the row does not have it. */
DEVICE int64_t place_of(const sparse &a, int64_t low, int64_t end, int64_t column) {
    for (int64_t high = end; low < high;) {
        int64_t middle = low + (high - low) / 2;
        bool is_passed = read(a.columns, 0, middle) < column;
        low = is_passed ? middle + 1 : low;
        high = is_passed ? high : middle;
    }
    return low < end && read(a.columns, 0, low) == column ? low : -1;
}

/* The place of each diagonal element, among elements in any order. */
DEVICE void find_diagonals(const pivots &given) {
    for (int64_t row = thread(); row < given.a.rows; row += threads()) {
        int64_t end = read(given.a.offsets, 0, row + 1);
        int64_t at = read(given.a.offsets, 0, row);
        while (at < end && read(given.a.columns, 0, element_at(given.a, 0, at)) != row) {
            at++;
        }
        ((int64_t *)given.places)[row] = at < end ? at : -1;
    }
}

/* The least row without a pivot, in one block. */
template <class Number> DEVICE void find_pivot(const pivots &given) {
    SHARED int64_t rows[BLOCK];
    int64_t found = given.a.rows;
    for (int64_t row = thread_x(); row < given.a.rows && found == given.a.rows; row += BLOCK) {
        int64_t at = ((const int64_t *)given.places)[row];
        bool is_missing = at < 0 || (given.is_numerical &&
                                     is_zero(value_of<Number>(given.a, 0, element_at(given.a, 0, at))));
        found = is_missing ? row : found;
    }
    rows[thread_x()] = found;
    barrier();
    if (thread_x() == 0) {
        for (unsigned each = 1; each < BLOCK; each++) {
            found = rows[each] < found ? rows[each] : found;
        }
        *(int32_t *)given.position = found < given.a.rows ? (int32_t)found : -1;
    }
}

/* Keeps the first row whose pivot is none. */
DEVICE void note_pivot(const pivots &given, int64_t row, bool is_none) {
    int32_t *position = (int32_t *)given.position;
    if (is_none && *position < 0) {
        *position = (int32_t)row;
    }
}

template <class Number> DEVICE void finish_pivot(const incomplete &given, int64_t row) {
    int64_t at = ((const int64_t *)given.pivots.places)[row];
    Number *values = (Number *)given.pivots.a.values;
    if (at >= 0 && given.has_boost && magnitude(values[at]) <= value<double>(given.tolerance)) {
        values[at] = value<Number>(given.boost);
    }
    note_pivot(given.pivots, row, at < 0 || is_zero(values[at]));
}

/* Subtracts the multiple of an earlier row that clears the element at `at`, which becomes the multiplier. */
template <class Number> DEVICE void eliminate(const sparse &a, int64_t at, int64_t end, int64_t other, int64_t pivot) {
    Number *values = (Number *)a.values;
    if (thread_x() == 0) {
        values[at] = values[at] / values[pivot];
    }
    barrier();
    Number factor = values[at];
    int64_t others = read(a.offsets, 0, other + 1);
    for (int64_t each = pivot + 1 + thread_x(); each < others; each += LANES) {
        int64_t to = place_of(a, at + 1, end, read(a.columns, 0, each));
        if (to >= 0) {
            values[to] = values[to] - factor * values[each];
        }
    }
    barrier();
}

/* A = L U, without the elements that A has not. The diagonal of L is 1. */
template <class Number> DEVICE void factorise(const incomplete &given) {
    const sparse &a = given.pivots.a;
    const int64_t *places = (const int64_t *)given.pivots.places;
    for (int64_t row = 0; row < a.rows; row++) {
        int64_t end = read(a.offsets, 0, row + 1);
        for (int64_t at = read(a.offsets, 0, row); at < end && read(a.columns, 0, at) < row; at++) {
            int64_t other = read(a.columns, 0, at);
            if (places[other] >= 0) {
                eliminate<Number>(a, at, end, other, places[other]);
            }
        }
        if (thread_x() == 0) {
            finish_pivot<Number>(given, row);
        }
        barrier();
    }
}

/* Subtracts the products with an element of L from those of its row that come after it, up to the diagonal. */
template <class Number> DEVICE void subtract_products(const sparse &a, int64_t at, int64_t end, int64_t row) {
    Number *values = (Number *)a.values;
    int64_t column = read(a.columns, 0, at);
    for (int64_t each = at + 1 + thread_x(); each < end; each += LANES) {
        int64_t other = read(a.columns, 0, each);
        int64_t from = other == row ? at : other > row
                                          ? -1
                                          : place_of(a, read(a.offsets, 0, other), read(a.offsets, 0, other + 1), column);
        if (from >= 0) {
            values[each] = values[each] - values[at] * conjugate(values[from]);
        }
    }
    barrier();
}

/* A = L L^H, of which the lower triangle is read and replaced. */
template <class Number> DEVICE void factorise_symmetric(const incomplete &given) {
    const sparse &a = given.pivots.a;
    const int64_t *places = (const int64_t *)given.pivots.places;
    Number *values = (Number *)a.values;
    for (int64_t row = 0; row < a.rows; row++) {
        int64_t end = read(a.offsets, 0, row + 1);
        for (int64_t at = read(a.offsets, 0, row); at < end && read(a.columns, 0, at) < row; at++) {
            int64_t pivot = places[read(a.columns, 0, at)];
            if (thread_x() == 0 && pivot >= 0) {
                values[at] = values[at] / values[pivot];
            }
            barrier();
            subtract_products<Number>(a, at, end, row);
        }
        if (thread_x() == 0) {
            int64_t at = places[row];
            double square = at < 0 ? 0 : real_part(values[at]);
            note_pivot(given.pivots, row, !(square > 0));
            if (at >= 0) {
                values[at] = number<Number>::of(__nvvm_sqrt_rn_d(square), 0);
            }
        }
        barrier();
    }
}

#endif
