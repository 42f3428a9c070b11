/* Batch normalisation and normalisation by the responses of neighbours, in device code. */
#ifndef OFFLOAD_TCK_CUDNN_NORMS_H
#define OFFLOAD_TCK_CUDNN_NORMS_H

#include "operands.h"

/* The mean and the variance of a row, in two passes. */
template <class Number> struct moments {
    Number mean;
    Number variance;
};

template <class Element, class Number>
DEVICE moments<Number> moments_of(const space &space, const operand &x, const group &group, int64_t terms) {
    int64_t row = row_offset(space, x, group.row);
    Number sum = 0;
    for (int64_t term = group.rank; term < terms; term += group.size) {
        sum += read<Element, Number>(x, row + term_offset(space, x, term));
    }
    Number mean = combined<sum_of>(group, sum) / (Number)space.terms;
    sum = 0;
    for (int64_t term = group.rank; term < terms; term += group.size) {
        Number difference = read<Element, Number>(x, row + term_offset(space, x, term)) - mean;
        sum += difference * difference;
    }
    return {mean, combined<sum_of>(group, sum) / (Number)space.terms};
}

template <class Element, class Number> DEVICE Number parameter(const space &space, const operand &from, int64_t row) {
    return read<Element, Number>(from, row_offset(space, from, row));
}

template <class Element, class Number>
DEVICE void set_parameter(const space &space, const operand &to, int64_t row, Number value) {
    if (to.data != 0) {
        write<Element, Number>(to, row_offset(space, to, row), value);
    }
}

/* Moves a running value towards the new one by the factor; it is not read if the factor is 1. */
template <class Element, class Number>
DEVICE void move(const normalisation &norm, const operand &running, int64_t row, Number value) {
    if (running.data != 0) {
        blend<Element, Number>(running, row_offset(norm.space, running, row), norm.factor, 1 - norm.factor, value);
    }
}

/* y = activation(scale (x - mean) inverse + bias + z) for the terms of a row. */
template <class Element, class Number>
DEVICE void normalise_row(const normalisation &norm, const group &group, int64_t terms, Number mean, Number inverse) {
    const space &space = norm.space;
    int64_t x = row_offset(space, norm.x, group.row);
    int64_t y = row_offset(space, norm.y, group.row);
    int64_t z = row_offset(space, norm.z, group.row);
    Number scale = terms == 0 ? 0 : parameter<Element, Number>(space, norm.scale, group.row);
    Number bias = terms == 0 ? 0 : parameter<Element, Number>(space, norm.bias, group.row);
    for (int64_t term = group.rank; term < terms; term += group.size) {
        Number value = read<Element, Number>(norm.x, x + term_offset(space, norm.x, term));
        value = scale * ((value - mean) * inverse) + bias;
        if (norm.z.data != 0) {
            value += read<Element, Number>(norm.z, z + term_offset(space, norm.z, term));
        }
        if (norm.has_activation) {
            bool passes = !(value <= 0);
            value = passes ? value : 0;
            if (norm.mask != 0) {
                ((uint8_t *)norm.mask)[group.row * space.terms + term] = passes;
            }
        }
        blend<Element, Number>(norm.y, y + term_offset(space, norm.y, term), norm.alpha, norm.beta, value);
    }
}

/* The running variance is that of a sample, which is larger by terms / (terms - 1). */
template <class Element, class Number> DEVICE void normalise(const normalisation &norm) {
    for (group group = group::of(norm.group); has_rows(group, norm.space); group.row += group.rows) {
        int64_t terms = group.row < norm.space.rows ? norm.space.terms : 0;
        moments<Number> found = moments_of<Element, Number>(norm.space, norm.x, group, terms);
        Number inverse = 1 / square_root(found.variance + (Number)norm.epsilon);
        if (terms > 0 && group.rank == 0) {
            Number sample = terms > 1 ? (Number)terms / (Number)(terms - 1) : 1;
            move<Element, Number>(norm, norm.mean, group.row, found.mean);
            move<Element, Number>(norm, norm.variance, group.row, found.variance * sample);
            set_parameter<Element, Number>(norm.space, norm.saved_mean, group.row, found.mean);
            set_parameter<Element, Number>(norm.space, norm.saved_inverse, group.row, inverse);
        }
        normalise_row<Element, Number>(norm, group, terms, found.mean, inverse);
    }
}

template <class Element, class Number> DEVICE void infer(const normalisation &norm) {
    for (group group = group::of(norm.group); group.row < norm.space.rows; group.row += group.rows) {
        Number mean = parameter<Element, Number>(norm.space, norm.mean, group.row);
        Number variance = parameter<Element, Number>(norm.space, norm.variance, group.row);
        Number inverse = 1 / square_root(variance + (Number)norm.epsilon);
        normalise_row<Element, Number>(norm, group, norm.space.terms, mean, inverse);
    }
}

/* The gradient that the activation lets through. */
template <class Element, class Number>
DEVICE Number gradient_of(const normalisation_gradient &norm, int64_t row, int64_t dy, int64_t term) {
    bool passes = norm.mask == 0 || ((const uint8_t *)norm.mask)[row * norm.space.terms + term] != 0;
    return passes ? read<Element, Number>(norm.dy, dy + term_offset(norm.space, norm.dy, term)) : 0;
}

