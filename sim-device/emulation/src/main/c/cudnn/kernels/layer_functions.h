/* Functions of elements, reductions and softmax, in device code. */
#ifndef OFFLOAD_TCK_CUDNN_LAYER_FUNCTIONS_H
#define OFFLOAD_TCK_CUDNN_LAYER_FUNCTIONS_H

#include "operands.h"

/* Values of cudnnActivationMode_t (cudnn_ops_infer.h of 8.9). */
enum { SIGMOID, RELU, TANH, CLIPPED_RELU, ELU, IDENTITY, SWISH };

template <class Number> DEVICE Number least(Number a, Number b, bool propagates_nan) {
    return is_nan(a) ? (propagates_nan ? a : b) : is_nan(b) ? (propagates_nan ? b : a) : a < b ? a : b;
}

template <class Number> DEVICE Number greatest(Number a, Number b, bool propagates_nan) {
    return is_nan(a) ? (propagates_nan ? a : b) : is_nan(b) ? (propagates_nan ? b : a) : a > b ? a : b;
}

template <class Number> DEVICE Number activate(const activation &activation, Number x) {
    Number zero = 0;
    Number bound = (Number)activation.coefficient;
    bool propagates = activation.propagates_nan;
    switch (activation.mode) {
    case SIGMOID:
        return sigmoid(x);
    case RELU:
        return greatest(x, zero, propagates);
    case TANH:
        return hyperbolic_tangent(x);
    case CLIPPED_RELU:
        return least(greatest(x, zero, propagates), bound, propagates);
    case ELU:
        return x < 0 ? bound * (exponential(x) - 1) : x;
    case SWISH:
        return x * sigmoid((Number)activation.swish_beta * x);
    default:
        return x;
    }
}

/* The derivative at x, where y is the value of the function. */
template <class Number> DEVICE Number derivative(const activation &activation, Number x, Number y) {
    switch (activation.mode) {
    case SIGMOID:
        return y * (1 - y);
    case RELU:
        return x > 0 || (is_nan(x) && activation.propagates_nan);
    case TANH:
        return 1 - y * y;
    case CLIPPED_RELU:
        return (x > 0 && x < (Number)activation.coefficient) || (is_nan(x) && activation.propagates_nan);
    case ELU:
        return x < 0 ? y + (Number)activation.coefficient : 1;
    case SWISH: {
        Number part = sigmoid((Number)activation.swish_beta * x);
        return part + (Number)activation.swish_beta * x * part * (1 - part);
    }
    default:
        return 1;
    }
}

/* alpha_b b is `b`, alpha a is `a`. */
template <class Number> DEVICE Number function_of(const elements &elements, Number a, Number b) {
    switch (elements.function) {
    case ELEMENT_ADD:
        return a + b;
    case ELEMENT_MUL:
        return a * b;
    case ELEMENT_MIN:
        return least(a, b, elements.propagates_nan);
    case ELEMENT_MAX:
        return greatest(a, b, elements.propagates_nan);
    case ELEMENT_SQRT:
        return square_root(a);
    case ELEMENT_NOT:
        return 1 - a;
    default:
        return a;
    }
}

template <class Element, class Number>
DEVICE Number element(const elements &elements, const operand &from, int64_t row) {
    return from.data == 0 ? 0 : read<Element, Number>(from, row_offset(elements.space, from, row));
}

template <class Element, class Number> DEVICE void apply(const elements &elements) {
    for (int64_t row = thread(); row < elements.space.rows; row += threads()) {
        int64_t to = row_offset(elements.space, elements.to, row);
        if (elements.function == ELEMENT_SET) {
            write<Element, Number>(elements.to, to, (Number)elements.alpha);
            continue;
        }
        Number a = element<Element, Number>(elements, elements.a, row);
        Number b = element<Element, Number>(elements, elements.b, row);
        if (elements.function == ELEMENT_ACTIVATE) {
            blend<Element, Number>(elements.to, to, elements.alpha, elements.beta, activate(elements.activation, a));
        } else if (elements.function == ELEMENT_DIFFERENTIATE) {
            Number y = element<Element, Number>(elements, elements.y, row);
            Number slope = derivative(elements.activation, a, y);
            blend<Element, Number>(elements.to, to, elements.alpha, elements.beta, slope == 0 ? 0 : slope * b);
        } else {
            Number value = function_of(elements, (Number)elements.alpha * a, (Number)elements.alpha_b * b);
            blend<Element, Number>(elements.to, to, 1, elements.beta, value);
        }
    }
}

