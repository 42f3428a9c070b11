/* Pooling, dropout and spatial transformers, in device code. */
#ifndef OFFLOAD_TCK_CUDNN_POOLING_H
#define OFFLOAD_TCK_CUDNN_POOLING_H

#include "operands.h"

/* Values of cudnnPoolingMode_t (cudnn_ops_infer.h of 8.9). */
enum { POOL_MAX, POOL_AVERAGE_WITH_PADDING, POOL_AVERAGE, POOL_MAX_DETERMINISTIC };

DEVICE bool finds_most(const pooling &pooling) {
    return pooling.mode == POOL_MAX || pooling.mode == POOL_MAX_DETERMINISTIC;
}

/* An image and a position in it. */
struct position {
    int64_t image;
    int64_t at[WINDOW];
};

DEVICE position position_of(const int64_t sizes[WINDOW], int64_t index) {
    position found;
    found.at[2] = index % sizes[2];
    index /= sizes[2];
    found.at[1] = index % sizes[1];
    index /= sizes[1];
    found.at[0] = index % sizes[0];
    found.image = index / sizes[0];
    return found;
}

/* The offset of a plane, and of a position in it. */
DEVICE int64_t plane(const pooling &pooling, const operand &operand, int64_t image) {
    return image / pooling.channels * operand.steps[0] + image % pooling.channels * operand.steps[1];
}

DEVICE int64_t inside(const operand &operand, int64_t first, int64_t second, int64_t third) {
    return first * operand.steps[2] + second * operand.steps[3] + third * operand.steps[4];
}

/* The part of a window that lies in x. */
struct box {
    int64_t first[WINDOW];
    int64_t end[WINDOW];
};

DEVICE int64_t from_zero(int64_t value) { return value < 0 ? 0 : value; }
DEVICE int64_t at_most(int64_t value, int64_t most) { return value < most ? value : most; }

DEVICE box box_of(const pooling &pooling, int64_t first, int64_t second, int64_t third) {
    int64_t start[WINDOW] = {first * pooling.stride[0] - pooling.before[0],
                             second * pooling.stride[1] - pooling.before[1],
                             third * pooling.stride[2] - pooling.before[2]};
    return {{from_zero(start[0]), from_zero(start[1]), from_zero(start[2])},
            {at_most(start[0] + pooling.window[0], pooling.from[0]),
             at_most(start[1] + pooling.window[1], pooling.from[1]),
             at_most(start[2] + pooling.window[2], pooling.from[2])}};
}

/* The elements that an average is the sum divided by. */
DEVICE int64_t divisor(const pooling &pooling, const box &box) {
    return pooling.mode == POOL_AVERAGE_WITH_PADDING
               ? pooling.window[0] * pooling.window[1] * pooling.window[2]
               : (box.end[0] - box.first[0]) * (box.end[1] - box.first[1]) * (box.end[2] - box.first[2]);
}

/* Of the elements of a box: the sum, or the first of the greatest ones and where it lies. */
template <class Number> struct pooled {
    Number value;
    int64_t at;
};

/* Whether a value replaces the greatest one until now. */
template <class Number> DEVICE bool is_greater(const pooling &pooling, Number value, Number most) {
    return pooling.propagates_nan ? value > most || (is_nan(value) && !is_nan(most))
                                  : value > most || (is_nan(most) && !is_nan(value));
}

template <class Element, class Number>
DEVICE pooled<Number> pool_box(const pooling &pooling, const box &box, int64_t plane) {
    pooled<Number> found = {0, -1};
    bool is_most = finds_most(pooling);
    for (int64_t first = box.first[0]; first < box.end[0]; first++) {
        for (int64_t second = box.first[1]; second < box.end[1]; second++) {
            for (int64_t third = box.first[2]; third < box.end[2]; third++) {
                int64_t at = inside(pooling.x, first, second, third);
                Number value = read<Element, Number>(pooling.x, plane + at);
                if (!is_most) {
                    found.value += value;
                } else if (found.at < 0 || is_greater(pooling, value, found.value)) {
                    found = {value, at};
                }
            }
        }
    }
    return found;
}

template <class Element, class Number> DEVICE void pool(const pooling &pooling) {
    int64_t count = pooling.outer * pooling.to[0] * pooling.to[1] * pooling.to[2];
    for (int64_t each = thread(); each < count; each += threads()) {
        position to = position_of(pooling.to, each);
        box box = box_of(pooling, to.at[0], to.at[1], to.at[2]);
        Number value = pool_box<Element, Number>(pooling, box, plane(pooling, pooling.x, to.image)).value;
        value = finds_most(pooling) ? value : value / (Number)divisor(pooling, box);
        int64_t at = plane(pooling, pooling.y, to.image) + inside(pooling.y, to.at[0], to.at[1], to.at[2]);
        blend<Element, Number>(pooling.y, at, pooling.alpha, pooling.beta, value);
    }
}

