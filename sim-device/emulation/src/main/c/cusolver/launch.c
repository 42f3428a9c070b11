/* Kernels: their modules, which are loaded when a function first needs them, and their launches. */
#include <limits.h>
#include <stdio.h>

#include "cusolver.h"

BLAS_KERNELS(cusolver)

size_t wide_size(cudaDataType type) {
    return is_complex(type) ? 2 * sizeof(double) : sizeof(double);
}

STATUS_OF(cusolverStatus_t, CUSOLVER_STATUS)

cusolverStatus_t reject(cusolverDnHandle_t handle, int *info, int parameter) {
    if (info != NULL) {
        cuMemsetD32Async((uintptr_t)info, (unsigned)-parameter, 1, handle->stream);
    }
    return CUSOLVER_STATUS_INVALID_VALUE;
}

cusolverStatus_t launch(cusolverDnHandle_t handle, cudaDataType type, const char *kernel, int64_t batches,
                        void *parameters) {
    char name[40];
    int module = module_of(type);
    unsigned grid[3] = {(unsigned)batches, 1, 1};
    VALID(is_blas_type(type));
    if (batches == 0) {
        return CUSOLVER_STATUS_SUCCESS;
    }
    snprintf(name, sizeof name, "solver_%s_%s", kernel, type_name(type));
    return status_of(
        run_kernel(&handle->modules, module, texts[module], name, handle->stream, grid, THREADS, parameters));
}

cusolverStatus_t launch_warps(cusolverSpHandle_t handle, cudaDataType type, const char *kernel, int64_t batches,
                              void *parameters) {
    char name[40];
    int module = module_of(type);
    unsigned grid[3] = {(unsigned)batches, 1, 1};
    snprintf(name, sizeof name, "solver_%s_%s", kernel, type_name(type));
    return status_of(
        run_kernel(&handle->modules, module, texts[module], name, handle->stream, grid, LANES, parameters));
}

cusolverStatus_t elements_of(cudaDataType type, int64_t size, int *elements) {
    int64_t element = (int64_t)type_size(type);
    int64_t count = (size + element - 1) / element;
    VALID(elements != NULL && count <= INT_MAX);
    *elements = (int)count;
    return CUSOLVER_STATUS_SUCCESS;
}

struct stack matrix(const void *data, int64_t lead) {
    return (struct stack){.data = (uintptr_t)data, .lead = lead};
}

struct stack strided(const void *data, int64_t lead, int64_t stride) {
    return (struct stack){.data = (uintptr_t)data, .lead = lead, .stride = stride};
}

struct stack addressed(void *const *data, int64_t lead) {
    return (struct stack){.data = (uintptr_t)data, .lead = lead, .has_addresses = 1};
}
