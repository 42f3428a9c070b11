/* Singular values by one-sided Jacobi rotations (Golub and Van Loan, "Matrix Computations", 8.6), in device code. */
#ifndef OFFLOAD_TCK_CUSOLVER_SINGULAR_H
#define OFFLOAD_TCK_CUSOLVER_SINGULAR_H

#include "rotations.h"

/* Copies a matrix, or its adjoint, and divides it by `scale`. */
template <class Number>
DEVICE void load_matrix(const singular &of, const Number *a, double scale, wide_of<Number> *to) {
    for (int64_t column = warp(); column < of.columns; column += WARPS) {
        for (int64_t row = lane(); row < of.rows; row += LANES) {
            Number found = of.is_adjoint ? conjugate(a[column + row * of.a.lead]) : a[row + column * of.a.lead];
            to[row + column * of.rows] = scaled(1 / scale, widened(found));
        }
    }
}

/* The product of a column's adjoint and another column. */
template <class Wide> DEVICE Wide product_of(const Wide *p, const Wide *q, int64_t rows) {
    Wide sum = number<Wide>::of(0, 0);
    for (int64_t row = 0; row < rows; row++) {
        sum = sum + conjugate(p[row]) * q[row];
    }
    return sum;
}

/* What is left of a thread's pairs: the squares of the elements of U^H A V beside the diagonal, and how many are too large. */
struct leftover {
    double squares;
    double count;
};

/* Makes columns orthogonal, with a thread for a pair. */
template <class Wide>
FUNCTION void turn_pairs(const workspace<Wide> &work, int64_t rows, int64_t columns, int64_t round, double limit,
                         leftover *own) {
    for (int64_t each = thread_x(); each < pairs_of(columns); each += THREADS) {
        pair at = pair_of(columns, round, each);
        work.turns[each] = no_turn<Wide>();
        if (at.q >= columns) {
            continue;
        }
        const Wide *p = work.matrix + at.p * rows;
        const Wide *q = work.matrix + at.q * rows;
        double p_square = real_part(product_of(p, p, rows));
        double q_square = real_part(product_of(q, q, rows));
        Wide z = product_of(p, q, rows);
        if (modulus(z) > limit * square_root(p_square) * square_root(q_square)) {
            work.turns[each] = turn_of(p_square, q_square, z);
            own->count++;
        }
        own->squares += p_square > 0 && q_square > 0 ? square(z) / p_square + square(z) / q_square : 0;
    }
    barrier();
    turn_columns(work.matrix, rows, columns, round, work.turns);
    turn_columns(work.vectors, columns, columns, round, work.turns);
    barrier();
}

template <class Number, class Wide> DEVICE void put(const vectors_of &of, int64_t row, int64_t column, Wide value) {
    Number *at = (Number *)of.data + block_x() * of.stride + row * of.row + column * of.column;
    *at = narrowed<Number>(of.is_conjugate ? conjugate(value) : value);
}

template <class Number> DEVICE wide_of<Number> get(const vectors_of &of, int64_t row, int64_t column) {
    Number found = ((const Number *)of.data)[block_x() * of.stride + row * of.row + column * of.column];
    return widened(of.is_conjugate ? conjugate(found) : found);
}

/* The unit vector that has the largest part outside the first `count` vectors. */
template <class Number> DEVICE int64_t most_independent(const singular &of, int64_t count) {
    entry own = {-1, 0};
    for (int64_t row = thread_x(); row < of.rows; row += THREADS) {
        double inside = 0;
        for (int64_t each = 0; each < count; each++) {
            inside += square(get<Number>(of.left, row, each));
        }
        double outside = inside < 1 ? 1 - inside : 0;
        own = outside > own.size ? entry{outside, row} : own;
    }
    return largest_of(own).index;
}

