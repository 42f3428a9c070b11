/* The kernels of the kit's cuFFT, for one precision each. compile-kernels compiles this file to f32.ptx and f64.ptx, which are
 * kept since the kit is built without a compiler for CUDA. A test compiles them again. */
#include "../../mathematics/numbers.h"
#include "../parameters.h"

#if defined(MODULE_f32)
typedef float real;
#define NAMED(name) KERNEL offload_tck_fft_##name##_f32
#elif defined(MODULE_f64)
typedef double real;
#define NAMED(name) KERNEL offload_tck_fft_##name##_f64
#endif
/* The indices of an element of the array, the last dimension first. */
struct indices {
    int64_t batch;
    int64_t of[DIMENSIONS];
};

DEVICE indices split(const transfer &transfer, int64_t element) {
    indices at;
    for (int each = DIMENSIONS - 1; each >= 0; each--) {
        at.of[each] = element % transfer.lengths[each];
        element /= transfer.lengths[each];
    }
    at.batch = element;
    return at;
}

DEVICE int64_t offset(const layout &layout, const indices &at) {
    int64_t sum = at.batch * layout.batch;
    for (int each = 0; each < DIMENSIONS; each++) {
        sum += at.of[each] * layout.steps[each];
    }
    return sum;
}

DEVICE int64_t count(const transfer &transfer) {
    return transfer.batches * transfer.lengths[0] * transfer.lengths[1] * transfer.lengths[2];
}

/* What is not stored of the transform of real numbers is the conjugate of the element at the opposite indices. */
DEVICE bool reflect(const transfer &transfer, indices *at) {
    int64_t last = transfer.lengths[DIMENSIONS - 1];
    if (!transfer.at.is_half || at->of[DIMENSIONS - 1] <= last / 2) {
        return false;
    }
    for (int each = 0; each < DIMENSIONS; each++) {
        at->of[each] = at->of[each] == 0 ? 0 : transfer.lengths[each] - at->of[each];
    }
    return true;
}

NAMED(load)(transfer transfer) {
    for (int64_t each = thread(); each < count(transfer); each += threads()) {
        indices at = split(transfer, each);
        bool is_conjugate = reflect(transfer, &at);
        int64_t from = offset(transfer.at, at);
        complex<real> found = {0, 0};
        if (transfer.at.is_real) {
            found.re = ((const real *)transfer.at.data)[from];
        } else {
            found = ((const complex<real> *)transfer.at.data)[from];
        }
        found.im = is_conjugate ? -found.im : found.im;
        ((complex<real> *)transfer.array)[each] = found;
    }
}

NAMED(store)(transfer transfer) {
    for (int64_t each = thread(); each < count(transfer); each += threads()) {
        indices at = split(transfer, each);
        if (transfer.at.is_half && at.of[DIMENSIONS - 1] > transfer.lengths[DIMENSIONS - 1] / 2) {
            continue;
        }
        complex<real> found = ((const complex<real> *)transfer.array)[each];
        int64_t to = offset(transfer.at, at);
        if (transfer.at.is_real) {
            ((real *)transfer.at.data)[to] = found.re;
        } else {
            ((complex<real> *)transfer.at.data)[to] = found;
        }
    }
}

/* A pass of Stockham's algorithm, whose results are in order. A thread computes an element: the sum of `radix` elements,
 * each times a root of unity. */
NAMED(pass)(pass pass) {
    const complex<real> *roots = (const complex<real> *)pass.roots;
    int64_t distance = pass.length / pass.radix;
    int64_t block = pass.done * pass.radix;
    for (int64_t each = thread(); each < pass.count; each += threads()) {
        int64_t index = each / pass.step % pass.length;
        int64_t start = each - index * pass.step;
        int64_t rest = index % block;
        const complex<real> *from = (const complex<real> *)pass.from + start + (index / block * pass.done + rest % pass.done) * pass.step;
        int64_t turn = rest * (pass.length / block);
        complex<real> sum = {0, 0};
        for (int64_t term = 0, angle = 0; term < pass.radix; term++) {
            complex<real> value = from[term * distance * pass.step];
            complex<real> root = roots[angle];
            root.im = pass.is_inverse ? -root.im : root.im;
            sum.re += value.re * root.re - value.im * root.im;
            sum.im += value.re * root.im + value.im * root.re;
            angle += turn;
            angle -= angle >= pass.length ? pass.length : 0;
        }
        ((complex<real> *)pass.to)[each] = sum;
    }
}
