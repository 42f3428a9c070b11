/* What the threads of a block compute together, and numbers in double precision, in device code. */
#ifndef OFFLOAD_TCK_CUSOLVER_COLLECTIVE_H
#define OFFLOAD_TCK_CUSOLVER_COLLECTIVE_H

#include "../../cublas/kernels/solve.h"
#include "../parameters.h"

DEVICE int64_t lane() { return thread_x() % LANES; }
DEVICE int64_t warp() { return thread_x() / LANES; }

/* The type for sums and rotations, and the one of sizes. */
template <class Number> struct types {
    using wide = double;
    using real = Number;
};

template <class Real> struct types<complex<Real>> {
    using wide = complex<double>;
    using real = Real;
};

template <class Number> using wide_of = typename types<Number>::wide;

DEVICE double real_part(double value) { return value; }
DEVICE double imaginary_part(double) { return 0; }
template <class Real> DEVICE double real_part(complex<Real> value) { return value.re; }
template <class Real> DEVICE double imaginary_part(complex<Real> value) { return value.im; }

DEVICE double widened(double value) { return value; }
template <class Real> DEVICE complex<double> widened(complex<Real> value) { return {value.re, value.im}; }

template <class Number, class Wide> DEVICE Number narrowed(Wide value) {
    return number<Number>::of(real_part(value), imaginary_part(value));
}

template <class Wide> DEVICE Wide scaled(double factor, Wide value) {
    return number<Wide>::of(factor * real_part(value), factor * imaginary_part(value));
}

template <class Number> DEVICE double square(Number value) {
    double re = real_part(value);
    double im = imaginary_part(value);
    return re * re + im * im;
}

DEVICE double square_root(double value) { return __nvvm_sqrt_rn_d(value); }

template <class Number> DEVICE Number *matrix_of(const stack &stack) {
    return stack.has_addresses ? ((Number **)stack.data)[block_x()] : (Number *)stack.data + block_x() * stack.stride;
}

/* Adds a number of each thread, in one order. */
static inline FUNCTION double sum_of(double own) {
    SHARED double sums[THREADS];
    sums[thread_x()] = own;
    barrier();
    for (unsigned distance = THREADS / 2; distance > 0; distance /= 2) {
        if (thread_x() < distance) {
            sums[thread_x()] += sums[thread_x() + distance];
        }
        barrier();
    }
    double found = sums[0];
    barrier();
    return found;
}

/* A number that is not negative, and its index. */
struct entry {
    double size;
    int64_t index;
};

/* The largest number, of which the first one counts. A thread that has none passes a negative one. */
static inline FUNCTION entry largest_of(entry own) {
    SHARED entry entries[THREADS];
    entries[thread_x()] = own;
    barrier();
    for (unsigned distance = THREADS / 2; distance > 0; distance /= 2) {
        if (thread_x() < distance) {
            entry &mine = entries[thread_x()];
            const entry &other = entries[thread_x() + distance];
            bool is_first = other.size == mine.size && other.index < mine.index;
            mine = other.size > mine.size || is_first ? other : mine;
        }
        barrier();
    }
    entry found = entries[0];
    barrier();
    return found;
}

/* The largest element of `count` ones; {-1, 0} if there is none. */
template <class Number> DEVICE entry largest_element(const Number *values, int64_t count) {
    entry own = {-1, 0};
    for (int64_t each = thread_x(); each < count; each += THREADS) {
        double found = size(values[each]);
        own = found > own.size ? entry{found, each} : own;
    }
    return largest_of(own);
}

/* The largest element of a matrix, which others are divided by so that squares do not overflow; 1 for zeros. */
template <class Number> DEVICE double scale_of(const Number *a, int64_t lead, int64_t rows, int64_t columns) {
    entry own = {-1, 0};
    for (int64_t column = warp(); column < columns; column += WARPS) {
        for (int64_t row = lane(); row < rows; row += LANES) {
            double found = size(a[row + column * lead]);
            own.size = found > own.size ? found : own.size;
        }
    }
    double found = largest_of(own).size;
    return found > 0 ? found : 1;
}

/* Sets the result of a matrix: 0, or what went wrong. */
DEVICE void report(uint64_t info, int64_t result) {
    if (thread_x() == 0) {
        ((int32_t *)info)[block_x()] = (int32_t)result;
    }
}

#endif
