/* Divisive normalisation, in device code: x / (constant + slope times the sum of squares in a window of its plane)^exponent. */
#ifndef OFFLOAD_TCK_CUDNN_CONTRAST_H
#define OFFLOAD_TCK_CUDNN_CONTRAST_H

#include "pooling.h"

DEVICE int64_t offset_of(const pooling &pooling, const operand &operand, const position &at) {
    return plane(pooling, operand, at.image) + inside(operand, at.at[0], at.at[1], at.at[2]);
}

template <class Element, class Number>
DEVICE Number at(const pooling &pooling, const operand &operand, const position &at) {
    return read<Element, Number>(operand, offset_of(pooling, operand, at));
}

/* The sum of squares, or of the numbers themselves, in a box of a plane. */
template <class Element, class Number, bool SQUARES>
DEVICE Number sum_in(const operand &from, const box &box, int64_t plane) {
    Number sum = 0;
    for (int64_t first = box.first[0]; first < box.end[0]; first++) {
        for (int64_t second = box.first[1]; second < box.end[1]; second++) {
            for (int64_t third = box.first[2]; third < box.end[2]; third++) {
                Number value = read<Element, Number>(from, plane + inside(from, first, second, third));
                sum += SQUARES ? value * value : value;
            }
        }
    }
    return sum;
}

template <class Element, class Number> DEVICE Number base_of(const contrast &contrast, const position &at) {
    box box = box_of(contrast.pooling, at.at[0], at.at[1], at.at[2]);
    const operand &x = contrast.pooling.x;
    Number sum = sum_in<Element, Number, true>(x, box, plane(contrast.pooling, x, at.image));
    return (Number)contrast.constant + (Number)contrast.slope * sum;
}

DEVICE int64_t elements_of(const pooling &pooling) {
    return pooling.outer * pooling.from[0] * pooling.from[1] * pooling.from[2];
}

template <class Element, class Number> DEVICE void apply_contrast(const contrast &contrast) {
    const pooling &pooling = contrast.pooling;
    for (int64_t each = thread(); each < elements_of(pooling); each += threads()) {
        position to = position_of(pooling.from, each);
        Number power = exponential(-(Number)contrast.exponent * logarithm(base_of<Element, Number>(contrast, to)));
        blend<Element, Number>(pooling.y, offset_of(pooling, pooling.y, to), pooling.alpha, pooling.beta,
                               power * at<Element, Number>(pooling, pooling.x, to));
    }
}

/* What the gradient of an element adds to those in its window: dy x base^-(exponent + 1). */
template <class Element, class Number> DEVICE void prepare_contrast(const contrast &contrast) {
    const pooling &pooling = contrast.pooling;
    for (int64_t each = thread(); each < elements_of(pooling); each += threads()) {
        position to = position_of(pooling.from, each);
        Number exponent = -(Number)(contrast.exponent + 1);
        Number power = exponential(exponent * logarithm(base_of<Element, Number>(contrast, to)));
        Number product = at<Element, Number>(pooling, pooling.x, to) * at<Element, Number>(pooling, pooling.dy, to);
        write<Element, Number>(contrast.work, offset_of(pooling, contrast.work, to), power * product);
    }
}

/* The elements whose windows have an element. */
DEVICE box windows_with(const pooling &pooling, const position &at) {
    box found;
    for (int each = 0; each < WINDOW; each++) {
        found.first[each] = first_window(pooling, each, at.at[each]);
        found.end[each] = end_window(pooling, each, at.at[each]);
    }
    return found;
}

template <class Element, class Number> DEVICE void differentiate_contrast(const contrast &contrast) {
    const pooling &pooling = contrast.pooling;
    for (int64_t each = thread(); each < elements_of(pooling); each += threads()) {
        position to = position_of(pooling.from, each);
        Number power = exponential(-(Number)contrast.exponent * logarithm(base_of<Element, Number>(contrast, to)));
        Number sum = sum_in<Element, Number, false>(contrast.work, windows_with(pooling, to),
                                                    plane(pooling, contrast.work, to.image));
        Number factor = 2 * (Number)(contrast.slope * contrast.exponent);
        Number value = power * at<Element, Number>(pooling, pooling.dy, to) -
                       factor * at<Element, Number>(pooling, pooling.x, to) * sum;
        blend<Element, Number>(pooling.dx, offset_of(pooling, pooling.dx, to), pooling.alpha, pooling.beta, value);
    }
}

#endif
