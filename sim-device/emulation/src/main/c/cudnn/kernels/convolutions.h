/* Convolutions, in device code: correlations of which one factor is an image. */
#ifndef OFFLOAD_TCK_CUDNN_CONVOLUTIONS_KERNELS_H
#define OFFLOAD_TCK_CUDNN_CONVOLUTIONS_KERNELS_H

#include "../../mathematics/tiles.h"
#include "../convolution/correlation.h"
#include "functions.h"

/* A column of the right factor and of the result. */
struct column {
    int64_t outer;
    int64_t at[SPACE];
};

/* The indices in an image of an element by its number. */
DEVICE void find(const view &view, int64_t element, int64_t (&at)[SPACE]) {
#pragma unroll
    for (int each = SPACE - 1; each >= 0; each--) {
        at[each] = element % view.sizes[IMAGE + each];
        element /= view.sizes[IMAGE + each];
    }
}

DEVICE int64_t offset_of(const view &view, const int64_t (&at)[SPACE]) {
    return at[0] * view.steps[IMAGE] + at[1] * view.steps[IMAGE + 1] + at[2] * view.steps[IMAGE + 2];
}

DEVICE int64_t image_size(const view &view) {
    return view.sizes[IMAGE] * view.sizes[IMAGE + 1] * view.sizes[IMAGE + 2];
}

DEVICE column find_column(const correlation &correlation, int64_t number) {
    int64_t size = image_size(correlation.to);
    column column;
    column.outer = number / size;
    find(correlation.to, number % size, column.at);
    return column;
}

/* The offset in the image of the right factor; -1 outside. */
DEVICE int64_t source(const correlation &correlation, const column &column, const int64_t (&place)[SPACE]) {
    int64_t sum = 0;
#pragma unroll
    for (int each = 0; each < SPACE; each++) {
        int64_t scaled = column.at[each] * correlation.column_scales[each] +
                         place[each] * correlation.place_scales[each] - correlation.offsets[each];
        int64_t at = scaled / correlation.divisors[each];
        if (scaled < 0 || at * correlation.divisors[each] != scaled || at >= correlation.right.sizes[IMAGE + each]) {
            return -1;
        }
        sum += at * correlation.right.steps[IMAGE + each];
    }
    return sum;
}

DEVICE int64_t rows(const correlation &correlation) { return correlation.to.sizes[ROW]; }
DEVICE int64_t columns(const correlation &correlation) { return correlation.to.sizes[OUTER_INDEX] * image_size(correlation.to); }
DEVICE int64_t inners(const correlation &correlation) { return correlation.left.sizes[INNER]; }

template <class Number>
FUNCTION void finish(const correlation &correlation, int64_t group, int64_t row, int64_t number, Number sum) {
    column column = find_column(correlation, number);
    int64_t to = group * correlation.to.steps[GROUP] + row * correlation.to.steps[ROW] +
                 column.outer * correlation.to.steps[OUTER_INDEX] + offset_of(correlation.to, column.at);
    Number result = (Number)correlation.alpha * sum;
    if (correlation.beta != 0) {
        int64_t from = group * correlation.added.steps[GROUP] + row * correlation.added.steps[ROW] +
                       column.outer * correlation.added.steps[OUTER_INDEX] + offset_of(correlation.added, column.at);
        result += (Number)correlation.beta * fetch<Number>(correlation.added, from);
    }
    if (correlation.bias.data != 0) {
        result += fetch<Number>(correlation.bias, group * correlation.bias.steps[GROUP] + row * correlation.bias.steps[ROW]);
    }
    store(correlation.to, to, correlation.is_rectified && result < 0 ? 0 : result);
}

/* A thread for each element of the result. */
template <class Element, class Number> DEVICE void correlate_elements(const correlation &correlation) {
    int64_t places = image_size(correlation.left);
    int64_t width = columns(correlation);
    for (int64_t group = block_z(); group < correlation.to.sizes[GROUP]; group += blocks_z()) {
        for (int64_t each = thread(); each < rows(correlation) * width; each += threads()) {
            column column = find_column(correlation, each % width);
            const Element *left = (const Element *)correlation.left.data + group * correlation.left.steps[GROUP] +
                                  each / width * correlation.left.steps[ROW];
            const Element *right = (const Element *)correlation.right.data + group * correlation.right.steps[GROUP] +
                                   column.outer * correlation.right.steps[OUTER_INDEX];
            Number sum = 0;
            for (int64_t number = 0; number < places; number++) {
                int64_t place[SPACE];
                find(correlation.left, number, place);
                int64_t from = source(correlation, column, place);
                const Element *a = left + offset_of(correlation.left, place);
                const Element *b = right + from;
                for (int64_t inner = 0; from >= 0 && inner < inners(correlation); inner++) {
                    sum += widen(*a) * widen(*b);
                    a += correlation.left.steps[INNER];
                    b += correlation.right.steps[INNER];
                }
            }
            finish(correlation, group, each / width, each % width, sum);
        }
    }
}