/* dx = scale inverse (dy - the mean of dy - n times the mean of dy n), where n is (x - mean) inverse. */
template <class Element, class Number>
DEVICE void differentiate_row(const normalisation_gradient &norm, const group &group, int64_t terms, Number mean,
                              Number inverse) {
    const space &space = norm.space;
    int64_t x = row_offset(space, norm.x, group.row);
    int64_t dy = row_offset(space, norm.dy, group.row);
    Number sum = 0;
    Number products = 0;
    for (int64_t term = group.rank; term < terms; term += group.size) {
        Number normal = (read<Element, Number>(norm.x, x + term_offset(space, norm.x, term)) - mean) * inverse;
        Number gradient = gradient_of<Element, Number>(norm, group.row, dy, term);
        sum += gradient;
        products += gradient * normal;
    }
    sum = combined<sum_of>(group, sum);
    products = combined<sum_of>(group, products);
    Number scale = terms == 0 ? 0 : parameter<Element, Number>(space, norm.scale, group.row);
    for (int64_t term = group.rank; term < terms; term += group.size) {
        Number normal = (read<Element, Number>(norm.x, x + term_offset(space, norm.x, term)) - mean) * inverse;
        Number gradient = gradient_of<Element, Number>(norm, group.row, dy, term);
        Number centred = gradient - (sum + normal * products) / (Number)space.terms;
        if (norm.dz.data != 0) {
            int64_t dz = row_offset(space, norm.dz, group.row) + term_offset(space, norm.dz, term);
            write<Element, Number>(norm.dz, dz, gradient);
        }
        int64_t dx = row_offset(space, norm.dx, group.row) + term_offset(space, norm.dx, term);
        blend<Element, Number>(norm.dx, dx, norm.alpha, norm.beta, scale * inverse * centred);
    }
    if (terms > 0 && group.rank == 0) {
        blend<Element, Number>(norm.scale_gradient, row_offset(space, norm.scale_gradient, group.row),
                               norm.parameter_alpha, norm.parameter_beta, products);
        blend<Element, Number>(norm.bias_gradient, row_offset(space, norm.bias_gradient, group.row),
                               norm.parameter_alpha, norm.parameter_beta, sum);
    }
}

template <class Element, class Number> DEVICE void differentiate_norm(const normalisation_gradient &norm) {
    for (group group = group::of(norm.group); has_rows(group, norm.space); group.row += group.rows) {
        int64_t terms = group.row < norm.space.rows ? norm.space.terms : 0;
        Number mean = 0;
        Number inverse = 0;
        if (norm.saved_mean.data == 0) {
            moments<Number> found = moments_of<Element, Number>(norm.space, norm.x, group, terms);
            mean = found.mean;
            inverse = 1 / square_root(found.variance + (Number)norm.epsilon);
        } else if (terms > 0) {
            mean = parameter<Element, Number>(norm.space, norm.saved_mean, group.row);
            inverse = parameter<Element, Number>(norm.space, norm.saved_inverse, group.row);
        }
        differentiate_row<Element, Number>(norm, group, terms, mean, inverse);
    }
}

/* An element of a channel, from the offset of its row. */
template <class Element, class Number>
DEVICE Number channel_of(const response &response, const operand &from, int64_t row, int64_t channel) {
    return read<Element, Number>(from, row + term_offset(response.space, from, channel));
}

/* constant + slope times the sum of squares in the window of a channel. */
template <class Element, class Number> DEVICE Number base_of(const response &response, int64_t row, int64_t channel) {
    int64_t first = channel < response.behind ? 0 : channel - response.behind;
    int64_t last = channel + response.ahead;
    Number sum = 0;
    for (int64_t each = first; each <= last && each < response.channels; each++) {
        Number x = channel_of<Element, Number>(response, response.x, row, each);
        sum += x * x;
    }
    return (Number)response.constant + (Number)response.slope * sum;
}

/* base^-exponent. */
template <class Number> DEVICE Number falling_power(const response &response, Number base) {
    return exponential(-(Number)response.exponent * logarithm(base));
}

template <class Element, class Number> DEVICE void respond(const response &response) {
    for (int64_t each = thread(); each < response.space.rows * response.channels; each += threads()) {
        int64_t row = each / response.channels;
        int64_t channel = each % response.channels;
        int64_t x = row_offset(response.space, response.x, row);
        int64_t y = row_offset(response.space, response.y, row) + term_offset(response.space, response.y, channel);
        Number base = base_of<Element, Number>(response, x, channel);
        Number value = channel_of<Element, Number>(response, response.x, x, channel) * falling_power(response, base);
        blend<Element, Number>(response.y, y, response.alpha, response.beta, value);
    }
}

/* dx of a channel has a term for each window that it lies in: -2 slope exponent x dy y / base. */
template <class Element, class Number> DEVICE void differentiate_response(const response &response) {
    for (int64_t each = thread(); each < response.space.rows * response.channels; each += threads()) {
        int64_t row = each / response.channels;
        int64_t channel = each % response.channels;
        int64_t x = row_offset(response.space, response.x, row);
        int64_t y = row_offset(response.space, response.y, row);
        int64_t dy = row_offset(response.space, response.dy, row);
        int64_t dx = row_offset(response.space, response.dx, row) + term_offset(response.space, response.dx, channel);
        int64_t last = channel + response.behind;
        Number sum = 0;
        for (int64_t other = channel < response.ahead ? 0 : channel - response.ahead;
             other <= last && other < response.channels; other++) {
            sum += channel_of<Element, Number>(response, response.dy, dy, other) *
                   channel_of<Element, Number>(response, response.y, y, other) /
                   base_of<Element, Number>(response, x, other);
        }
        Number own = channel_of<Element, Number>(response, response.dy, dy, channel) *
                     falling_power(response, base_of<Element, Number>(response, x, channel));
        Number factor = 2 * (Number)(response.slope * response.exponent);
        Number value = own - factor * channel_of<Element, Number>(response, response.x, x, channel) * sum;
        blend<Element, Number>(response.dx, dx, response.alpha, response.beta, value);
    }
}

#endif
