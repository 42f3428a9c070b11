/* Products and solutions of systems of equations, in device code. */
#ifndef OFFLOAD_TCK_CUSPARSE_PRODUCTS_H
#define OFFLOAD_TCK_CUSPARSE_PRODUCTS_H

#include "numbers.h"

/* A thread computes an element of the result, whose terms it adds in the order of the row. */
template <class Number> DEVICE void multiply(const product &product, int64_t batch, int64_t row, int64_t column) {
    Number sum = number<Number>::of(0, 0);
    int64_t end = read(product.a.offsets, batch, row + 1);
    for (int64_t at = read(product.a.offsets, batch, row); at < end; at++) {
        int64_t each = element_at(product.a, batch, at);
        int64_t other = read(product.a.columns, batch, each);
        sum = sum + value_of<Number>(product.a, batch, each) * element<Number>(product.b, batch, other, column);
    }
    Number *to = place<Number>(product.c, batch, row, column);
    *to = combined(product.alpha, sum, product.beta, to);
}

template <class Number> DEVICE void multiply_all(const product &product) {
    for (int64_t batch = block_z(); batch < product.batches; batch += blocks_z()) {
        for (int64_t each = thread(); each < product.a.rows * product.columns; each += threads()) {
            multiply<Number>(product, batch, each % product.a.rows, each / product.a.rows);
        }
    }
}

/* A thread solves for a column: forwards for a lower matrix, backwards for an upper one. */
template <class Number> DEVICE void solve_column(const solve &solve, int64_t column) {
    for (int64_t step = 0; step < solve.a.rows; step++) {
        int64_t row = solve.is_lower ? step : solve.a.rows - 1 - step;
        Number rest = value<Number>(solve.alpha) * element<Number>(solve.b, 0, row, column);
        Number diagonal = number<Number>::of(0, 0);
        int64_t end = read(solve.a.offsets, 0, row + 1);
        for (int64_t at = read(solve.a.offsets, 0, row); at < end; at++) {
            int64_t each = element_at(solve.a, 0, at);
            int64_t other = read(solve.a.columns, 0, each);
            if (other == row) {
                diagonal = diagonal + value_of<Number>(solve.a, 0, each);
            } else if ((other < row) == (solve.is_lower != 0)) {
                rest = rest - value_of<Number>(solve.a, 0, each) * *place<Number>(solve.c, 0, other, column);
            }
        }
        *place<Number>(solve.c, 0, row, column) = solve.has_unit_diagonal ? rest : rest / diagonal;
    }
}

template <class Number> DEVICE void solve_columns(const solve &solve) {
    for (int64_t each = thread(); each < solve.columns; each += threads()) {
        solve_column<Number>(solve, each);
    }
}

/* A thread computes a stored element of the result. */
template <class Number> DEVICE void sample(const sampled &sampled) {
    for (int64_t batch = block_z(); batch < sampled.batches; batch += blocks_z()) {
        for (int64_t each = thread(); each < sampled.c.count; each += threads()) {
            position at = position_of(sampled.c, batch, each);
            Number sum = number<Number>::of(0, 0);
            for (int64_t k = 0; k < sampled.depth; k++) {
                sum = sum + element<Number>(sampled.a, batch, at.row, k) * element<Number>(sampled.b, batch, k, at.column);
            }
            Number *to = (Number *)sampled.c.values + batch * sampled.c.batch + each;
            *to = combined(sampled.alpha, sum, sampled.beta, to);
        }
    }
}

/* The least column of a row that is greater than `last`, or `least`. */
FUNCTION static int64_t next_column(const sparse &matrix, int64_t row, int64_t last, int64_t least) {
    if (matrix.offsets.data == 0) {
        return least;
    }
    int64_t end = read(matrix.offsets, 0, row + 1);
    for (int64_t at = read(matrix.offsets, 0, row); at < end; at++) {
        int64_t found = read(matrix.columns, 0, element_at(matrix, 0, at));
        least = found > last && (least < 0 || found < least) ? found : least;
    }
    return least;
}

/* The next column of a row of the result, or -1. The rows of the factors need no order. */
FUNCTION static int64_t next_of_result(const combination &given, int64_t row, int64_t last) {
    if (!given.is_product) {
        return next_column(given.b, row, last, next_column(given.a, row, last, -1));
    }
    int64_t least = -1;
    int64_t end = read(given.a.offsets, 0, row + 1);
    for (int64_t at = read(given.a.offsets, 0, row); at < end; at++) {
        least = next_column(given.b, read(given.a.columns, 0, element_at(given.a, 0, at)), last, least);
    }
    return next_column(given.d, row, last, least);
}

template <class Number> FUNCTION Number find(const sparse &matrix, int64_t row, int64_t column) {
    Number sum = number<Number>::of(0, 0);
    if (matrix.offsets.data == 0) {
        return sum;
    }
    int64_t end = read(matrix.offsets, 0, row + 1);
    for (int64_t at = read(matrix.offsets, 0, row); at < end; at++) {
        int64_t each = element_at(matrix, 0, at);
        if (read(matrix.columns, 0, each) == column) {
            sum = sum + value_of<Number>(matrix, 0, each);
        }
    }
    return sum;
}

