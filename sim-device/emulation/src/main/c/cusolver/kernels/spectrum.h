/* Eigenvalues of Hermitian matrices by Jacobi's method, in device code. */
#ifndef OFFLOAD_TCK_CUSOLVER_SPECTRUM_H
#define OFFLOAD_TCK_CUSOLVER_SPECTRUM_H

#include "rotations.h"

/* Copies a matrix, of which one triangle is stored, and divides it by `scale`. */
template <class Number>
DEVICE void load_hermitian(const spectrum &of, const Number *a, double scale, wide_of<Number> *to) {
    for (int64_t column = warp(); column < of.order; column += WARPS) {
        for (int64_t row = lane(); row < of.order; row += LANES) {
            bool is_stored = of.is_upper ? row <= column : row >= column;
            auto found = widened(is_stored ? a[row + column * of.a.lead] : conjugate(a[column + row * of.a.lead]));
            to[row + column * of.order] = scaled(1 / scale, row == column ? real(found) : found);
        }
    }
}

/* The largest element of the stored triangle. */
template <class Number> DEVICE double scale_of_triangle(const spectrum &of, const Number *a) {
    entry own = {-1, 0};
    for (int64_t column = warp(); column < of.order; column += WARPS) {
        for (int64_t row = lane(); row < of.order; row += LANES) {
            bool is_stored = of.is_upper ? row <= column : row >= column;
            double found = is_stored ? size(a[row + column * of.a.lead]) : -1;
            own.size = found > own.size ? found : own.size;
        }
    }
    double found = largest_of(own).size;
    return found > 0 ? found : 1;
}

/* The length of the diagonal, or of all other elements. */
template <class Wide> DEVICE double length_of_part(const Wide *matrix, int64_t order, bool is_diagonal) {
    double own = 0;
    for (int64_t column = warp(); column < order; column += WARPS) {
        for (int64_t row = lane(); row < order; row += LANES) {
            own += (row == column) == is_diagonal ? square(matrix[row + column * order]) : 0;
        }
    }
    return square_root(sum_of(own));
}

/* Applies the rotations of a round to rows, from the left. The elements that they make 0 are set to it. */
template <class Wide> DEVICE void turn_rows(Wide *matrix, int64_t order, int64_t round, const turn<Wide> *turns) {
    for (int64_t each = warp(); each < pairs_of(order); each += WARPS) {
        pair at = pair_of(order, round, each);
        turn<Wide> turn = turns[each];
        turn.phase = conjugate(turn.phase);
        bool has_turned = at.q < order && turn.s != 0;
        for (int64_t column = lane(); column < order && at.q < order; column += LANES) {
            Wide *p = &matrix[at.p + column * order];
            Wide *q = &matrix[at.q + column * order];
            apply(turn, p, q);
            *p = column == at.p ? real(*p) : column == at.q && has_turned ? number<Wide>::of(0, 0) : *p;
            *q = column == at.q ? real(*q) : column == at.p && has_turned ? number<Wide>::of(0, 0) : *q;
        }
    }
}

template <class Wide> FUNCTION void turn_round(const workspace<Wide> &work, int64_t order, int64_t round) {
    for (int64_t each = thread_x(); each < pairs_of(order); each += THREADS) {
        pair at = pair_of(order, round, each);
        Wide z = at.q < order ? work.matrix[at.p + at.q * order] : number<Wide>::of(0, 0);
        work.turns[each] = is_zero(z) ? no_turn<Wide>()
                                      : turn_of(real_part(work.matrix[at.p + at.p * order]),
                                                real_part(work.matrix[at.q + at.q * order]), z);
    }
    barrier();
    turn_columns(work.matrix, order, order, round, work.turns);
    turn_columns(work.vectors, order, order, round, work.turns);
    barrier();
    turn_rows(work.matrix, order, round, work.turns);
    barrier();
}

/* Values and vectors in ascending order. */
template <class Number>
DEVICE void store_spectrum(const spectrum &of, const workspace<wide_of<Number>> &work, double scale) {
    using Real = typename types<Number>::real;
    Number *a = matrix_of<Number>(of.a);
    Real *values = (Real *)of.values + block_x() * of.order;
    for (int64_t each = thread_x(); each < of.order; each += THREADS) {
        work.values[each] = real_part(work.matrix[each + each * of.order]);
    }
    barrier();
    sort(work.values, work.order, of.order, false);
    for (int64_t each = thread_x(); each < of.order; each += THREADS) {
        values[each] = (Real)(scale * work.values[work.order[each]]);
    }
    for (int64_t column = warp(); column < of.order && of.has_vectors; column += WARPS) {
        for (int64_t row = lane(); row < of.order; row += LANES) {
            a[row + column * of.a.lead] = narrowed<Number>(work.vectors[row + work.order[column] * of.order]);
        }
    }
}

/* Rotations are repeated until all elements beside the diagonal are below the tolerance. */
template <class Number> DEVICE void syevd(const spectrum &of) {
    const Number *a = matrix_of<Number>(of.a);
    auto work = workspace_at<wide_of<Number>>(of.work, of.work_size, of.order, of.order);
    double scale = scale_of_triangle(of, a);
    load_hermitian(of, a, scale, work.matrix);
    set_identity(work.vectors, of.order);
    barrier();
    double limit = limit_of(of.iteration, ROUNDING);
    int64_t sweeps = 0;
    double rest = length_of_part(work.matrix, of.order, false);
    while (rest > limit * length_of_part(work.matrix, of.order, true) && sweeps < of.iteration.most) {
        for (int64_t round = 0; round < rounds_of(of.order); round++) {
            turn_round(work, of.order, round);
        }
        sweeps++;
        rest = length_of_part(work.matrix, of.order, false);
    }
    bool is_done = rest <= limit * length_of_part(work.matrix, of.order, true);
    store_spectrum<Number>(of, work, scale);
    write_outcome(of.iteration, scale * rest, sweeps);
    report(of.info, is_done ? 0 : of.order + 1);
}

#endif