/* The offset of an element in a tensor without its padding; -1 in the padding. */
DEVICE int64_t offset_inside(const padding &padding, int64_t row) {
    int64_t sum = 0;
    bool is_inside = true;
    for (int each = padding.space.rank - 1; each >= 0; each--) {
        int64_t at = row % padding.space.sizes[each] - padding.before[each];
        row /= padding.space.sizes[each];
        is_inside = is_inside && at >= 0 && at < padding.sizes[each];
        sum += at * padding.a.steps[each];
    }
    return is_inside ? sum : -1;
}

template <class Element, class Number> DEVICE void pad(const padding &padding) {
    for (int64_t row = thread(); row < padding.space.rows; row += threads()) {
        int64_t from = offset_inside(padding, row);
        Number value = from < 0 ? 0 : read<Element, Number>(padding.a, from);
        blend<Element, Number>(padding.to, row_offset(padding.space, padding.to, row), padding.alpha, padding.beta,
                               value);
    }
}

/* Values of cudnnReduceTensorOp_t (cudnn_ops_infer.h of 8.9). */
enum {
    TO_SUM,
    TO_PRODUCT,
    TO_LEAST,
    TO_GREATEST,
    TO_LARGEST,
    TO_AVERAGE,
    TO_NORM1,
    TO_NORM2,
    TO_PRODUCT_WITHOUT_ZEROS
};

DEVICE bool is_product(int operation) { return operation == TO_PRODUCT || operation == TO_PRODUCT_WITHOUT_ZEROS; }
DEVICE bool is_extreme(int operation) { return operation >= TO_LEAST && operation <= TO_LARGEST; }

/* What is added, multiplied, or the greatest: the least number is found as the greatest of negative ones. */
template <class Number> DEVICE Number part(int operation, Number value) {
    switch (operation) {
    case TO_LEAST:
        return -value;
    case TO_LARGEST:
    case TO_NORM1:
        return absolute(value);
    case TO_NORM2:
        return value * value;
    case TO_PRODUCT_WITHOUT_ZEROS:
        return value == 0 ? 1 : value;
    default:
        return value;
    }
}

/* A term that may be the extreme; -1 is none. */
template <class Number> struct extreme {
    Number value;
    int64_t term;
};

/* The greater term; of equal ones, the first. Propagated NaNs are greater than numbers. */
template <class Number, bool PROPAGATES> struct extreme_of {
    DEVICE extreme<Number> of(extreme<Number> a, extreme<Number> b) {
        if (a.term < 0 || b.term < 0) {
            return a.term < 0 ? b : a;
        }
        if (is_nan(a.value) || is_nan(b.value)) {
            bool is_first = is_nan(a.value) == is_nan(b.value) ? a.term < b.term : is_nan(a.value) == PROPAGATES;
            return is_first ? a : b;
        }
        return a.value > b.value || (a.value == b.value && a.term < b.term) ? a : b;
    }
};

template <class Element, class Number, bool PROPAGATES>
DEVICE extreme<Number> find_extreme(const reduction &reduction, const group &group, int64_t row) {
    extreme<Number> own = {0, -1};
    for (int64_t term = group.rank; row >= 0 && term < reduction.space.terms; term += group.size) {
        Number value = read<Element, Number>(reduction.a, row + term_offset(reduction.space, reduction.a, term));
        own = extreme_of<Number, PROPAGATES>::of(own, {part(reduction.operation, value), term});
    }
    return combined<extreme_of<Number, PROPAGATES>>(group, own);
}

template <class Element, class Number>
DEVICE Number add_up(const reduction &reduction, const group &group, int64_t row) {
    bool multiplies = is_product(reduction.operation);
    Number own = multiplies;
    for (int64_t term = group.rank; row >= 0 && term < reduction.space.terms; term += group.size) {
        int64_t at = row + term_offset(reduction.space, reduction.a, term);
        Number value = part(reduction.operation, read<Element, Number>(reduction.a, at));
        own = multiplies ? own * value : own + value;
    }
    own = multiplies ? combined<product_of>(group, own) : combined<sum_of>(group, own);
    return reduction.operation == TO_NORM2     ? square_root(own)
           : reduction.operation == TO_AVERAGE ? own / (Number)reduction.space.terms
                                               : own;
}

