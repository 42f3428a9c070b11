/* Pointwise operations of graphs, in device code. */
#ifndef OFFLOAD_TCK_CUDNN_GRAPHS_KERNELS_H
#define OFFLOAD_TCK_CUDNN_GRAPHS_KERNELS_H

#include "../graph/parameters.h"
#include "functions.h"

/* erf(x) = 2 / sqrt(pi) exp(-x^2) (x + 2 x^3 / 3 + 4 x^5 / 15 + ...), whose terms have one sign; 1 in double precision from 6
 * on (NIST Digital Library of Mathematical Functions, 7.6.2). */
template <class Real> FUNCTION Real error_function(Real value) {
    Real size = absolute(value);
    if (!(size < 6)) {
        return is_nan(value) ? value : value < 0 ? (Real)-1 : (Real)1;
    }
    Real term = value;
    Real sum = value;
    for (int each = 1; absolute(term) > absolute(sum) * (Real)1e-17; each++) {
        term *= 2 * value * value / (2 * each + 1);
        sum += term;
    }
    return (Real)1.1283791670955126 * exponential(-value * value) * sum;
}

/* log(1 + e^x), without an overflow. */
template <class Real> DEVICE Real softplus(Real value) {
    return (value > 0 ? value : 0) + logarithm(1 + exponential(-absolute(value)));
}

/* x Phi(x), and its approximation; and their derivatives. */
template <class Real> DEVICE Real gelu(Real value) {
    return value * (Real)0.5 * (1 + error_function(value * (Real)0.7071067811865476));
}

template <class Real> DEVICE Real gelu_derivative(Real value) {
    Real density = (Real)0.3989422804014327 * exponential((Real)-0.5 * value * value);
    return (Real)0.5 * (1 + error_function(value * (Real)0.7071067811865476)) + value * density;
}

template <class Real> DEVICE Real gelu_tangent(Real value) {
    return hyperbolic_tangent((Real)0.7978845608028654 * (value + (Real)0.044715 * value * value * value));
}

template <class Real> DEVICE Real approximate_gelu_derivative(Real value) {
    Real tangent = gelu_tangent(value);
    Real inner = (Real)0.7978845608028654 * (1 + 3 * (Real)0.044715 * value * value);
    return (Real)0.5 * (1 + tangent) + (Real)0.5 * value * (1 - tangent * tangent) * inner;
}

template <class Real> DEVICE Real rectify(const pointwise &pointwise, Real x) {
    Real lower = (Real)pointwise.lower_clip;
    Real upper = (Real)pointwise.upper_clip;
    return x < lower ? lower + (Real)pointwise.slope * (x - lower) : x > upper ? upper : x;
}

template <class Real> DEVICE Real rectify_derivative(const pointwise &pointwise, Real x) {
    return x <= (Real)pointwise.lower_clip ? (Real)pointwise.slope : x > (Real)pointwise.upper_clip ? (Real)0 : (Real)1;
}

template <class Real> DEVICE Real swish_derivative(Real beta, Real x) {
    Real y = sigmoid(beta * x);
    return y + beta * x * y * (1 - y);
}

template <class Real> FUNCTION Real activate(const pointwise &pointwise, Real x) {
    switch (pointwise.mode) {
    case CUDNN_POINTWISE_RELU_FWD:
        return rectify(pointwise, x);
    case CUDNN_POINTWISE_TANH_FWD:
        return hyperbolic_tangent(x);
    case CUDNN_POINTWISE_SIGMOID_FWD:
        return sigmoid(x);
    case CUDNN_POINTWISE_ELU_FWD:
        return x > 0 ? x : (Real)pointwise.elu_alpha * (exponential(x) - 1);
    case CUDNN_POINTWISE_GELU_FWD:
        return gelu(x);
    case CUDNN_POINTWISE_SOFTPLUS_FWD:
        return softplus((Real)pointwise.softplus_beta * x) / (Real)pointwise.softplus_beta;
    case CUDNN_POINTWISE_SWISH_FWD:
        return x * sigmoid((Real)pointwise.swish_beta * x);
    default:
        return (Real)0.5 * x * (1 + gelu_tangent(x));
    }
}

