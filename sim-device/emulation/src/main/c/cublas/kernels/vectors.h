/* Vectors and combinations of matrices, in device code. */
#ifndef OFFLOAD_TCK_CUBLAS_VECTORS_H
#define OFFLOAD_TCK_CUBLAS_VECTORS_H

#include "elements.h"
#include "solve.h"

template <class Number> DEVICE Number *at(const view &view, int64_t index) {
    return (Number *)view.data + index * view.row;
}

/* An element of x or y, in the type of the computation. */
template <class Number, class Sum> DEVICE Sum load(const view &view, int64_t index) {
    return widen(*at<Number>(view, index));
}

template <class Number, class Sum> DEVICE void add(const vectors &vectors) {
    Sum alpha = value<Sum>(vectors.alpha);
    for (int64_t each = thread(); each < vectors.count; each += threads()) {
        Sum sum = load<Number, Sum>(vectors.y, each) + alpha * load<Number, Sum>(vectors.x, each);
        *at<Number>(vectors.y, each) = narrow<Number>::of(sum);
    }
}

template <class Number, class Sum> DEVICE void scale(const vectors &vectors) {
    Sum alpha = value<Sum>(vectors.alpha);
    for (int64_t each = thread(); each < vectors.count; each += threads()) {
        *at<Number>(vectors.x, each) = narrow<Number>::of(alpha * load<Number, Sum>(vectors.x, each));
    }
}

template <class Number> DEVICE void swap(const vectors &vectors) {
    for (int64_t each = thread(); each < vectors.count; each += threads()) {
        exchange(at<Number>(vectors.x, each), at<Number>(vectors.y, each));
    }
}

/* x = c x + s y, y = c y - conjugate(s) x. */
template <class Number> DEVICE void rotate(const vectors &vectors) {
    Number cosine = value<Number>(vectors.alpha);
    Number sine = value<Number>(vectors.beta);
    for (int64_t each = thread(); each < vectors.count; each += threads()) {
        Number x = *at<Number>(vectors.x, each);
        Number y = *at<Number>(vectors.y, each);
        *at<Number>(vectors.x, each) = cosine * x + sine * y;
        *at<Number>(vectors.y, each) = cosine * y - conjugate(sine) * x;
    }
}

/* The flag says which values of H are given (cuBLAS Library, "cublas<t>rotm()"). */
template <class Number> DEVICE void rotate_modified(const rotation &rotation) {
    Number values[5];
    for (int each = 0; each < 5; each++) {
        values[each] = rotation.device != 0 ? ((const Number *)rotation.device)[each] : (Number)rotation.values[each];
    }
    Number flag = values[0];
    bool has_diagonal = flag == -1 || flag == 1;
    bool has_others = flag == -1 || flag == 0;
    Number xx = has_diagonal ? values[1] : 1;
    Number yx = has_others ? values[2] : flag == 1 ? -1 : 0;
    Number xy = has_others ? values[3] : flag == 1 ? 1 : 0;
    Number yy = has_diagonal ? values[4] : 1;
    for (int64_t each = thread(); each < rotation.count; each += threads()) {
        Number x = *at<Number>(rotation.x, each);
        Number y = *at<Number>(rotation.y, each);
        *at<Number>(rotation.x, each) = xx * x + xy * y;
        *at<Number>(rotation.y, each) = yx * x + yy * y;
    }
}

/* Reductions run in one block, whose threads are added in one order. */
enum { REDUCERS = 256 };

template <class Sum> DEVICE Sum reduced(Sum own) {
    SHARED Sum sums[REDUCERS];
    sums[thread_x()] = own;
    barrier();
    for (unsigned distance = REDUCERS / 2; distance > 0; distance /= 2) {
        if (thread_x() < distance) {
            sums[thread_x()] = sums[thread_x()] + sums[thread_x() + distance];
        }
        barrier();
    }
    return sums[0];
}

template <class Number, class Sum> DEVICE void dot(const vectors &vectors) {
    Sum sum = number<Sum>::of(0, 0);
    for (int64_t each = thread_x(); each < vectors.count; each += REDUCERS) {
        Sum x = load<Number, Sum>(vectors.x, each);
        sum = sum + (vectors.is_conjugate ? conjugate(x) : x) * load<Number, Sum>(vectors.y, each);
    }
    sum = reduced(sum);
    if (thread_x() == 0) {
        *(Number *)vectors.result = narrow<Number>::of(sum);
    }
}

/* The type of the size of a number. */
template <class Number> struct real_of {
    using type = Number;
};

