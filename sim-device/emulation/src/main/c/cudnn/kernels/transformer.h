/* Spatial transformers (Jaderberg et al.: "Spatial Transformer Networks", 2015), in device code. Coordinates -1 and 1 are the
 * centres of the first and of the last pixel. */
#ifndef OFFLOAD_TCK_CUDNN_TRANSFORMER_H
#define OFFLOAD_TCK_CUDNN_TRANSFORMER_H

#include "operands.h"

/* The coordinate of a pixel of `count`. */
template <class Number> DEVICE Number coordinate(int64_t at, int64_t count) {
    return count == 1 ? (Number)-1 : (Number)(2 * at) / (Number)(count - 1) - 1;
}

/* Theta (x, y, 1) for each output pixel. */
template <class Element, class Number> DEVICE void make_grid(const sampling &sampling) {
    int64_t pixels = sampling.rows * sampling.columns;
    for (int64_t each = thread(); each < sampling.images * pixels; each += threads()) {
        const Element *theta = (const Element *)sampling.theta + each / pixels * 6;
        Element *grid = (Element *)sampling.grid + each * 2;
        Number x = coordinate<Number>(each % sampling.columns, sampling.columns);
        Number y = coordinate<Number>(each % pixels / sampling.columns, sampling.rows);
        grid[0] = narrow<Element>::of(widen(theta[0]) * x + widen(theta[1]) * y + widen(theta[2]));
        grid[1] = narrow<Element>::of(widen(theta[3]) * x + widen(theta[4]) * y + widen(theta[5]));
    }
}

/* Each number of a gradient of theta is a sum over the pixels of its image, for which a block has 256 threads. */
template <class Element, class Number> DEVICE void differentiate_grid(const sampling &sampling) {
    int64_t pixels = sampling.rows * sampling.columns;
    group group = group::of(THREADS);
    for (; group.row < sampling.images * 6; group.row += group.rows) {
        int64_t image = group.row / 6;
        int64_t number = group.row % 6;
        const Element *gradient = (const Element *)sampling.grid_gradient + image * pixels * 2 + number / 3;
        Number sum = 0;
        for (int64_t each = group.rank; each < pixels; each += group.size) {
            Number factor = number % 3 == 0   ? coordinate<Number>(each % sampling.columns, sampling.columns)
                            : number % 3 == 1 ? coordinate<Number>(each / sampling.columns, sampling.rows)
                                              : (Number)1;
            sum += widen(gradient[each * 2]) * factor;
        }
        sum = combined<sum_of>(group, sum);
        if (group.rank == 0) {
            ((Element *)sampling.theta)[group.row] = narrow<Element>::of(sum);
        }
    }
}

/* The four pixels around a position: the first one, and the parts of the next ones. */
template <class Number> struct corner {
    int64_t row;
    int64_t column;
    Number down;
    Number right;
};

/* A position far outside is moved to a near one outside, so that it can be an integer. */
template <class Number> DEVICE Number pixel_of(Number coordinate, int64_t count) {
    Number found = (coordinate + 1) * (Number)(count - 1) / 2;
    return !(found > -2) ? (Number)-2 : found > (Number)(count + 1) ? (Number)(count + 1) : found;
}

template <class Element, class Number> DEVICE corner<Number> corner_of(const sampling &sampling, int64_t pixel) {
    const Element *grid = (const Element *)sampling.grid + pixel * 2;
    Number x = pixel_of((Number)widen(grid[0]), sampling.width);
    Number y = pixel_of((Number)widen(grid[1]), sampling.height);
    Number left = round_down(x);
    Number top = round_down(y);
    return {(int64_t)top, (int64_t)left, y - top, x - left};
}

/* A pixel of an image; 0 outside. */
template <class Element, class Number>
DEVICE Number pixel(const sampling &sampling, int64_t plane, int64_t row, int64_t column) {
    bool is_inside = row >= 0 && row < sampling.height && column >= 0 && column < sampling.width;
    int64_t at = plane + row * sampling.x.steps[2] + column * sampling.x.steps[3];
    return is_inside ? read<Element, Number>(sampling.x, at) : 0;
}

DEVICE int64_t plane(const operand &operand, int64_t image, int64_t channel) {
    return image * operand.steps[0] + channel * operand.steps[1];
}

/* The offset of an output pixel in its plane. */
DEVICE int64_t output(const sampling &sampling, int64_t pixel) {
    return pixel / sampling.columns * sampling.y.steps[2] + pixel % sampling.columns * sampling.y.steps[3];
}