template <class Element, class Number> DEVICE void reduce(const reduction &reduction) {
    for (group group = group::of(reduction.group); has_rows(group, reduction.space); group.row += group.rows) {
        bool is_row = group.row < reduction.space.rows;
        int64_t row = is_row ? row_offset(reduction.space, reduction.a, group.row) : -1;
        extreme<Number> found = {0, 0};
        if (is_extreme(reduction.operation)) {
            found = reduction.propagates_nan ? find_extreme<Element, Number, true>(reduction, group, row)
                                             : find_extreme<Element, Number, false>(reduction, group, row);
            found.value = reduction.operation == TO_LEAST ? -found.value : found.value;
        } else {
            found.value = add_up<Element, Number>(reduction, group, row);
        }
        if (is_row && group.rank == 0) {
            blend<Element, Number>(reduction.to, row_offset(reduction.space, reduction.to, group.row), reduction.alpha,
                                   reduction.beta, found.value);
            if (reduction.indices != 0) {
                ((uint32_t *)reduction.indices)[group.row] = (uint32_t)found.term;
            }
        }
    }
}

template <class Element, class Number>
DEVICE Number term_of(const softmax &softmax, const operand &from, int64_t row, int64_t term) {
    return read<Element, Number>(from, row + term_offset(softmax.space, from, term));
}

/* All algorithms subtract the greatest term, so that no exponential overflows. */
template <class Element, class Number> DEVICE void apply_softmax(const softmax &softmax) {
    for (group group = group::of(softmax.group); has_rows(group, softmax.space); group.row += group.rows) {
        int64_t terms = group.row < softmax.space.rows ? softmax.space.terms : 0;
        int64_t from = row_offset(softmax.space, softmax.x, group.row);
        int64_t to = row_offset(softmax.space, softmax.y, group.row);
        Number own = -infinity<Number>();
        for (int64_t term = group.rank; term < terms; term += group.size) {
            own = greater_of::of(own, term_of<Element, Number>(softmax, softmax.x, from, term));
        }
        Number greatest = combined<greater_of>(group, own);
        Number sum = 0;
        for (int64_t term = group.rank; term < terms; term += group.size) {
            sum += exponential(term_of<Element, Number>(softmax, softmax.x, from, term) - greatest);
        }
        sum = combined<sum_of>(group, sum);
        Number logarithm_of_sum = softmax.is_logarithm ? logarithm(sum) : 0;
        for (int64_t term = group.rank; term < terms; term += group.size) {
            Number x = term_of<Element, Number>(softmax, softmax.x, from, term) - greatest;
            Number y = softmax.is_logarithm ? x - logarithm_of_sum : exponential(x) / sum;
            blend<Element, Number>(softmax.y, to + term_offset(softmax.space, softmax.y, term), softmax.alpha,
                                   softmax.beta, y);
        }
    }
}

/* y (dy - the sum of y dy); of the logarithm, dy - e^y times the sum of dy. */
template <class Element, class Number> DEVICE void differentiate_softmax(const softmax &softmax) {
    for (group group = group::of(softmax.group); has_rows(group, softmax.space); group.row += group.rows) {
        int64_t terms = group.row < softmax.space.rows ? softmax.space.terms : 0;
        int64_t from = row_offset(softmax.space, softmax.y, group.row);
        int64_t gradient = row_offset(softmax.space, softmax.dy, group.row);
        int64_t to = row_offset(softmax.space, softmax.dx, group.row);
        Number sum = 0;
        for (int64_t term = group.rank; term < terms; term += group.size) {
            Number dy = term_of<Element, Number>(softmax, softmax.dy, gradient, term);
            sum += softmax.is_logarithm ? dy : dy * term_of<Element, Number>(softmax, softmax.y, from, term);
        }
        sum = combined<sum_of>(group, sum);
        for (int64_t term = group.rank; term < terms; term += group.size) {
            Number y = term_of<Element, Number>(softmax, softmax.y, from, term);
            Number dy = term_of<Element, Number>(softmax, softmax.dy, gradient, term);
            blend<Element, Number>(softmax.dx, to + term_offset(softmax.space, softmax.dx, term), softmax.alpha,
                                   softmax.beta, softmax.is_logarithm ? dy - exponential(y) * sum : y * (dy - sum));
        }
    }
}

#endif
