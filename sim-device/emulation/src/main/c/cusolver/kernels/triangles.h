/* Triangular factors (Golub and Van Loan, "Matrix Computations", chapters 3 and 4), in device code. */
#ifndef OFFLOAD_TCK_CUSOLVER_TRIANGLES_H
#define OFFLOAD_TCK_CUSOLVER_TRIANGLES_H

#include "collective.h"

/* A triangular matrix as it is used. Transposing one exchanges its steps. */
template <class Number> struct triangle {
    const Number *data;
    int64_t row;
    int64_t column;
    bool is_lower;
    bool has_unit_diagonal;
    bool is_conjugate;
};

template <class Number> DEVICE Number element_of(const triangle<Number> &of, int64_t row, int64_t column) {
    Number found = of.data[row * of.row + column * of.column];
    return of.is_conjugate ? conjugate(found) : found;
}

/* b = inverse(of) b. */
template <class Number>
FUNCTION void solve_triangle(const triangle<Number> &of, Number *b, int64_t lead, int64_t order, int64_t columns) {
    for (int64_t step = 0; step < order; step++) {
        int64_t at = of.is_lower ? step : order - 1 - step;
        for (int64_t column = thread_x(); column < columns && !of.has_unit_diagonal; column += THREADS) {
            b[at + column * lead] = b[at + column * lead] / element_of(of, at, at);
        }
        barrier();
        int64_t first = of.is_lower ? at + 1 : 0;
        int64_t end = of.is_lower ? order : at;
        for (int64_t column = warp(); column < columns; column += WARPS) {
            for (int64_t row = first + lane(); row < end; row += LANES) {
                Number *to = &b[row + column * lead];
                *to = *to - element_of(of, row, at) * b[at + column * lead];
            }
        }
        barrier();
    }
}

DEVICE void set_pivot(const triangles &of, int64_t at, int64_t row) {
    if (of.has_long_pivots) {
        ((int64_t *)of.pivots)[at] = row + 1;
    } else {
        ((int32_t *)of.pivots)[at] = (int32_t)row + 1;
    }
}

DEVICE int64_t pivot_at(const triangles &of, int64_t at) {
    return (of.has_long_pivots ? ((const int64_t *)of.pivots)[at] : ((const int32_t *)of.pivots)[at]) - 1;
}

/* Subtracts multiples of the row of a pivot from those below. */
template <class Number> DEVICE void eliminate_below(const triangles &of, Number *a, int64_t at) {
    int64_t lead = of.a.lead;
    for (int64_t row = at + 1 + thread_x(); row < of.rows; row += THREADS) {
        a[row + at * lead] = a[row + at * lead] / a[at + at * lead];
    }
    barrier();
    for (int64_t column = at + 1 + warp(); column < of.columns; column += WARPS) {
        for (int64_t row = at + 1 + lane(); row < of.rows; row += LANES) {
            a[row + column * lead] = a[row + column * lead] - a[row + at * lead] * a[at + column * lead];
        }
    }
}

/* A = P L U. The result is the first pivot that is 0. */
template <class Number> DEVICE void getrf(const triangles &of) {
    Number *a = matrix_of<Number>(of.a);
    int64_t lead = of.a.lead;
    int64_t info = 0;
    for (int64_t at = 0; at < of.rows && at < of.columns; at++) {
        int64_t found = at;
        if (of.pivots != 0) {
            found += largest_element(a + at + at * lead, of.rows - at).index;
            if (thread_x() == 0) {
                set_pivot(of, at, found);
            }
        }
        for (int64_t column = thread_x(); column < of.columns && found != at; column += THREADS) {
            exchange(&a[at + column * lead], &a[found + column * lead]);
        }
        barrier();
        if (!is_zero(a[at + at * lead])) {
            eliminate_below(of, a, at);
        } else if (info == 0) {
            info = at + 1;
        }
        barrier();
    }
    report(of.info, info);
}

/* Exchanges rows of b as getrf did: each thread in its columns. */
template <class Number> DEVICE void exchange_rows(const triangles &of, Number *b, bool is_backward) {
    for (int64_t column = thread_x(); column < of.sides && of.pivots != 0; column += THREADS) {
        for (int64_t step = 0; step < of.rows; step++) {
            int64_t at = is_backward ? of.rows - 1 - step : step;
            exchange(&b[at + column * of.b.lead], &b[pivot_at(of, at) + column * of.b.lead]);
        }
    }
    barrier();
}

