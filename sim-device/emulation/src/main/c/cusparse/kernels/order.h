/* The order of the elements of sparse matrices, and other conversions, in device code. */
#ifndef OFFLOAD_TCK_CUSPARSE_ORDER_H
#define OFFLOAD_TCK_CUSPARSE_ORDER_H

#include "numbers.h"

/* The keys of all elements, which are in the order of the matrix. The batch is that of the first layer. */
DEVICE void write_keys(const sorting &sorting) {
    for (int64_t each = thread(); each < sorting.entries.count; each += threads()) {
        int64_t along = line(sorting.entries, 0, each);
        int64_t other = read(sorting.entries.others, 0, each);
        ((int64_t *)sorting.keys)[each] = sorting.is_by_line ? along : other;
        ((int64_t *)sorting.others)[each] = sorting.is_by_line ? other : along;
        ((int64_t *)sorting.from)[each] = each;
    }
}

DEVICE bool is_before(const sorting &sorting, int64_t a, int64_t b) {
    const int64_t *keys = (const int64_t *)sorting.keys;
    const int64_t *others = (const int64_t *)sorting.others;
    return keys[a] != keys[b] ? keys[a] < keys[b] : sorting.is_by_both && others[a] < others[b];
}

/* Whether the run that begins there is in order with the run before it. */
DEVICE bool follows(const sorting &sorting, const int64_t *from, int64_t start) {
    return start >= sorting.entries.count || !is_before(sorting, from[start], from[start - 1]);
}

/* A pass of a merge sort, which keeps the order of equal elements: each thread finds the place of an element. Most programs
 * have their elements in order, and then nothing is searched. */
DEVICE void merge_runs(const sorting &sorting) {
    const int64_t *from = (const int64_t *)sorting.from;
    int64_t count = sorting.entries.count;
    for (int64_t each = thread(); each < count; each += threads()) {
        int64_t run = each / sorting.width;
        bool is_second = run % 2 != 0;
        if (follows(sorting, from, (run + !is_second) * sorting.width)) {
            ((int64_t *)sorting.to)[each] = from[each];
            continue;
        }
        int64_t start = (is_second ? run - 1 : run + 1) * sorting.width;
        int64_t low = start;
        for (int64_t high = start + sorting.width < count ? start + sorting.width : count; low < high;) {
            int64_t middle = low + (high - low) / 2;
            bool is_passed = is_second ? !is_before(sorting, from[each], from[middle])
                                       : is_before(sorting, from[middle], from[each]);
            low = is_passed ? middle + 1 : low;
            high = is_passed ? high : middle;
        }
        int64_t own = each - run * sorting.width;
        ((int64_t *)sorting.to)[(run - is_second) * sorting.width + own + (low - start)] = from[each];
    }
}

/* The places at which the keys are less than `key`. */
template <class Key> DEVICE int64_t places_before(int64_t count, int64_t key, Key key_at) {
    int64_t low = 0;
    for (int64_t high = count; low < high;) {
        int64_t middle = low + (high - low) / 2;
        bool is_passed = key_at(middle) < key;
        low = is_passed ? middle + 1 : low;
        high = is_passed ? high : middle;
    }
    return low;
}

/* The first place of each key. */
DEVICE void find_bounds(const sorting &sorting) {
    const int64_t *from = (const int64_t *)sorting.from;
    const int64_t *keys = (const int64_t *)sorting.keys;
    auto key_at = [=](int64_t place) { return keys[from[place]]; };
    for (int64_t each = thread(); each <= sorting.lines; each += threads()) {
        ((int64_t *)sorting.bounds)[each] = places_before(sorting.entries.count, each, key_at);
    }
}

/* The offsets of the lines of elements that lie in their order. */
DEVICE void write_offsets(const sorting &sorting) {
    const indices &lines = sorting.entries.lines;
    auto key_at = [&](int64_t place) { return read(lines, 0, place); };
    for (int64_t each = thread(); each <= sorting.lines; each += threads()) {
        write(sorting.entries.others, 0, each, places_before(sorting.entries.count, each, key_at));
    }
}

