/* Factors of symmetric matrices with a diagonal of blocks, A = L D L^T, by the pivots of Bunch and Kaufman (Golub and Van Loan,
 * "Matrix Computations", 4.4.5; pivots are stored as LAPACK's sytf2 stores them), in device code. */
#ifndef OFFLOAD_TCK_CUSOLVER_DIAGONALS_H
#define OFFLOAD_TCK_CUSOLVER_DIAGONALS_H

#include "collective.h"

/* (1 + sqrt(17)) / 8, which bounds the growth of elements. */
#define BUNCH_KAUFMAN 0.6403882032022076

/* A lower triangle. An upper one is a lower one that is read from its end. */
template <class Number> struct half_matrix {
    Number *data;
    int64_t row;
    int64_t column;
    int64_t order;
};

template <class Number> DEVICE Number &element_at(const half_matrix<Number> &of, int64_t row, int64_t column) {
    return of.data[row * of.row + column * of.column];
}

/* The largest element of a row and column of the symmetric matrix from `first` on, except the diagonal. */
template <class Number> DEVICE entry largest_beside(const half_matrix<Number> &of, int64_t first, int64_t at) {
    entry own = {-1, 0};
    for (int64_t each = first + thread_x(); each < of.order; each += THREADS) {
        double found = each == at ? -1 : size(each < at ? element_at(of, at, each) : element_at(of, each, at));
        own = found > own.size ? entry{found, each} : own;
    }
    return largest_of(own);
}

/* A diagonal block of `size` rows from `at` on, for which the rows `other` and the last one of the block are exchanged. */
struct block_pivot {
    int64_t other;
    int64_t size;
};

template <class Number> DEVICE block_pivot find_block(const half_matrix<Number> &of, int64_t at) {
    entry column = largest_beside(of, at, at);
    double diagonal = size(element_at(of, at, at));
    if (column.size <= 0 || diagonal >= BUNCH_KAUFMAN * column.size) {
        return {at, 1};
    }
    double row = largest_beside(of, at, column.index).size;
    if (diagonal >= BUNCH_KAUFMAN * column.size * (column.size / row)) {
        return {at, 1};
    }
    bool is_large = size(element_at(of, column.index, column.index)) >= BUNCH_KAUFMAN * row;
    return {column.index, is_large ? 1 : 2};
}

/* Exchanges two rows and columns of the rest of a symmetric matrix, first < second. */
template <class Number>
DEVICE void exchange_both(const half_matrix<Number> &of, int64_t start, int64_t first, int64_t second) {
    for (int64_t each = start + thread_x(); each < of.order; each += THREADS) {
        if (each < first) {
            exchange(&element_at(of, first, each), &element_at(of, second, each));
        } else if (each == first) {
            exchange(&element_at(of, first, first), &element_at(of, second, second));
        } else if (each < second) {
            exchange(&element_at(of, each, first), &element_at(of, second, each));
        } else if (each > second) {
            exchange(&element_at(of, each, first), &element_at(of, each, second));
        }
    }
    barrier();
}

/* Two numbers, or one, times the inverse of a block. */
template <class Number> struct row_part {
    Number first;
    Number second;
};

/* The elements of a block of two rows are divided by that beside the diagonal, which is the largest. */
template <class Number>
DEVICE row_part<Number> divided(const half_matrix<Number> &of, int64_t at, int64_t size, Number first, Number second) {
    if (size == 1) {
        return {first / element_at(of, at, at), number<Number>::of(0, 0)};
    }
    Number beside = element_at(of, at + 1, at);
    Number top = element_at(of, at, at) / beside;
    Number bottom = element_at(of, at + 1, at + 1) / beside;
    Number divisor = (top * bottom - number<Number>::of(1, 0)) * beside;
    return {(bottom * first - second) / divisor, (top * second - first) / divisor};
}

template <class Number>
DEVICE row_part<Number> divided_row(const half_matrix<Number> &of, int64_t at, int64_t size, int64_t row) {
    return divided(of, at, size, element_at(of, row, at), element_at(of, row, at + size - 1));
}

/* Subtracts the block's part from the rest, and replaces the block's columns by those of L. */
template <class Number> DEVICE void eliminate_block(const half_matrix<Number> &of, int64_t at, int64_t size) {
    int64_t rest = at + size;
    for (int64_t column = rest + warp(); column < of.order; column += WARPS) {
        row_part<Number> part = divided_row(of, at, size, column);
        for (int64_t row = column + lane(); row < of.order; row += LANES) {
            Number sum = element_at(of, row, at) * part.first;
            sum = size == 1 ? sum : sum + element_at(of, row, at + 1) * part.second;
            element_at(of, row, column) = element_at(of, row, column) - sum;
        }
    }
    barrier();
    for (int64_t row = rest + thread_x(); row < of.order; row += THREADS) {
        row_part<Number> part = divided_row(of, at, size, row);
        element_at(of, row, at) = part.first;
        if (size == 2) {
            element_at(of, row, at + 1) = part.second;
        }
    }
    barrier();
}