template <class Real> struct real_of<complex<Real>> {
    using type = Real;
};

/* Writes the real number `found`, which was computed in double precision. */
template <class Number, class Sum> DEVICE void write_real(const vectors &vectors, double found) {
    using Real = typename real_of<Number>::type;
    if (thread_x() == 0) {
        *(Real *)vectors.result = narrow<Real>::of((typename real_of<Sum>::type)found);
    }
}

template <class Number, class Sum> DEVICE void absolute_sum(const vectors &vectors) {
    double sum = 0;
    for (int64_t each = thread_x(); each < vectors.count; each += REDUCERS) {
        sum += size(load<Number, Sum>(vectors.x, each));
    }
    write_real<Number, Sum>(vectors, reduced(sum));
}

/* An element by its size, and its index from 1 on; 0 for none. */
struct candidate {
    double size;
    int64_t index;
};

DEVICE bool is_better(candidate a, candidate b, bool is_largest) {
    if (a.index == 0 || b.index == 0) {
        return b.index == 0;
    }
    if (a.size == b.size) {
        return a.index < b.index;
    }
    return is_largest ? a.size > b.size : a.size < b.size;
}

/* The first of the elements with the largest or the smallest size. */
template <class Number, class Sum, bool is_largest> DEVICE candidate best(const vectors &vectors) {
    SHARED candidate found[REDUCERS];
    candidate own = {0, 0};
    for (int64_t each = thread_x(); each < vectors.count; each += REDUCERS) {
        candidate next = {size(load<Number, Sum>(vectors.x, each)), each + 1};
        own = is_better(next, own, is_largest) ? next : own;
    }
    found[thread_x()] = own;
    barrier();
    for (unsigned distance = REDUCERS / 2; distance > 0; distance /= 2) {
        if (thread_x() < distance && is_better(found[thread_x() + distance], found[thread_x()], is_largest)) {
            found[thread_x()] = found[thread_x() + distance];
        }
        barrier();
    }
    return found[0];
}

template <class Number, class Sum, bool is_largest> DEVICE void extreme(const vectors &vectors) {
    int64_t index = best<Number, Sum, is_largest>(vectors).index;
    if (thread_x() == 0 && vectors.has_long_result) {
        *(int64_t *)vectors.result = index;
    } else if (thread_x() == 0) {
        *(int *)vectors.result = (int)index;
    }
}

template <class Number> DEVICE double square(Number number, double scale) {
    return (number / scale) * (number / scale);
}

template <class Real> DEVICE double square(complex<Real> number, double scale) {
    return square(number.re, scale) + square(number.im, scale);
}

/* Scales by the largest element, whose square can overflow. */
template <class Number, class Sum> DEVICE void norm(const vectors &vectors) {
    double scale = best<Number, Sum, true>(vectors).size;
    bool is_scalable = scale != 0 && scale <= 1.7976931348623157e308;
    double sum = 0;
    for (int64_t each = thread_x(); is_scalable && each < vectors.count; each += REDUCERS) {
        sum += square(load<Number, Sum>(vectors.x, each), scale);
    }
    sum = reduced(sum);
    write_real<Number, Sum>(vectors, is_scalable ? scale * __nvvm_sqrt_rn_d(sum) : scale);
}

/* A product that is exact for 0 and 1: an infinite part of a complex number gives NaN otherwise. */
template <class Number> DEVICE Number finite_product(Number alpha, Number factor) {
    return is_zero(alpha - number<Number>::of(1, 0)) ? factor : alpha * factor;
}

/* cublas<t>geam, cublas<t>dgmm and cublasLtMatrixTransform. */
template <class Number, class Sum> DEVICE void combine(const combination &both) {
    Sum alpha = value<Sum>(both.alpha);
    Sum beta = value<Sum>(both.beta);
    for (int64_t batch = block_z(); batch < both.batches; batch += blocks_z()) {
        const Number *a = matrix<Number>(both.a, batch);
        const Number *b = matrix<Number>(both.b, batch);
        Number *to = matrix<Number>(both.to, batch);
        for (int64_t each = thread(); each < both.rows * both.columns; each += threads()) {
            int64_t row = each % both.rows;
            int64_t column = each / both.rows;
            Sum left = is_zero(alpha) ? alpha : finite_product(alpha, element<Sum>(a, both.a, row, column));
            Sum right = is_zero(beta) ? beta : finite_product(beta, element<Sum>(b, both.b, row, column));
            to[find(both.to, row, column).offset] = narrow<Number>::of(both.is_product ? left * right : left + right);
        }
    }
}

#endif
