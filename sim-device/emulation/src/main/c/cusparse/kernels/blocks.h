/* Sparse matrices of square blocks, in device code. */
#ifndef OFFLOAD_TCK_CUSPARSE_BLOCKS_H
#define OFFLOAD_TCK_CUSPARSE_BLOCKS_H

#include "numbers.h"

DEVICE int64_t value_place(const blocks &of, int64_t block, int64_t row, int64_t column) {
    return (block * of.size + (of.is_by_columns ? column : row)) * of.size + (of.is_by_columns ? row : column);
}

/* A thread computes an element of the result, whose terms it adds in the order of the blocks. */
template <class Number> DEVICE void multiply_blocks(const block_product &given) {
    const blocks &a = given.a;
    for (int64_t each = thread(); each < a.rows * a.size; each += threads()) {
        Number sum = number<Number>::of(0, 0);
        int64_t end = read(a.offsets, 0, each / a.size + 1);
        for (int64_t block = read(a.offsets, 0, each / a.size); block < end; block++) {
            const Number *x = (const Number *)given.x + read(a.columns, 0, block) * a.size;
            for (int64_t column = 0; column < a.size; column++) {
                sum = sum + ((const Number *)a.values)[value_place(a, block, each % a.size, column)] * x[column];
            }
        }
        Number *to = (Number *)given.y + each;
        *to = combined(given.alpha, sum, given.beta, to);
    }
}

/* The next column of blocks in which a row of blocks has an element, or -1. */
FUNCTION static int64_t next_block(const regrouping &given, int64_t block_row, int64_t last) {
    int64_t first = block_row * given.blocks.size;
    int64_t rows = first + given.blocks.size < given.elements.rows ? first + given.blocks.size : given.elements.rows;
    int64_t least = -1;
    for (int64_t at = read(given.elements.offsets, 0, first); at < read(given.elements.offsets, 0, rows); at++) {
        int64_t found = read(given.elements.columns, 0, at) / given.blocks.size;
        least = found > last && (least < 0 || found < least) ? found : least;
    }
    return least;
}

DEVICE void count_blocks(const regrouping &given) {
    int64_t *bounds = (int64_t *)given.bounds;
    for (int64_t row = thread(); row < given.blocks.rows; row += threads()) {
        int64_t count = 0;
        for (int64_t at = next_block(given, row, -1); at >= 0; at = next_block(given, row, at)) {
            count++;
        }
        bounds[row + 1] = count;
        if (row == 0) {
            bounds[0] = 0;
        }
    }
}

DEVICE void write_block_columns(const regrouping &given) {
    for (int64_t row = thread(); row < given.blocks.rows; row += threads()) {
        int64_t to = read(given.blocks.offsets, 0, row);
        for (int64_t at = next_block(given, row, -1); at >= 0; at = next_block(given, row, at)) {
            write(given.blocks.columns, 0, to++, at);
        }
    }
}

/* The row of blocks of a block. */
DEVICE int64_t block_row(const blocks &of, int64_t block) {
    entries rows = {};
    rows.offsets = of.offsets;
    rows.line_count = of.rows;
    return line(rows, 0, block);
}

/* A value of a block: that of the element, or 0. */
template <class Number> DEVICE Number value_at(const sparse &elements, int64_t row, int64_t column) {
    int64_t end = row < elements.rows ? read(elements.offsets, 0, row + 1) : 0;
    Number found = number<Number>::of(0, 0);
    for (int64_t at = end == 0 ? 0 : read(elements.offsets, 0, row); at < end; at++) {
        found = read(elements.columns, 0, at) == column ? value_of<Number>(elements, 0, at) : found;
    }
    return found;
}

template <class Number> DEVICE void write_block_values(const regrouping &given) {
    const blocks &to = given.blocks;
    int64_t count = to.size * to.size * read(to.offsets, 0, to.rows);
    for (int64_t each = thread(); each < count; each += threads()) {
        int64_t block = each / (to.size * to.size), within = each % (to.size * to.size);
        int64_t row = within / to.size, column = within % to.size;
        ((Number *)to.values)[value_place(to, block, row, column)] =
            value_at<Number>(given.elements, block_row(to, block) * to.size + row,
                             read(to.columns, 0, block) * to.size + column);
    }
}

/* The first place of a row of elements, each of which has those of all blocks of its row of blocks. */
DEVICE int64_t first_place(const blocks &from, int64_t row) {
    int64_t before = read(from.offsets, 0, row / from.size);
    int64_t own = row / from.size < from.rows ? read(from.offsets, 0, row / from.size + 1) - before : 0;
    return (before * from.size + row % from.size * own) * from.size;
}

DEVICE void write_element_offsets(const regrouping &given) {
    for (int64_t row = thread(); row <= given.elements.rows; row += threads()) {
        write(given.elements.offsets, 0, row, first_place(given.blocks, row));
    }
}

template <class Number> DEVICE void write_elements(const regrouping &given) {
    const blocks &from = given.blocks;
    for (int64_t each = thread(); each < from.count * from.size * from.size; each += threads()) {
        int64_t block = each / (from.size * from.size), within = each % (from.size * from.size);
        int64_t row = within / from.size, column = within % from.size;
        int64_t along = block_row(from, block);
        int64_t to = first_place(from, along * from.size + row) +
                     (block - read(from.offsets, 0, along)) * from.size + column;
        write(given.elements.columns, 0, to, read(from.columns, 0, block) * from.size + column);
        ((Number *)given.elements.values)[to] = ((const Number *)from.values)[value_place(from, block, row, column)];
    }
}

#endif