/* Both rows of a block of two have the exchanged one, negative. */
DEVICE void set_block_pivot(const triangles &of, int64_t at, block_pivot pivot) {
    for (int64_t each = at; each < at + pivot.size && of.pivots != 0 && thread_x() == 0; each++) {
        int64_t other = of.is_upper ? of.rows - pivot.other : pivot.other + 1;
        ((int32_t *)of.pivots)[of.is_upper ? of.rows - 1 - each : each] = (int32_t)(pivot.size == 1 ? other : -other);
    }
}

template <class Number> DEVICE half_matrix<Number> half_of(const triangles &of) {
    Number *a = matrix_of<Number>(of.a);
    int64_t lead = of.a.lead;
    if (of.is_upper) {
        return {a + (of.rows - 1) * (lead + 1), -1, -lead, of.rows};
    }
    return {a, 1, lead, of.rows};
}

/* The result is the first block of D that is 0. */
template <class Number> DEVICE void sytrf(const triangles &of) {
    half_matrix<Number> half = half_of<Number>(of);
    int64_t info = 0;
    for (int64_t at = 0; at < of.rows;) {
        block_pivot pivot = {at, 1};
        if (of.pivots != 0) {
            pivot = find_block(half, at);
            barrier();
            set_block_pivot(of, at, pivot);
        }
        int64_t last = at + pivot.size - 1;
        if (pivot.other != last) {
            exchange_both(half, at, last, pivot.other);
        }
        if (pivot.size == 2 || !is_zero(element_at(half, at, at))) {
            eliminate_block(half, at, pivot.size);
        } else if (info == 0) {
            info = of.is_upper ? of.rows - at : at + 1;
        }
        at += pivot.size;
    }
    report(of.info, info);
}

/* The block to which a row belongs, as sytrf has stored it. */
DEVICE block_pivot block_of(const triangles &of, int64_t at) {
    int64_t pivot = ((const int64_t *)of.pivots)[of.is_upper ? of.rows - 1 - at : at];
    int64_t other = pivot < 0 ? -pivot : pivot;
    return {of.is_upper ? of.rows - other : other - 1, pivot < 0 ? 2 : 1};
}

/* Solves L D for a column, block by block. A column of b is read in the direction of the matrix. */
template <class Number>
DEVICE void solve_forward(const triangles &of, const half_matrix<Number> &half, Number *b, int64_t step) {
    for (int64_t at = 0; at < of.rows;) {
        block_pivot block = block_of(of, at);
        int64_t rest = at + block.size;
        exchange(&b[(rest - 1) * step], &b[block.other * step]);
        for (int64_t row = rest; row < of.rows; row++) {
            for (int64_t column = at; column < rest; column++) {
                b[row * step] = b[row * step] - element_at(half, row, column) * b[column * step];
            }
        }
        Number second = block.size == 2 ? b[(at + 1) * step] : b[at * step];
        row_part<Number> part = divided(half, at, block.size, b[at * step], second);
        b[at * step] = part.first;
        if (block.size == 2) {
            b[(at + 1) * step] = part.second;
        }
        at = rest;
    }
}

/* Solves L^T for a column. */
template <class Number>
DEVICE void solve_backward(const triangles &of, const half_matrix<Number> &half, Number *b, int64_t step) {
    for (int64_t end = of.rows; end > 0;) {
        block_pivot block = block_of(of, end - 1);
        int64_t at = end - block.size;
        for (int64_t column = at; column < end; column++) {
            for (int64_t row = end; row < of.rows; row++) {
                b[column * step] = b[column * step] - element_at(half, row, column) * b[row * step];
            }
        }
        exchange(&b[(end - 1) * step], &b[block.other * step]);
        end = at;
    }
}

/* b = inverse(L D L^T) b, with a thread for a column. */
template <class Number> DEVICE void sytrs(const triangles &of) {
    half_matrix<Number> half = half_of<Number>(of);
    int64_t step = of.is_upper ? -1 : 1;
    for (int64_t column = thread_x(); column < of.sides && of.rows > 0; column += THREADS) {
        Number *b = matrix_of<Number>(of.b) + column * of.b.lead + (of.is_upper ? of.rows - 1 : 0);
        solve_forward(of, half, b, step);
        solve_backward(of, half, b, step);
    }
    report(of.info, 0);
}

#endif