/* Subtracts from a left vector its parts along those before it, and makes its length 1. */
template <class Number> DEVICE void make_orthogonal(const singular &of, int64_t at, wide_of<Number> *sums) {
    for (int64_t each = thread_x(); each < at; each += THREADS) {
        wide_of<Number> sum = number<wide_of<Number>>::of(0, 0);
        for (int64_t row = 0; row < of.rows; row++) {
            sum = sum + conjugate(get<Number>(of.left, row, each)) * get<Number>(of.left, row, at);
        }
        sums[each] = sum;
    }
    barrier();
    double own = 0;
    for (int64_t row = thread_x(); row < of.rows; row += THREADS) {
        wide_of<Number> rest = get<Number>(of.left, row, at);
        for (int64_t each = 0; each < at; each++) {
            rest = rest - get<Number>(of.left, row, each) * sums[each];
        }
        put<Number>(of.left, row, at, rest);
        own += square(rest);
    }
    double length = square_root(sum_of(own));
    for (int64_t row = thread_x(); row < of.rows; row += THREADS) {
        put<Number>(of.left, row, at, scaled(1 / length, get<Number>(of.left, row, at)));
    }
    barrier();
}

/* Left vectors from `first` on that no singular value determines. Orthogonalizing twice is enough (Golub and Van Loan,
 * 5.2.9). */
template <class Number> DEVICE void complete(const singular &of, int64_t first, wide_of<Number> *sums) {
    for (int64_t at = first; at < of.left.columns; at++) {
        int64_t unit = most_independent<Number>(of, at);
        for (int64_t row = thread_x(); row < of.rows; row += THREADS) {
            put<Number>(of.left, row, at, number<wide_of<Number>>::of(row == unit, 0));
        }
        barrier();
        make_orthogonal<Number>(of, at, sums);
        make_orthogonal<Number>(of, at, sums);
    }
}

/* The vectors in the order of their values. `count` values are not 0. */
template <class Number>
DEVICE void store_vectors(const singular &of, const workspace<wide_of<Number>> &work, int64_t count) {
    for (int64_t column = warp(); column < count && column < of.left.columns; column += WARPS) {
        int64_t from = work.order[column];
        for (int64_t row = lane(); row < of.rows; row += LANES) {
            put<Number>(of.left, row, column, scaled(1 / work.values[from], work.matrix[row + from * of.rows]));
        }
    }
    for (int64_t column = warp(); column < of.right.columns; column += WARPS) {
        int64_t from = work.order[column];
        for (int64_t row = lane(); row < of.columns; row += LANES) {
            put<Number>(of.right, row, column, work.vectors[row + from * of.columns]);
        }
    }
    barrier();
    complete<Number>(of, count, work.sums);
}

template <class Number>
DEVICE void store_singular(const singular &of, const workspace<wide_of<Number>> &work, double scale) {
    using Real = typename types<Number>::real;
    Real *values = (Real *)of.values + block_x() * of.values_stride;
    double own = 0;
    for (int64_t each = thread_x(); each < of.columns; each += THREADS) {
        const auto *column = work.matrix + each * of.rows;
        work.values[each] = square_root(real_part(product_of(column, column, of.rows)));
        own += work.values[each] > 0;
    }
    int64_t count = (int64_t)sum_of(own);
    sort(work.values, work.order, of.columns, true);
    for (int64_t each = thread_x(); each < of.columns; each += THREADS) {
        values[each] = (Real)(scale * work.values[work.order[each]]);
    }
    store_vectors<Number>(of, work, count);
}

/* Rotations are repeated until all columns are orthogonal. Sums of `rows` terms have that many rounding errors. */
template <class Number> DEVICE void gesvd(const singular &of) {
    const Number *a = matrix_of<Number>(of.a);
    auto work = workspace_at<wide_of<Number>>(of.work, of.work_size, of.rows, of.columns);
    double scale = scale_of(a, of.a.lead, of.is_adjoint ? of.columns : of.rows, of.is_adjoint ? of.rows : of.columns);
    load_matrix(of, a, scale, work.matrix);
    set_identity(work.vectors, of.columns);
    barrier();
    double limit = limit_of(of.iteration, ROUNDING * (double)of.rows);
    int64_t sweeps = 0;
    double count = 1;
    double squares = 0;
    while (count > 0 && sweeps < of.iteration.most) {
        leftover own = {0, 0};
        for (int64_t round = 0; round < rounds_of(of.columns); round++) {
            turn_pairs(work, of.rows, of.columns, round, limit, &own);
        }
        sweeps++;
        count = sum_of(own.count);
        squares = sum_of(own.squares);
    }
    store_singular<Number>(of, work, scale);
    write_outcome(of.iteration, scale * square_root(squares), sweeps);
    report(of.info, count > 0 ? of.columns + 1 : 0);
}

#endif