/* b = inverse(op(P L U)) b. */
template <class Number> DEVICE void getrs(const triangles &of) {
    const Number *a = matrix_of<Number>(of.a);
    Number *b = matrix_of<Number>(of.b);
    int64_t lead = of.a.lead;
    if (of.is_transposed) {
        bool conjugates = of.is_conjugate;
        solve_triangle(triangle<Number>{a, lead, 1, true, false, conjugates}, b, of.b.lead, of.rows, of.sides);
        solve_triangle(triangle<Number>{a, lead, 1, false, true, conjugates}, b, of.b.lead, of.rows, of.sides);
        exchange_rows(of, b, true);
    } else {
        exchange_rows(of, b, false);
        solve_triangle(triangle<Number>{a, 1, lead, true, true, false}, b, of.b.lead, of.rows, of.sides);
        solve_triangle(triangle<Number>{a, 1, lead, false, false, false}, b, of.b.lead, of.rows, of.sides);
    }
    report(of.info, 0);
}

/* A = L L^H, or U^H U. The upper triangle, transposed, is the conjugate of a lower one, and so is its factor. The result is
 * the first leading minor that is not positive. */
template <class Number> DEVICE void potrf(const triangles &of) {
    Number *a = matrix_of<Number>(of.a);
    int64_t down = of.is_upper ? of.a.lead : 1;
    int64_t right = of.is_upper ? 1 : of.a.lead;
    int64_t info = 0;
    for (int64_t at = 0; at < of.rows; at++) {
        using Real = typename types<Number>::real;
        Real pivot = (Real)real_part(a[at * (down + right)]);
        if (!(pivot > 0)) {
            info = at + 1;
            break;
        }
        Number root = number<Number>::of(square_root(pivot), 0);
        barrier();
        for (int64_t row = at + thread_x(); row < of.rows; row += THREADS) {
            Number *to = &a[row * down + at * right];
            *to = row == at ? root : *to / root;
        }
        barrier();
        for (int64_t column = at + 1 + warp(); column < of.rows; column += WARPS) {
            for (int64_t row = column + lane(); row < of.rows; row += LANES) {
                Number *to = &a[row * down + column * right];
                Number rest = *to - a[row * down + at * right] * conjugate(a[column * down + at * right]);
                *to = row == column ? real(rest) : rest;
            }
        }
        barrier();
    }
    report(of.info, info);
}

/* b = inverse(L L^H) b. */
template <class Number> DEVICE void solve_definite(const triangles &of, Number *b, int64_t lead, int64_t columns) {
    const Number *a = matrix_of<Number>(of.a);
    bool is_upper = of.is_upper;
    int64_t down = is_upper ? of.a.lead : 1;
    int64_t right = is_upper ? 1 : of.a.lead;
    solve_triangle(triangle<Number>{a, down, right, true, false, is_upper}, b, lead, of.rows, columns);
    solve_triangle(triangle<Number>{a, right, down, false, false, !is_upper}, b, lead, of.rows, columns);
}

/* A batch has one result. */
template <class Number> DEVICE void potrs(const triangles &of) {
    solve_definite(of, matrix_of<Number>(of.b), of.b.lead, of.sides);
    if (block_x() == 0) {
        report(of.info, 0);
    }
}

/* The first diagonal element that is 0, from 1 on; 0 if there is none. */
template <class Number> DEVICE int64_t first_zero(const triangles &of) {
    const Number *a = matrix_of<Number>(of.a);
    int64_t at = 0;
    while (at < of.rows && !is_zero(a[at + at * of.a.lead])) {
        at++;
    }
    return at == of.rows ? 0 : at + 1;
}

/* Replaces the factor by the triangle of the inverse. */
template <class Number> DEVICE void potri(const triangles &of) {
    Number *a = matrix_of<Number>(of.a);
    Number *work = (Number *)of.work;
    int64_t info = first_zero<Number>(of);
    report(of.info, info);
    if (info != 0) {
        return;
    }
    for (int64_t column = warp(); column < of.rows; column += WARPS) {
        for (int64_t row = lane(); row < of.rows; row += LANES) {
            work[row + column * of.rows] = number<Number>::of(row == column, 0);
        }
    }
    barrier();
    solve_definite(of, work, of.rows, of.rows);
    for (int64_t column = warp(); column < of.rows; column += WARPS) {
        for (int64_t row = lane(); row < of.rows; row += LANES) {
            if (of.is_upper ? row <= column : row >= column) {
                a[row + column * of.a.lead] = work[row + column * of.rows];
            }
        }
    }
}

#endif