/* An element of the product, whose terms are added in the order of the row of the first factor. */
template <class Number> FUNCTION Number product_at(const combination &given, int64_t row, int64_t column) {
    Number sum = number<Number>::of(0, 0);
    int64_t end = read(given.a.offsets, 0, row + 1);
    for (int64_t at = read(given.a.offsets, 0, row); at < end; at++) {
        int64_t each = element_at(given.a, 0, at);
        int64_t other = read(given.a.columns, 0, each);
        sum = sum + value_of<Number>(given.a, 0, each) * find<Number>(given.b, other, column);
    }
    return sum;
}

/* The elements of each row of the result. */
DEVICE void count_result(const combination &given) {
    int64_t *bounds = (int64_t *)given.bounds;
    for (int64_t row = thread(); row < given.a.rows; row += threads()) {
        int64_t count = 0;
        for (int64_t at = next_of_result(given, row, -1); at >= 0; at = next_of_result(given, row, at)) {
            count++;
        }
        bounds[row + 1] = count;
        if (row == 0) {
            bounds[0] = 0;
        }
    }
}

/* An element of the result, whose earlier value is at `earlier`. */
template <class Number> DEVICE Number combined_at(const combination &given, int64_t row, int64_t column, Number *earlier) {
    if (given.is_product && given.d.offsets.data == 0) {
        return combined(given.alpha, product_at<Number>(given, row, column), given.beta, earlier);
    }
    Number first = given.is_product ? product_at<Number>(given, row, column) : find<Number>(given.a, row, column);
    const sparse &other = given.is_product ? given.d : given.b;
    return value<Number>(given.alpha) * first + value<Number>(given.beta) * find<Number>(other, row, column);
}

/* Writes the rows of the result, by columns. */
template <class Number> DEVICE void combine(const combination &given) {
    for (int64_t row = thread(); row < given.a.rows; row += threads()) {
        int64_t to = read(given.to.offsets, 0, row);
        for (int64_t at = next_of_result(given, row, -1); at >= 0; at = next_of_result(given, row, at)) {
            Number *result = (Number *)given.to.values + to;
            write(given.to.others, 0, to, at);
            *result = combined_at(given, row, at, result);
            to++;
        }
    }
}

template <class Number> DEVICE void scale(const vectors &vectors) {
    Number beta = value<Number>(vectors.beta);
    for (int64_t each = thread(); each < vectors.size; each += threads()) {
        Number *at = (Number *)vectors.y + each;
        *at = is_zero(beta) ? beta : beta * *at;
    }
}

template <class Number> DEVICE void add(const vectors &vectors) {
    for (int64_t each = thread(); each < vectors.count; each += threads()) {
        Number *at = (Number *)vectors.y + read(vectors.indices, 0, each);
        *at = *at + value<Number>(vectors.alpha) * ((const Number *)vectors.x)[each];
    }
}

template <class Number> DEVICE void gather(const vectors &vectors) {
    for (int64_t each = thread(); each < vectors.count; each += threads()) {
        ((Number *)vectors.x)[each] = ((const Number *)vectors.y)[read(vectors.indices, 0, each)];
    }
}

template <class Number> DEVICE void scatter(const vectors &vectors) {
    for (int64_t each = thread(); each < vectors.count; each += threads()) {
        ((Number *)vectors.y)[read(vectors.indices, 0, each)] = ((const Number *)vectors.x)[each];
    }
}

template <class Number> DEVICE void rotate(const vectors &vectors) {
    Number cosine = value<Number>(vectors.alpha), sine = value<Number>(vectors.beta);
    for (int64_t each = thread(); each < vectors.count; each += threads()) {
        Number *x = (Number *)vectors.x + each;
        Number *y = (Number *)vectors.y + read(vectors.indices, 0, each);
        Number before = *x;
        *x = cosine * before + sine * *y;
        *y = cosine * *y - sine * before;
    }
}

/* A product of vectors, in one block. */
template <class Number> DEVICE void dot(const vectors &vectors) {
    SHARED Number sums[BLOCK];
    Number sum = number<Number>::of(0, 0);
    for (int64_t each = thread_x(); each < vectors.count; each += BLOCK) {
        Number x = ((const Number *)vectors.x)[each];
        sum = sum + (vectors.is_conjugate ? conjugate(x) : x) * ((const Number *)vectors.y)[read(vectors.indices, 0, each)];
    }
    sums[thread_x()] = sum;
    for (unsigned half = BLOCK / 2; half > 0; half /= 2) {
        barrier();
        if (thread_x() < half) {
            sums[thread_x()] = sums[thread_x()] + sums[thread_x() + half];
        }
    }
    if (thread_x() == 0) {
        *(Number *)vectors.result = sums[0];
    }
}

#endif