DEVICE void move_indices(const movement &movement) {
    for (int64_t each = thread(); each < movement.count; each += threads()) {
        int64_t from = movement.order == 0 ? each : ((const int64_t *)movement.order)[each];
        write(movement.to, 0, each, movement.from.data == 0 ? from : read(movement.from, 0, from));
    }
}

template <class Number> DEVICE void move_values(const movement &movement) {
    for (int64_t each = thread(); each < movement.count; each += threads()) {
        int64_t from = ((const int64_t *)movement.order)[each];
        ((Number *)movement.to.data)[each] = ((const Number *)movement.from.data)[from];
    }
}

/* The line of each element. */
DEVICE void write_lines(const sorting &sorting) {
    for (int64_t each = thread(); each < sorting.entries.count; each += threads()) {
        write(sorting.entries.lines, 0, each, line(sorting.entries, 0, each));
    }
}

/* Adds up counts in one block: each thread a part of them, whose start it learns from the parts before. */
DEVICE void sum_counts(const conversion &conversion) {
    SHARED int64_t sums[BLOCK];
    int64_t *bounds = (int64_t *)conversion.bounds;
    int64_t part = (conversion.length + BLOCK) / BLOCK;
    int64_t start = thread_x() * part;
    int64_t end = start + part < conversion.length + 1 ? start + part : conversion.length + 1;
    int64_t sum = 0;
    for (int64_t each = start; each < end; each++) {
        sum += bounds[each];
    }
    sums[thread_x()] = sum;
    barrier();
    sum = 0;
    for (unsigned before = 0; before < thread_x(); before++) {
        sum += sums[before];
    }
    for (int64_t each = start; each < end; each++) {
        sum += bounds[each];
        bounds[each] = sum;
    }
}

template <class Number> DEVICE Number dense_element(const conversion &conversion, int64_t along, int64_t other) {
    return conversion.entries.is_by_columns ? element<Number>(conversion.dense, 0, other, along)
                                            : element<Number>(conversion.dense, 0, along, other);
}

/* The elements of each line that are not 0. */
template <class Number> DEVICE void count_elements(const conversion &conversion) {
    int64_t *bounds = (int64_t *)conversion.bounds;
    for (int64_t each = thread(); each < conversion.entries.line_count; each += threads()) {
        int64_t count = 0;
        for (int64_t other = 0; other < conversion.length; other++) {
            count += !is_zero(dense_element<Number>(conversion, each, other));
        }
        bounds[each + 1] = count;
        if (each == 0) {
            bounds[0] = 0;
        }
    }
}

template <class Number> DEVICE void compress(const conversion &conversion) {
    const int64_t *bounds = (const int64_t *)conversion.bounds;
    for (int64_t each = thread(); each < conversion.entries.line_count; each += threads()) {
        int64_t to = bounds[each];
        for (int64_t other = 0; other < conversion.length; other++) {
            Number found = dense_element<Number>(conversion, each, other);
            if (!is_zero(found)) {
                write(conversion.entries.others, 0, to, other);
                ((Number *)conversion.entries.values)[to] = found;
                if (conversion.entries.offsets.data == 0) {
                    write(conversion.entries.lines, 0, to, each);
                }
                to++;
            }
        }
    }
}

/* Sets the elements of a dense matrix that a sparse one has. The others were set to 0 before. */
template <class Number> DEVICE void expand(const conversion &conversion) {
    for (int64_t each = thread(); each < conversion.entries.count; each += threads()) {
        position at = position_of(conversion.entries, 0, each);
        *place<Number>(conversion.dense, 0, at.row, at.column) = ((const Number *)conversion.entries.values)[each];
    }
}

template <class Number> DEVICE void clear(const conversion &conversion) {
    for (int64_t each = thread(); each < conversion.entries.line_count * conversion.length; each += threads()) {
        int64_t along = each / conversion.length, other = each % conversion.length;
        bool is_by_columns = conversion.entries.is_by_columns != 0;
        *place<Number>(conversion.dense, 0, is_by_columns ? other : along, is_by_columns ? along : other) =
            number<Number>::of(0, 0);
    }
}

#endif