template <class Real> FUNCTION Real differentiate(const pointwise &pointwise, Real x) {
    switch (pointwise.mode) {
    case CUDNN_POINTWISE_RELU_BWD:
        return rectify_derivative(pointwise, x);
    case CUDNN_POINTWISE_TANH_BWD:
        return 1 - hyperbolic_tangent(x) * hyperbolic_tangent(x);
    case CUDNN_POINTWISE_SIGMOID_BWD:
        return sigmoid(x) * (1 - sigmoid(x));
    case CUDNN_POINTWISE_ELU_BWD:
        return x > 0 ? 1 : (Real)pointwise.elu_alpha * exponential(x);
    case CUDNN_POINTWISE_GELU_BWD:
        return gelu_derivative(x);
    case CUDNN_POINTWISE_SOFTPLUS_BWD:
        return sigmoid((Real)pointwise.softplus_beta * x);
    case CUDNN_POINTWISE_SWISH_BWD:
        return swish_derivative((Real)pointwise.swish_beta, x);
    default:
        return approximate_gelu_derivative(x);
    }
}

template <class Real> DEVICE Real compare(int mode, Real x, Real b) {
    switch (mode) {
    case CUDNN_POINTWISE_CMP_EQ:
        return x == b;
    case CUDNN_POINTWISE_CMP_NEQ:
        return x != b;
    case CUDNN_POINTWISE_CMP_GT:
        return x > b;
    case CUDNN_POINTWISE_CMP_GE:
        return x >= b;
    case CUDNN_POINTWISE_CMP_LT:
        return x < b;
    case CUDNN_POINTWISE_CMP_LE:
        return x <= b;
    case CUDNN_POINTWISE_LOGICAL_AND:
        return x != 0 && b != 0;
    case CUDNN_POINTWISE_LOGICAL_OR:
        return x != 0 || b != 0;
    default:
        return x == 0;
    }
}

template <class Real> FUNCTION Real calculate(int mode, Real x, Real b) {
    switch (mode) {
    case CUDNN_POINTWISE_ADD:
        return x + b;
    case CUDNN_POINTWISE_MUL:
        return x * b;
    case CUDNN_POINTWISE_MIN:
        return x < b || is_nan(x) ? x : b;
    case CUDNN_POINTWISE_MAX:
        return x > b || is_nan(x) ? x : b;
    case CUDNN_POINTWISE_SQRT:
        return square_root(x);
    case CUDNN_POINTWISE_ADD_SQUARE:
        return x + b * b;
    case CUDNN_POINTWISE_DIV:
        return x / b;
    case CUDNN_POINTWISE_SUB:
        return x - b;
    case CUDNN_POINTWISE_ABS:
        return absolute(x);
    case CUDNN_POINTWISE_CEIL:
        return -round_down(-x);
    case CUDNN_POINTWISE_EXP:
        return exponential(x);
    case CUDNN_POINTWISE_FLOOR:
        return round_down(x);
    case CUDNN_POINTWISE_LOG:
        return logarithm(x);
    case CUDNN_POINTWISE_NEG:
        return -x;
    case CUDNN_POINTWISE_RSQRT:
        return 1 / square_root(x);
    case CUDNN_POINTWISE_ERF:
        return error_function(x);
    case CUDNN_POINTWISE_RECIPROCAL:
        return 1 / x;
    default:
        return x;
    }
}

template <class Real> DEVICE Real value_at(const pointwise_operand &operand, const indices &at) {
    Real value = operand.view.data == 0 ? (Real)operand.value : fetch<Real>(operand.view, offset(operand.view, at));
    return operand.scale == 1 ? value : (Real)operand.scale * value;
}

template <class Real> DEVICE void point(const pointwise &pointwise) {
    int64_t number = count(pointwise.to);
    for (int64_t each = thread(); each < number; each += threads()) {
        indices at = split(pointwise.to, each);
        Real x = value_at<Real>(pointwise.x, at);
        Real b = value_at<Real>(pointwise.b, at);
        Real result;
        if (pointwise.mode == CUDNN_POINTWISE_GEN_INDEX) {
            result = (Real)at.of[pointwise.axis];
        } else if (pointwise.mode == CUDNN_POINTWISE_BINARY_SELECT) {
            result = value_at<Real>(pointwise.t, at) != 0 ? x : b;
        } else if (pointwise.mode >= CUDNN_POINTWISE_CMP_EQ) {
            result = compare(pointwise.mode, x, b);
        } else if (pointwise.mode >= CUDNN_POINTWISE_RELU_BWD) {
            result = b * differentiate(pointwise, x);
        } else {
            result = pointwise.mode >= CUDNN_POINTWISE_RELU_FWD ? activate(pointwise, x)
                                                                : calculate(pointwise.mode, x, b);
        }
        store(pointwise.to, offset(pointwise.to, at), result);
    }
}

/* Tensors have any types. */
#define GRAPHS(name, Number)                                                                                           \
    KERNEL offload_tck_dnn_point_##name(pointwise pointwise) { point<Number>(pointwise); }

#endif
