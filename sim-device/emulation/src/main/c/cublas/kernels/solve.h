/* Systems of linear equations, in device code. */
#ifndef OFFLOAD_TCK_CUBLAS_SOLVE_H
#define OFFLOAD_TCK_CUBLAS_SOLVE_H

#include "elements.h"

/* A thread solves for a column: forwards for a lower matrix, backwards for an upper one. */
template <class Number> DEVICE void solve_column(const solve &solve, const Number *a, Number *b, int64_t column) {
    bool is_forward = (solve.a.is_lower != 0) != (solve.a.is_transposed != 0);
    Number alpha = value<Number>(solve.alpha);
    for (int64_t step = 0; step < solve.rows; step++) {
        int64_t row = is_forward ? step : solve.rows - 1 - step;
        Number rest = alpha * element<Number>(b, solve.b, row, column);
        for (int64_t before = 0; before < step; before++) {
            int64_t other = is_forward ? before : solve.rows - 1 - before;
            rest = rest - element<Number>(a, solve.a, row, other) * element<Number>(b, solve.b, other, column);
        }
        b[find(solve.b, row, column).offset] =
            solve.a.has_unit_diagonal ? rest : rest / element<Number>(a, solve.a, row, row);
    }
}

template <class Number> DEVICE void solve_columns(const solve &solve) {
    for (int64_t batch = block_z(); batch < solve.batches; batch += blocks_z()) {
        const Number *a = matrix<Number>(solve.a, batch);
        Number *b = matrix<Number>(solve.b, batch);
        for (int64_t column = thread(); column < solve.columns; column += threads()) {
            solve_column(solve, a, b, column);
        }
    }
}

template <class Number> DEVICE double size(Number number) {
    return number < 0 ? -number : number;
}

template <class Real> DEVICE double size(complex<Real> number) {
    return size(number.re) + size(number.im);
}

template <class Number> DEVICE void exchange(Number *a, Number *b) {
    Number first = *a;
    *a = *b;
    *b = first;
}

/* The row of the largest element of a column, from its diagonal on. */
template <class Number> DEVICE int64_t pivot(const factors &factors, const Number *a, int64_t column) {
    int64_t found = column;
    for (int64_t row = column + 1; row < factors.order; row++) {
        if (size(a[row + column * factors.a.column]) > size(a[found + column * factors.a.column])) {
            found = row;
        }
    }
    return found;
}

/* Subtracts multiples of the row of the diagonal element from those below. */
template <class Number> DEVICE void eliminate(const factors &factors, Number *a, int64_t at) {
    int64_t lead = factors.a.column;
    int64_t rest = factors.order - at - 1;
    for (int64_t row = at + 1 + thread_x(); row < factors.order; row += threads()) {
        a[row + at * lead] = a[row + at * lead] / a[at + at * lead];
    }
    barrier();
    for (int64_t each = thread_x(); each < rest * rest; each += threads()) {
        int64_t row = at + 1 + each % rest;
        int64_t column = at + 1 + each / rest;
        a[row + column * lead] = a[row + column * lead] - a[row + at * lead] * a[at + column * lead];
    }
    barrier();
}

/* A = P L U, with the matrices of a batch in blocks of their own. `info` is the first column whose pivot is 0. */
template <class Number> DEVICE void factorise(const factors &factors) {
    Number *a = matrix<Number>(factors.a, block_z());
    int info = 0;
    for (int64_t at = 0; at < factors.order; at++) {
        int64_t found = factors.pivots == 0 ? at : pivot(factors, a, at);
        barrier();
        for (int64_t column = thread_x(); column < factors.order && found != at; column += threads()) {
            exchange(&a[at + column * factors.a.column], &a[found + column * factors.a.column]);
        }
        if (factors.pivots != 0 && thread_x() == 0) {
            ((int *)factors.pivots)[block_z() * factors.order + at] = (int)found + 1;
        }
        barrier();
        if (!is_zero(a[at + at * factors.a.column])) {
            eliminate(factors, a, at);
        } else if (info == 0) {
            info = (int)at + 1;
        }
    }
    if (thread_x() == 0) {
        ((int *)factors.info)[block_z()] = info;
    }
}

/* The first column of a factorised matrix whose pivot is 0, from 1 on; 0 if there is none. */
template <class Number> DEVICE int first_zero(const factors &factors) {
    const Number *a = matrix<Number>(factors.a, block_z());
    int64_t at = 0;
    while (at < factors.order && !is_zero(a[at + at * factors.a.column])) {
        at++;
    }
    return at == factors.order ? 0 : (int)at + 1;
}

/* Exchanges the rows of b as factorise did those of a: each thread in its columns. */
template <class Number> DEVICE void exchange_rows(const factors &factors) {
    Number *b = matrix<Number>(factors.b, block_z());
    if (factors.info != 0 && thread_x() == 0) {
        ((int *)factors.info)[block_z()] = first_zero<Number>(factors);
    }
    const int *pivots = (const int *)factors.pivots + block_z() * factors.order;
    for (int64_t column = thread_x(); column < factors.columns; column += threads()) {
        Number *values = b + column * factors.b.column;
        for (int64_t row = 0; factors.is_identity && row < factors.order; row++) {
            values[row] = number<Number>::of(row == column, 0);
        }
        for (int64_t step = 0; factors.pivots != 0 && step < factors.order; step++) {
            int64_t row = factors.is_backward ? factors.order - 1 - step : step;
            exchange(&values[row], &values[pivots[row] - 1]);
        }
    }
}

#endif
