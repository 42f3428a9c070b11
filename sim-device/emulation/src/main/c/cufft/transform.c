/* The transform: elements are loaded into an array without gaps, each dimension is transformed in passes between two such
 * arrays, and the result is stored. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cufft.h"

KERNELS(cufft, f32)
KERNELS(cufft, f64)

/* Passes of larger radices read an element more often, smaller ones need more passes. */
enum { LARGEST_RADIX = 16 };

static const double pi = 3.14159265358979323846;

static size_t complex_size(const plan *plan) {
    return is_double(plan->type) ? 2 * sizeof(double) : 2 * sizeof(float);
}

static int64_t total(const plan *plan) {
    return plan->batches * plan->lengths[0] * plan->lengths[1] * plan->lengths[2];
}

size_t work_size(const plan *plan) {
    return 2 * (size_t)total(plan) * complex_size(plan);
}

static cufftResult write_roots(const plan *plan, int64_t length, CUdeviceptr at) {
    size_t size = (size_t)length * complex_size(plan);
    void *roots = malloc(size);
    REQUIRE(roots != NULL, CUFFT_ALLOC_FAILED);
    for (int64_t each = 0; each < length; each++) {
        double angle = -2 * pi * (double)each / (double)length;
        if (is_double(plan->type)) {
            ((double *)roots)[2 * each] = cos(angle);
            ((double *)roots)[2 * each + 1] = sin(angle);
        } else {
            ((float *)roots)[2 * each] = (float)cos(angle);
            ((float *)roots)[2 * each + 1] = (float)sin(angle);
        }
    }
    CUresult result = cuMemcpyHtoD_v2(at, roots, size);
    free(roots);
    return result == CUDA_SUCCESS ? CUFFT_SUCCESS : CUFFT_SETUP_FAILED;
}

static cufftResult allocate(CUdeviceptr *address, size_t size) {
    CUresult result = allocate_for("cufftMakePlan", address, size);
    return result == CUDA_SUCCESS ? CUFFT_SUCCESS : CUFFT_ALLOC_FAILED;
}

cufftResult prepare(plan *plan) {
    REQUIRE(has_context(), CUFFT_SETUP_FAILED);
    for (int each = 0; each < DIMENSIONS; each++) {
        if (plan->lengths[each] > 1) {
            TRY(allocate(&plan->roots[each], (size_t)plan->lengths[each] * complex_size(plan)));
            TRY(write_roots(plan, plan->lengths[each], plan->roots[each]));
        }
    }
    if (plan->allocates) {
        TRY(allocate(&plan->own, work_size(plan)));
        plan->work = plan->own;
    }
    return CUFFT_SUCCESS;
}

void dispose(plan *plan) {
    CUdeviceptr memory[] = {plan->own, plan->gathered, plan->roots[0], plan->roots[1], plan->roots[2]};
    for (size_t each = 0; each < sizeof memory / sizeof *memory; each++) {
        if (memory[each] != 0) {
            cuMemFree_v2(memory[each]);
        }
    }
    close_modules(&plan->modules);
}

static cufftResult launch(plan *plan, const char *stem, void *parameters) {
    char kernel[32];
    int is_wide = is_double(plan->type);
    unsigned grid[3] = {blocks_for(total(plan)), 1, 1};
    snprintf(kernel, sizeof kernel, "fft_%s_%s", stem, is_wide ? "f64" : "f32");
    CUresult result = run_kernel(&plan->modules, is_wide, is_wide ? cufft_f64 : cufft_f32, kernel, plan->stream, grid,
                                 BLOCK, parameters);
    return result == CUDA_SUCCESS ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}

/* The largest radix that divides a length, or else its least prime factor. */
static int64_t next_radix(int64_t length) {
    for (int64_t radix = LARGEST_RADIX; radix > 1; radix--) {
        if (length % radix == 0) {
            return radix;
        }
    }
    for (int64_t radix = LARGEST_RADIX + 1; radix * radix <= length; radix++) {
        if (length % radix == 0) {
            return radix;
        }
    }
    return length;
}

/* Transforms a dimension. The arrays are exchanged after each pass, so that `arrays[0]` has the result. */
static cufftResult transform_dimension(plan *plan, int dimension, int is_inverse, CUdeviceptr arrays[2]) {
    struct pass pass = {.roots = plan->roots[dimension],
                        .length = plan->lengths[dimension],
                        .step = 1,
                        .count = total(plan),
                        .done = 1,
                        .is_inverse = is_inverse};
    for (int each = dimension + 1; each < DIMENSIONS; each++) {
        pass.step *= plan->lengths[each];
    }
    for (; pass.done < pass.length; pass.done *= pass.radix) {
        pass.radix = next_radix(pass.length / pass.done);
        pass.from = arrays[0];
        pass.to = arrays[1];
        TRY(launch(plan, "pass", &pass));
        arrays[0] = pass.to;
        arrays[1] = pass.from;
    }
    return CUFFT_SUCCESS;
}

static cufftResult copy(plan *plan, const char *stem, struct layout layout, const void *data, CUdeviceptr array) {
    struct transfer transfer = {.at = layout, .array = array, .batches = plan->batches};
    transfer.at.data = (uintptr_t)data;
    memcpy(transfer.lengths, plan->lengths, sizeof transfer.lengths);
    return launch(plan, stem, &transfer);
}

/* Rows of real numbers that are transformed in place have room for the complex ones (cuFFT, "Data Layout"). */
static struct layout padded(const plan *plan, struct layout layout) {
    int64_t row = 2 * (plan->lengths[DIMENSIONS - 1] / 2 + 1);
    layout.steps[1] = row;
    layout.steps[0] = row * plan->lengths[1];
    layout.batch = row * plan->lengths[1] * plan->lengths[0];
    return layout;
}

cufftResult transform(plan *plan, const void *in, void *out, int is_inverse) {
    int is_padded = plan->has_default_layout && in == out;
    CUdeviceptr arrays[2] = {plan->work, plan->work + work_size(plan) / 2};
    REQUIRE(plan->work != 0, CUFFT_INVALID_PLAN);
    REQUIRE(has_context(), CUFFT_EXEC_FAILED);
    TRY(copy(plan, "load", is_padded && plan->in.is_real ? padded(plan, plan->in) : plan->in, in, arrays[0]));
    for (int each = DIMENSIONS - 1; each >= 0; each--) {
        TRY(transform_dimension(plan, each, is_inverse, arrays));
    }
    return copy(plan, "store", is_padded && plan->out.is_real ? padded(plan, plan->out) : plan->out, out, arrays[0]);
}