template <class Element, class Number> DEVICE void sample(const sampling &sampling) {
    int64_t pixels = sampling.rows * sampling.columns;
    for (int64_t each = thread(); each < sampling.images * sampling.channels * pixels; each += threads()) {
        int64_t channel = each / pixels % sampling.channels;
        int64_t image = each / pixels / sampling.channels;
        int64_t from = plane(sampling.x, image, channel);
        corner<Number> at = corner_of<Element, Number>(sampling, image * pixels + each % pixels);
        Number top = pixel<Element, Number>(sampling, from, at.row, at.column) * (1 - at.right) +
                     pixel<Element, Number>(sampling, from, at.row, at.column + 1) * at.right;
        Number bottom = pixel<Element, Number>(sampling, from, at.row + 1, at.column) * (1 - at.right) +
                        pixel<Element, Number>(sampling, from, at.row + 1, at.column + 1) * at.right;
        blend<Element, Number>(sampling.y, plane(sampling.y, image, channel) + output(sampling, each % pixels),
                               sampling.alpha, sampling.beta, top * (1 - at.down) + bottom * at.down);
    }
}

/* Adds a part of the gradient of an output pixel to that of a pixel of x, if that is not outside. */
template <class Element, class Number>
DEVICE void spread(const sampling &sampling, int64_t plane, int64_t row, int64_t column, Number part) {
    if (row >= 0 && row < sampling.height && column >= 0 && column < sampling.width) {
        int64_t to = plane + row * sampling.dx.steps[2] + column * sampling.dx.steps[3];
        blend<Element, Number>(sampling.dx, to, sampling.alpha, 1, part);
    }
}

template <class Element, class Number> DEVICE void start_gradient(const sampling &sampling, int64_t plane) {
    for (int64_t each = 0; each < sampling.height * sampling.width; each++) {
        int64_t row = each / sampling.width;
        int64_t to = plane + row * sampling.dx.steps[2] + each % sampling.width * sampling.dx.steps[3];
        blend<Element, Number>(sampling.dx, to, 1, sampling.beta, 0);
    }
}

/* One thread has a plane, so that the output pixels are added in order: they may be anywhere. */
template <class Element, class Number> DEVICE void differentiate_image(const sampling &sampling) {
    int64_t pixels = sampling.rows * sampling.columns;
    for (int64_t each = thread(); each < sampling.images * sampling.channels; each += threads()) {
        int64_t image = each / sampling.channels;
        int64_t to = plane(sampling.dx, image, each % sampling.channels);
        int64_t dy = plane(sampling.y, image, each % sampling.channels);
        start_gradient<Element, Number>(sampling, to);
        for (int64_t other = 0; other < pixels; other++) {
            corner<Number> at = corner_of<Element, Number>(sampling, image * pixels + other);
            Number gradient = read<Element, Number>(sampling.y, dy + output(sampling, other));
            Number top = gradient * (1 - at.down);
            Number bottom = gradient * at.down;
            spread<Element, Number>(sampling, to, at.row, at.column, top * (1 - at.right));
            spread<Element, Number>(sampling, to, at.row, at.column + 1, top * at.right);
            spread<Element, Number>(sampling, to, at.row + 1, at.column, bottom * (1 - at.right));
            spread<Element, Number>(sampling, to, at.row + 1, at.column + 1, bottom * at.right);
        }
    }
}

template <class Element, class Number>
DEVICE void store_gradient(const sampling &sampling, int64_t at, Number value) {
    Element *to = (Element *)sampling.grid_gradient + at;
    Number before = sampling.grid_beta == 0 ? 0 : (Number)sampling.grid_beta * widen(*to);
    *to = narrow<Element>::of((Number)sampling.grid_alpha * value + before);
}

/* The gradient of a position is a sum over the channels. */
template <class Element, class Number> DEVICE void differentiate_positions(const sampling &sampling) {
    int64_t pixels = sampling.rows * sampling.columns;
    for (int64_t each = thread(); each < sampling.images * pixels; each += threads()) {
        int64_t image = each / pixels;
        corner<Number> at = corner_of<Element, Number>(sampling, each);
        Number across = 0;
        Number along = 0;
        for (int64_t channel = 0; channel < sampling.channels; channel++) {
            int64_t from = plane(sampling.x, image, channel);
            int64_t dy = plane(sampling.y, image, channel) + output(sampling, each % pixels);
            Number gradient = read<Element, Number>(sampling.y, dy);
            Number first = pixel<Element, Number>(sampling, from, at.row, at.column);
            Number second = pixel<Element, Number>(sampling, from, at.row, at.column + 1);
            Number third = pixel<Element, Number>(sampling, from, at.row + 1, at.column);
            Number fourth = pixel<Element, Number>(sampling, from, at.row + 1, at.column + 1);
            across += gradient * ((second - first) * (1 - at.down) + (fourth - third) * at.down);
            along += gradient * ((third - first) * (1 - at.right) + (fourth - second) * at.right);
        }
        store_gradient<Element, Number>(sampling, each * 2, across * (Number)(sampling.width - 1) / 2);
        store_gradient<Element, Number>(sampling, each * 2 + 1, along * (Number)(sampling.height - 1) / 2);
    }
}

#endif
