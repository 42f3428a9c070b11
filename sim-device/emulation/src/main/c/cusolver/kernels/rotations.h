/* Jacobi rotations (Golub and Van Loan, "Matrix Computations", 8.5), in device code. They are computed in double precision. */
#ifndef OFFLOAD_TCK_CUSOLVER_ROTATIONS_H
#define OFFLOAD_TCK_CUSOLVER_ROTATIONS_H

#include "collective.h"

/* Below this part of a matrix, elements are rounding errors of double precision: 2^-52. */
#define ROUNDING 2.220446049250313e-16

/* The columns p and q are replaced by c p - s phase q and s p + c phase q. */
template <class Wide> struct turn {
    double c;
    double s;
    Wide phase;
};

template <class Wide> DEVICE turn<Wide> no_turn() {
    return {1, 0, number<Wide>::of(1, 0)};
}

/* The length of a complex number, without overflow of its square. */
template <class Wide> DEVICE double modulus(Wide value) {
    double re = size(real_part(value));
    double im = size(imaginary_part(value));
    double larger = re > im ? re : im;
    double ratio = larger > 0 ? (re > im ? im : re) / larger : 0;
    return larger * square_root(1 + ratio * ratio);
}

/* Makes the matrix (p, z; conjugate(z), q) diagonal, by the smaller angle. z is not 0. */
template <class Wide> DEVICE turn<Wide> turn_of(double p, double q, Wide z) {
    double length = modulus(z);
    double cotangent = (q - p) / (2 * length);
    double root = square_root(1 + cotangent * cotangent);
    double tangent = 1 / (cotangent >= 0 ? cotangent + root : cotangent - root);
    double c = 1 / square_root(1 + tangent * tangent);
    return {c, tangent * c, scaled(1 / length, conjugate(z))};
}

template <class Wide> DEVICE void apply(const turn<Wide> &turn, Wide *p, Wide *q) {
    Wide first = *p;
    Wide second = turn.phase * *q;
    *p = scaled(turn.c, first) - scaled(turn.s, second);
    *q = scaled(turn.s, first) + scaled(turn.c, second);
}

/* Two columns, of which p is the first. */
struct pair {
    int64_t p;
    int64_t q;
};

/* The pairs of a round have no column in common, and those of all rounds are all pairs: a tournament in which the last
 * player stays. With an odd order, q of one pair is no column. */
DEVICE int64_t pairs_of(int64_t order) { return (order + 1) / 2; }
DEVICE int64_t rounds_of(int64_t order) { return 2 * pairs_of(order) - 1; }

DEVICE pair pair_of(int64_t order, int64_t round, int64_t number) {
    int64_t rounds = rounds_of(order);
    int64_t one = number == 0 ? rounds : (round + number) % rounds;
    int64_t other = (round - number + rounds) % rounds;
    return one < other ? pair{one, other} : pair{other, one};
}

/* The memory of a matrix that rotations are applied to. */
template <class Wide> struct workspace {
    Wide *matrix;
    Wide *vectors;      /* the product of all rotations */
    Wide *sums;
    turn<Wide> *turns;
    double *values;
    int64_t *order;     /* the columns in the order of their values */
};

/* Programs align a workspace to their numbers, which can be shorter. */
template <class Wide>
DEVICE workspace<Wide> workspace_at(uint64_t work, int64_t size, int64_t rows, int64_t columns) {
    workspace<Wide> at;
    at.matrix = (Wide *)((work + block_x() * size + 7) / 8 * 8);
    at.vectors = at.matrix + rows * columns;
    at.sums = at.vectors + columns * columns;
    at.turns = (turn<Wide> *)(at.sums + rows);
    at.values = (double *)(at.turns + pairs_of(columns));
    at.order = (int64_t *)(at.values + columns);
    return at;
}

template <class Wide> DEVICE void set_identity(Wide *matrix, int64_t order) {
    for (int64_t column = warp(); column < order; column += WARPS) {
        for (int64_t row = lane(); row < order; row += LANES) {
            matrix[row + column * order] = number<Wide>::of(row == column, 0);
        }
    }
}

/* Applies the rotations of a round to columns. */
template <class Wide>
DEVICE void turn_columns(Wide *matrix, int64_t rows, int64_t order, int64_t round, const turn<Wide> *turns) {
    for (int64_t each = warp(); each < pairs_of(order); each += WARPS) {
        pair at = pair_of(order, round, each);
        for (int64_t row = lane(); row < rows && at.q < order; row += LANES) {
            apply(turns[each], &matrix[row + at.p * rows], &matrix[row + at.q * rows]);
        }
    }
}

/* Sorts indices by their values. Values that are no numbers leave each index in range. */
DEVICE void sort(const double *values, int64_t *order, int64_t count, bool is_descending) {
    for (int64_t each = thread_x(); each < count; each += THREADS) {
        order[each] = each;
    }
    barrier();
    for (int64_t each = thread_x(); each < count; each += THREADS) {
        int64_t rank = 0;
        for (int64_t other = 0; other < count; other++) {
            bool is_before = is_descending ? values[other] > values[each] : values[other] < values[each];
            rank += is_before || (values[other] == values[each] && other < each);
        }
        order[rank] = each;
    }
    barrier();
}

DEVICE void write_outcome(const iteration &of, double residual, int64_t sweeps) {
    if (of.outcome != 0 && thread_x() == 0) {
        ((double *)of.outcome)[0] = residual;
        ((double *)of.outcome)[1] = (double)sweeps;
    }
}

DEVICE double limit_of(const iteration &of, double least) {
    return of.tolerance > least ? of.tolerance : least;
}

#endif