/* A place of the image of the left factor, and where its elements lie. Most depths of a tile have the same one. */
struct cursor {
    int64_t number;
    int64_t left;
    int64_t from; /* in the right factor, or -1 */
};

DEVICE void move(const correlation &correlation, const column &column, bool is_column, int64_t number, cursor &cursor) {
    int64_t place[SPACE];
    find(correlation.left, number, place);
    cursor.number = number;
    cursor.left = offset_of(correlation.left, place);
    cursor.from = is_column ? source(correlation, column, place) : -1;
}

/* Loads tiles of the factors. A thread has a row of the left one, and a column of the right one. */
template <class Element, class Number>
DEVICE void load_tiles(const correlation &correlation, int64_t group, int64_t row, const column &column, bool is_column,
                       int64_t depth, cursor &cursor, Number (*a)[TILE], Number (*b)[TILE]) {
    const Element *left = (const Element *)correlation.left.data + group * correlation.left.steps[GROUP] +
                          row * correlation.left.steps[ROW];
    const Element *right = (const Element *)correlation.right.data + group * correlation.right.steps[GROUP] +
                           column.outer * correlation.right.steps[OUTER_INDEX];
    int64_t depths = image_size(correlation.left) * inners(correlation);
    bool is_row = row < rows(correlation);
#pragma unroll 1
    for (unsigned each = thread_x(); each < TILE * DEPTH; each += TILE_THREADS) {
        int64_t at = depth + each / TILE;
        int64_t number = at / inners(correlation);
        int64_t inner = at - number * inners(correlation);
        if (number != cursor.number) {
            move(correlation, column, is_column, number, cursor);
        }
        bool is_inside = at < depths;
        a[each / TILE][each % TILE] =
            is_row && is_inside ? widen(left[inner * correlation.left.steps[INNER] + cursor.left]) : 0;
        b[each / TILE][each % TILE] =
            is_inside && cursor.from >= 0 ? widen(right[inner * correlation.right.steps[INNER] + cursor.from]) : 0;
    }
}

/* Tiles of columns are the blocks' first dimension, since there can be many. */
template <class Element, class Number> DEVICE void correlate_tiles(const correlation &correlation) {
    SHARED Number a[DEPTH][TILE];
    SHARED Number b[DEPTH][TILE];
    int64_t depths = image_size(correlation.left) * inners(correlation);
    int64_t first_column = (int64_t)block_x() * TILE;
    int64_t first_row = (int64_t)block_y() * TILE;
    bool is_column = first_column + thread_x() % TILE < columns(correlation);
    column column = find_column(correlation, is_column ? first_column + thread_x() % TILE : 0);
    for (int64_t group = block_z(); group < correlation.to.sizes[GROUP]; group += blocks_z()) {
        Number sums[EACH][EACH] = {};
        cursor cursor = {-1, 0, -1};
#pragma unroll 1
        for (int64_t depth = 0; depth < depths; depth += DEPTH) {
            load_tiles<Element>(correlation, group, first_row + thread_x() % TILE, column, is_column, depth, cursor, a,
                                b);
            barrier();
            multiply_tiles(sums, a, b);
            barrier();
        }
#pragma unroll
        for (unsigned each = 0; each < EACH * EACH; each++) {
            int64_t row = first_row + thread_x() % SIDE + SIDE * (each / EACH);
            int64_t number = first_column + thread_x() / SIDE + SIDE * (each % EACH);
            if (row < rows(correlation) && number < columns(correlation)) {
                finish(correlation, group, row, number, sums[each / EACH][each % EACH]);
            }
        }
    }
}

/* The kernels for tensors of Element, which are computed with in Number. */
#define CONVOLUTIONS(name, Element, Number)                                                                            \
    KERNEL offload_tck_dnn_correlate_##name(correlation correlation) { correlate_elements<Element, Number>(correlation); } \
    KERNEL offload_tck_dnn_correlate_tiles_##name(correlation correlation) {                                           \
        correlate_tiles<Element, Number>(correlation);                                                                 \
    }

#endif
