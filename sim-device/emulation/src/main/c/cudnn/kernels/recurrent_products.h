/* Recurrent networks: what is computed for all steps at once, in device code. */
#ifndef OFFLOAD_TCK_CUDNN_RECURRENT_PRODUCTS_H
#define OFFLOAD_TCK_CUDNN_RECURRENT_PRODUCTS_H

#include "../recurrence/parameters.h"
#include "functions.h"

namespace recurrent {

DEVICE int64_t entry(uint64_t table, int64_t at) {
    return ((const int32_t *)table)[at];
}

/* Numbers the steps, and finds their rows and the steps before them. */
DEVICE void number_steps(const tables &tables) {
    for (int64_t each = thread(); each < tables.batch * tables.longest; each += threads()) {
        int64_t sequence = each / tables.longest;
        int64_t time = each % tables.longest;
        int64_t length = entry(tables.lengths, sequence);
        if (time >= length) {
            continue;
        }
        int32_t step = (int32_t)(entry(tables.firsts, sequence) + time);
        int32_t initial = (int32_t)(-1 - sequence);
        ((int32_t *)tables.rows)[step] = (int32_t)(entry(tables.starts, time) + sequence * tables.stride);
        ((int32_t *)tables.before[0])[step] = time == 0 ? initial : step - 1;
        ((int32_t *)tables.before[1])[step] = time == length - 1 ? initial : step + 1;
    }
}

template <class Element> DEVICE void pad(const sequence_padding &padding) {
    int64_t longest = padding.tables.longest;
    int64_t count = padding.tables.batch * longest * padding.width;
    for (int64_t each = thread(); each < count; each += threads()) {
        int64_t sequence = each / padding.width / longest;
        int64_t time = each / padding.width % longest;
        if (time >= entry(padding.tables.lengths, sequence)) {
            int64_t row = entry(padding.tables.starts, time) + sequence * padding.tables.stride;
            ((Element *)padding.to)[row * padding.width + each % padding.width] = *(const Element *)&padding.value;
        }
    }
}

template <class Element, class Number> DEVICE Number read(const lines &lines, uint64_t data, int64_t at) {
    if (lines.is_wide) {
        return ((const Number *)data)[at];
    }
    return widen(((const Element *)data)[at]);
}

/* The address of a row; 0 for zeros. */
template <class Element, class Number> DEVICE uint64_t find_line(const lines &lines, int64_t row) {
    int64_t size = lines.is_wide ? sizeof(Number) : sizeof(Element);
    if (lines.before != 0) {
        row = entry(lines.before, row);
    }
    if (row < 0) {
        return lines.initial == 0 ? 0 : lines.initial + (uint64_t)((-1 - row) * lines.initial_stride * size);
    }
    row = lines.rows == 0 ? row : entry(lines.rows, row);
    return lines.data + (uint64_t)(row * lines.stride * size);
}

template <class Element, class Number> DEVICE Number read_line(const lines &lines, int64_t row, int64_t column) {
    uint64_t line = find_line<Element, Number>(lines, row);
    return line == 0 ? 0 : read<Element, Number>(lines, line, column);
}

/* A block of 16 x 16 threads computes a tile of a product, each thread an element in every 16th row and column: 2 of a small
 * tile, 4 of a large one. */
enum { SIDE = 16, DEPTH = 16 };

template <int each> struct tile {
    static constexpr int edge = SIDE * each;
    static constexpr int stride = edge + 1;
};

/* The rows of a factor that a thread loads at all depths. */
template <int each, class Element, class Number>
DEVICE void find_lines(const lines &factor, int64_t first, int64_t count, uint64_t (&lines)[each]) {
#pragma unroll
    for (int part = 0; part < each; part++) {
        int64_t row = first + thread_x() / SIDE + SIDE * part;
        lines[part] = row < count && !factor.is_deep ? find_line<Element, Number>(factor, row) : 0;
    }
}

/* Loads a tile of a factor whose rows are summed over. */
template <int each, class Element, class Number>
DEVICE void load_deep(const lines &factor, int64_t first, int64_t count, int64_t depth, int64_t depths, Number *to) {
    int64_t across = thread_x() % tile<each>::edge;
#pragma unroll
    for (int part = 0; part < each; part++) {
        int64_t down = thread_x() / tile<each>::edge + THREADS / tile<each>::edge * part;
        bool is_inside = first + across < count && depth + down < depths;
        to[down * tile<each>::stride + across] =
            is_inside ? read_line<Element, Number>(factor, depth + down, first + across) : 0;
    }
}

template <int each, class Element, class Number>
DEVICE void load_tile(const lines &factor, const uint64_t (&lines)[each], int64_t first, int64_t count, int64_t depth,
                      int64_t depths, Number *to) {
    if (factor.is_deep) {
        load_deep<each, Element>(factor, first, count, depth, depths, to);
        return;
    }
    int64_t down = thread_x() % SIDE;
    int64_t at = depth + down;
#pragma unroll
    for (int part = 0; part < each; part++) {
        to[down * tile<each>::stride + thread_x() / SIDE + SIDE * part] =
            lines[part] != 0 && at < depths ? read<Element, Number>(factor, lines[part], at) : 0;
    }
}

template <class Element, class Number>
DEVICE void finish(const multiplication &product, int64_t row, int64_t column, Number sum) {
    if (row >= product.rows || column >= product.columns) {
        return;
    }
    if (product.extra.data != 0) {
        sum += read_line<Element, Number>(product.extra, row, column % product.extra_width);
    }
    sum += product.bias == 0 ? 0 : widen(((const Element *)product.bias)[column]);
    if (product.second_bias != 0 && column < product.second_count) {
        sum += widen(((const Element *)product.second_bias)[column]);
    }
    int64_t line = product.to.rows == 0 ? row : entry(product.to.rows, row);
    int64_t at = line * product.to.stride + column;
    sum += product.adds ? read<Element, Number>(product.to, product.to.data, at) : 0;
    if (product.to.is_wide) {
        ((Number *)product.to.data)[at] = sum;
    } else {
        ((Element *)product.to.data)[at] = narrow<Element>::of(sum);
    }
}

template <int each, class Number> DEVICE void add_tiles(Number (&sums)[each][each], const Number *a, const Number *b) {
    a += thread_x() / SIDE;
    b += thread_x() % SIDE;
#pragma unroll 1
    for (unsigned at = 0; at < DEPTH; at++) {
        Number rows[each];
        Number columns[each];
#pragma unroll
        for (int part = 0; part < each; part++) {
            rows[part] = a[SIDE * part];
            columns[part] = b[SIDE * part];
        }
#pragma unroll
        for (int part = 0; part < each * each; part++) {
            Number &sum = sums[part / each][part % each];
            sum = fused(rows[part / each], columns[part % each], sum);
        }
        a += tile<each>::stride;
        b += tile<each>::stride;
    }
}

template <int each, class Element, class Number> DEVICE void multiply(const multiplication &product) {
    SHARED Number a[DEPTH * tile<each>::stride];
    SHARED Number b[DEPTH * tile<each>::stride];
    Number sums[each][each] = {};
    int64_t row = (int64_t)block_x() * tile<each>::edge;
    int64_t column = (int64_t)block_y() * tile<each>::edge;
#pragma unroll 1
    for (int64_t term = 0; term < product.terms; term++) {
        uint64_t rows[each];
        uint64_t columns[each];
        find_lines<each, Element, Number>(product.a[term], row, product.rows, rows);
        find_lines<each, Element, Number>(product.b[term], column, product.columns, columns);
#pragma unroll 1
        for (int64_t depth = 0; depth < product.depth; depth += DEPTH) {
            load_tile<each, Element>(product.a[term], rows, row, product.rows, depth, product.depth, a);
            load_tile<each, Element>(product.b[term], columns, column, product.columns, depth, product.depth, b);
            barrier();
            add_tiles(sums, a, b);
            barrier();
        }
    }
#pragma unroll
    for (int part = 0; part < each * each; part++) {
        finish<Element, Number>(product, row + thread_x() / SIDE + SIDE * (part / each),
                                column + thread_x() % SIDE + SIDE * (part % each), sums[part / each][part % each]);
    }
}

template <class Element, class Number> DEVICE void add_totals(const totals &totals) {
    for (int64_t column = thread(); column < totals.columns; column += threads()) {
        Element *to = (Element *)totals.to + column;
        Number sum = 0;
        for (int64_t row = 0; row < totals.rows; row++) {
            sum += ((const Number *)totals.from)[row * totals.columns + column];
        }
        *to = narrow<Element>::of(totals.adds ? widen(*to) + sum : sum);
    }
}

template <class Element, class Number> DEVICE void fold_gates(const fold &fold) {
    for (int64_t each = thread(); each < fold.rows * fold.columns; each += threads()) {
        int64_t row = each / fold.columns;
        int64_t column = each % fold.columns;
        Number sum = 0;
        for (int64_t direction = 0; direction < fold.directions; direction++) {
            const Number *gates = (const Number *)fold.gates[direction] + row * fold.gate_count * fold.columns + column;
            for (int64_t gate = 0; gate < fold.gate_count; gate++) {
                sum += gates[gate * fold.columns];
            }
        }
        int64_t line = fold.to.rows == 0 ? row : entry(fold.to.rows, row);
        ((Element *)fold.to.data)[line * fold.to.stride + column] = narrow<Element>::of(sum);
    }
}

} // namespace recurrent

#endif