/* The windows that have an element in a dimension: from `first` up to `end`. */
DEVICE int64_t first_window(const pooling &pooling, int dimension, int64_t at) {
    int64_t shifted = at + pooling.before[dimension] - pooling.window[dimension];
    return shifted < 0 ? 0 : shifted / pooling.stride[dimension] + 1;
}

DEVICE int64_t end_window(const pooling &pooling, int dimension, int64_t at) {
    return at_most((at + pooling.before[dimension]) / pooling.stride[dimension] + 1, pooling.to[dimension]);
}

/* The part of the gradient of one window that goes to the element at `own` of its plane. */
template <class Element, class Number>
DEVICE Number share(const pooling &pooling, const box &box, int64_t image, int64_t own, Number gradient) {
    if (!finds_most(pooling)) {
        return gradient / (Number)divisor(pooling, box);
    }
    return pool_box<Element, Number>(pooling, box, plane(pooling, pooling.x, image)).at == own ? gradient : 0;
}

/* Gathers the gradient of an element from the windows that have it. */
template <class Element, class Number> DEVICE void differentiate_pooling(const pooling &pooling) {
    int64_t count = pooling.outer * pooling.from[0] * pooling.from[1] * pooling.from[2];
    for (int64_t each = thread(); each < count; each += threads()) {
        position to = position_of(pooling.from, each);
        int64_t own = inside(pooling.x, to.at[0], to.at[1], to.at[2]);
        int64_t dy = plane(pooling, pooling.dy, to.image);
        Number sum = 0;
        for (int64_t i = first_window(pooling, 0, to.at[0]); i < end_window(pooling, 0, to.at[0]); i++) {
            for (int64_t j = first_window(pooling, 1, to.at[1]); j < end_window(pooling, 1, to.at[1]); j++) {
                for (int64_t k = first_window(pooling, 2, to.at[2]); k < end_window(pooling, 2, to.at[2]); k++) {
                    Number gradient = read<Element, Number>(pooling.dy, dy + inside(pooling.dy, i, j, k));
                    sum += share<Element, Number>(pooling, box_of(pooling, i, j, k), to.image, own, gradient);
                }
            }
        }
        int64_t at = plane(pooling, pooling.dx, to.image) + inside(pooling.dx, to.at[0], to.at[1], to.at[2]);
        blend<Element, Number>(pooling.dx, at, pooling.alpha, pooling.beta, sum);
    }
}

/* A number from 0 up to 1 for each element that is drawn: the finaliser of SplitMix64 (Steele, Lea, Flood: "Fast Splittable
 * Pseudorandom Number Generators", 2014) of a counter with the seed. */
DEVICE double drawn(uint64_t seed, uint64_t number) {
    uint64_t value = seed + (number + 1) * 0x9e3779b97f4a7c15;
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9;
    value = (value ^ value >> 27) * 0x94d049bb133111eb;
    return (double)((value ^ value >> 31) >> 11) * 0x1p-53;
}

template <class Element, class Number> DEVICE void drop(const dropout &dropout) {
    dropout_state state = {0, 0};
    if (dropout.state != 0) {
        state = *(const dropout_state *)dropout.state;
    }
    Number scale = (Number)(1 / (1 - dropout.rate));
    for (int64_t each = thread(); each < dropout.space.rows; each += threads()) {
        bool stays = drawn(state.seed, state.drawn + (uint64_t)each) >= dropout.rate;
        ((uint8_t *)dropout.mask)[each] = stays;
        Number x = stays ? scale * read<Element, Number>(dropout.x, row_offset(dropout.space, dropout.x, each)) : 0;
        write<Element, Number>(dropout.y, row_offset(dropout.space, dropout.y, each), x);
    }
}

/* Of a gradient: x is dy, y is dx. */
template <class Element, class Number> DEVICE void drop_gradient(const dropout &dropout) {
    Number scale = (Number)(1 / (1 - dropout.rate));
    for (int64_t each = thread(); each < dropout.space.rows; each += threads()) {
        bool stays = ((const uint8_t *)dropout.mask)[each] != 0;
        Number x = stays ? scale * read<Element, Number>(dropout.x, row_offset(dropout.space, dropout.x, each)) : 0;
        write<Element, Number>(dropout.y, row_offset(dropout.space, dropout.y, each), x);
    }
}

DEVICE void change_state(const dropout_change &change) {
    if (thread() == 0) {
        dropout_state *state = (dropout_state *)change.state;
        state->drawn = change.is_new ? 0 : state->drawn + change.drawn;
        state->seed = change.is_new ? change.seed : state->seed;
    }
}

#endif
